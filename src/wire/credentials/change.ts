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
  'A field of a credential that can be changed.',
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
      description: `Extension in seconds, added to \`expira_at\` or, if that has passed, to the current time. The new expiry is at most ${MAX_DAYS_UNTIL_END} days from now.`,
    }),
  },
  {
    $id: 'RenewalRequest',
    additionalProperties: false,
    description: 'How long to extend the credential.',
    examples: [{ segundos: 2592000 }],
  },
)

export const renewalFromWire = ({ segundos }: Static<typeof RenewalSchema>): number => segundos

export const ChangeSchema = Type.Object(
  {
    ...wireSchemas.change,
    metadatos: Type.Optional(
      Type.Unsafe<Static<ReturnType<typeof Metadata>> | null>({
        ...Metadata('Replaces all of your own data about the credential; `null` deletes it.'),
        type: ['object', 'null'],
      }),
    ),
    metadatos_cambios: Type.Optional(
      Type.Unsafe<Record<string, string | null>>({
        ...Metadata(
          'Changes individual pairs and keeps the others; `null` removes a pair. Cannot be combined with `metadatos`.',
        ),
        additionalProperties: { type: ['string', 'null'], maxLength: MOST_VALUE_CHARACTERS },
        examples: [{ zona: 'sur', vendedor: null }],
      }),
    ),
    station_id: Type.Optional(
      Nullable('integer', {
        minimum: 1,
        format: 'int64',
        description: 'Id of the new station; `null` for the network mountpoint.',
      }),
    ),
    station_codigo: Type.Optional(
      Nullable('string', {
        minLength: 1,
        maxLength: 32,
        ...Form(STATION_CODE),
        description: 'Code of the station, as an alternative to `station_id`. If both are given, they must match.',
      }),
    ),
    grupo: Type.Optional(
      Nullable('string', {
        ...GROUP_NAME,
        description:
          'Name of the new station group (case-insensitive); `null` for the network mountpoint. Cannot be combined with a station. The credential loses its previous access.',
      }),
    ),
    geocerca: Type.Optional(OrNull(GeofenceSchema, 'New geofence of the credential; `null` removes it.')),
  },
  {
    $id: 'CredentialChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The fields to change, at least one. Omitted fields do not change.',
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
      description: 'Ids of the credentials to revoke. Duplicates count once.',
    }),
  },
  {
    $id: 'RevocationRequest',
    additionalProperties: false,
    description: 'The credentials to revoke.',
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
    revocadas: Count('Number of revoked credentials.'),
    sin_cambio: Type.Array(
      Type.Object(
        {
          id: Id('Id from the request.'),
          motivo: Words(
            'UnchangedReason',
            Object.values(REASONS),
            '`no_existe`: you have no credential with this id. `ya_revocada`: the credential was already revoked. `expirada`: the credential had already expired.',
          ),
        },
        { title: 'UnchangedCredential', description: 'A credential that did not change.' },
      ),
      { description: 'Credentials that did not change, with the reason.' },
    ),
  },
  { title: 'RevocationResponse', description: 'Result of revoking many credentials.' },
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
    enviada_a: Type.String({ format: 'email', description: 'Recipient of the e-mail.' }),
  },
  { title: 'MailedResponse', description: 'The credential whose connection details are e-mailed.' },
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
