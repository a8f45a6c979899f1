import { type Static, Type } from 'typebox'
import { MAX_DAYS_UNTIL_END, MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { ChangeableField, CredentialWish, UnchangedReason } from '../../domain/credentials/request.ts'
import { Count, Form, Id, INT64, Nullable, Ok, OpenWords, OrNull, Ref, Words } from '../common.ts'
import { GROUP_NAME } from '../stations/group.ts'
import { STATION_CODE } from '../stations/station.ts'
import { CredentialSchema, credentialExample, Metadata, MOST_VALUE_CHARACTERS } from './credential.ts'
import { GeofenceSchema, geofenceFromWire } from './geofence.ts'
import { WRITTEN_NAMES, wireSchemas, writtenFromWire } from './written.ts'

const FIELDS = {
  ...WRITTEN_NAMES,
  metadata: 'metadatos',
  stationId: 'station_id',
  groupId: 'grupo',
  geofence: 'geocerca',
  password: 'password',
} as const satisfies Record<ChangeableField, string>
export const ChangedFieldSchema = OpenWords(
  'CredentialField',
  Object.values(FIELDS),
  'A field of a credential that may be changed.',
)

/** Events name the changed fields, never their values. */
export const changesToWire = (credential: object, changed: readonly ChangeableField[]) => ({
  credential,
  cambios: changed.map((field) => FIELDS[field]),
})

export const suspendedExample = { ...credentialExample, suspendida: true, vigente: false }

export const RenewalSchema = Type.Object(
  {
    segundos: Type.Integer({
      minimum: MIN_VALIDITY_SECONDS,
      maximum: MAX_VALIDITY_SECONDS,
      format: 'int32',
      description: `How much longer it serves, in seconds, counted from \`expira_at\` or, when that has passed, from now. At most ${MAX_DAYS_UNTIL_END} days from now.`,
    }),
  },
  {
    $id: 'RenewalRequest',
    additionalProperties: false,
    description: 'How much longer it serves.',
    examples: [{ segundos: 2592000 }],
  },
)

export const renewalFromWire = ({ segundos }: Static<typeof RenewalSchema>): number => segundos

export const ChangeSchema = Type.Object(
  {
    ...wireSchemas.change,
    metadatos: Type.Optional(
      Type.Unsafe<Static<ReturnType<typeof Metadata>> | null>({
        ...Metadata('Takes the place of all that you keep with it; null: nothing.'),
        type: ['object', 'null'],
      }),
    ),
    metadatos_cambios: Type.Optional(
      Type.Unsafe<Record<string, string | null>>({
        ...Metadata(
          'Changes single pairs and leaves the others as they are; null removes a pair. Not together with `metadatos`.',
        ),
        additionalProperties: { type: ['string', 'null'], maxLength: MOST_VALUE_CHARACTERS },
        examples: [{ zona: 'sur', vendedor: null }],
      }),
    ),
    station_id: Type.Optional(
      Nullable('integer', {
        minimum: 1,
        format: 'int64',
        description: 'Another station; null: the network mountpoint.',
      }),
    ),
    station_codigo: Type.Optional(
      Nullable('string', {
        minLength: 1,
        maxLength: 32,
        ...Form(STATION_CODE),
        description: 'Alternative to `station_id`; both together must agree.',
      }),
    ),
    grupo: Type.Optional(
      Nullable('string', {
        ...GROUP_NAME,
        description:
          'Group of stations, by its name in any case; null: the network mountpoint. Not together with a station. What was open before is not any more.',
      }),
    ),
    geocerca: Type.Optional(OrNull(GeofenceSchema, 'Where it may be used from now on; null: anywhere.')),
  },
  {
    $id: 'CredentialChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'What to change: at least one field. What is left out stays as it is.',
    examples: [{ label: 'Obra sur', cliente_email: null }],
  },
)

export function changeFromWire(body: Static<typeof ChangeSchema>): CredentialWish {
  const { station_id: stationId, station_codigo: stationCode } = body
  const isNamed = stationId != null || stationCode != null
  return {
    ...writtenFromWire(body),
    metadata: body.metadatos,
    metadataChanges: body.metadatos_cambios,
    fence: body.geocerca && geofenceFromWire(body.geocerca),
    ...(isNamed && { station: { stationId: stationId ?? undefined, stationCode: stationCode ?? undefined } }),
    ...(!isNamed && (stationId === null || stationCode === null) && { station: null }),
    ...(body.grupo !== undefined && { group: body.grupo === null ? null : { group: body.grupo } }),
  }
}

export const MOST_REVOKED = 1000

export const RevocationSchema = Type.Object(
  {
    ids: Type.Array(Type.Integer({ minimum: 1, ...INT64 }), {
      minItems: 1,
      maxItems: MOST_REVOKED,
      description: 'Credentials to revoke. One that is named twice counts once.',
    }),
  },
  {
    $id: 'RevocationRequest',
    additionalProperties: false,
    description: 'Which credentials to revoke.',
    examples: [{ ids: [1042, 1043] }],
  },
)

const REASONS = {
  missing: 'no_existe',
  revoked: 'ya_revocada',
  expired: 'expirada',
} as const satisfies Record<UnchangedReason, string>

export const RevocationResponse = Type.Object(
  {
    ok: Ok,
    revocadas: Count('How many were revoked.'),
    sin_cambio: Type.Array(
      Type.Object(
        {
          id: Id('Of the request.'),
          motivo: Words(
            'UnchangedReason',
            Object.values(REASONS),
            '`no_existe`: you have no such credential; `ya_revocada`; `expirada`: it ended by itself.',
          ),
        },
        { title: 'UnchangedCredential', description: 'A credential that was left as it is.' },
      ),
      { description: 'Those that were left as they are, and why.' },
    ),
  },
  { title: 'RevocationResponse', description: 'What became of the credentials that were named.' },
)

export const revocationExample = { ok: true, revocadas: 1, sin_cambio: [{ id: 1043, motivo: 'ya_revocada' }] }

export const revocationToWire = (
  revoked: number,
  unchanged: readonly { readonly id: number; readonly why: UnchangedReason }[],
): Static<typeof RevocationResponse> => ({
  ok: true,
  revocadas: revoked,
  sin_cambio: unchanged.map(({ id, why }) => ({ id, motivo: REASONS[why] })),
})

export const MailedResponse = Type.Object(
  {
    ok: Ok,
    credential: Ref(CredentialSchema),
    enviada_a: Type.String({ format: 'email', description: 'The address that the mail goes to.' }),
  },
  { title: 'MailedResponse', description: 'The credential whose connection data was mailed.' },
)

export const mailedExample = {
  ok: true,
  credential: credentialExample,
  enviada_a: credentialExample.cliente_email,
}

export const mailedToWire = <Answer extends object>(answer: Answer, recipient: string) => ({
  ...answer,
  enviada_a: recipient,
})
