import { type Static, type TSchema, Type } from 'typebox'
import {
  type Credential,
  type CredentialSecrets,
  type CredentialState,
  inForceAt,
  MAX_METADATA_PAIRS,
  stateAt,
} from '../../domain/credentials/credential.ts'
import type { CredentialUse } from '../../domain/credentials/use.ts'
import { type NetworkMountpoint, networkFor } from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../domain/network/network.ts'
import { type Group, MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { As, DateTime, Id, INT64, NextCursor, Nullable, Ok, OrNull, PageQuery, Port, Ref, Words } from '../common.ts'
import { groupNameOf } from '../stations/group.ts'
import { STATION_CODE } from '../stations/station.ts'
import { GeofenceSchema, geofenceExample, geofenceToWire } from './geofence.ts'
import { CredentialKindSchema } from './kind.ts'
import { CredentialFilters } from './query.ts'
import { wireSchemas, writtenExample, writtenToWire } from './written.ts'

const STATES = { active: 'activa', expired: 'expirada', revoked: 'revocada' } as const
type Estado = (typeof STATES)[CredentialState]
const ESTADOS = Object.values(STATES)

export const listedCredentialExample = {
  id: 1042,
  tipo: 'base',
  usuario: 'k7mqx2rtwd',
  mountpoint: 'CDMX_RTCM32',
  caster: 'rtk.example.mx',
  puerto: 2101,
  formato: 'RTCM 3.2',
  datum: 'ITRF2008 época 2010.0',
  emitida_at: '2026-11-14T18:20:00.000Z',
  expira_at: '2026-12-14T18:20:00.000Z',
  estado: 'activa',
  url: 'https://rtk.example.mx/c/sy-3qkZ0T7vXbM1dPj5Rw9aLs2n',
  pdf: 'https://rtk.example.mx/c/sy-3qkZ0T7vXbM1dPj5Rw9aLs2n.pdf',
  inicia_at: '2026-11-14T18:20:00.000Z',
  vigente: true,
  ...writtenExample,
  station_id: 3,
  station_codigo: 'CDMX',
  grupo: null,
  referencia: 'pedido-8841',
  metadatos: { zona: 'norte' },
  geocerca: geofenceExample,
  suspendida: false,
  conectada: false,
  ultima_conexion_at: null,
  prueba: false,
}

export const credentialExample = { ...listedCredentialExample, password: 'w8hn4tqcz6pmv3xk' }
export const revokedExample = { ...credentialExample, estado: 'revocada', vigente: false }
export const expiredTestExample = {
  ...credentialExample,
  inicia_at: '2026-11-14T18:20:00.000Z',
  expira_at: '2026-11-14T18:25:00.000Z',
  estado: 'expirada',
  vigente: false,
  prueba: true,
}

export const CredentialStateSchema = Words(
  'CredentialState',
  ESTADOS,
  'A scheduled credential (start in the future) is `activa`, and its `vigente` is `false`.',
)
export const MOST_NAME_CHARACTERS = 40
export const MOST_PAIRS = MAX_METADATA_PAIRS
export const MOST_VALUE_CHARACTERS = 500
export const USERNAME_PATTERN = '^[a-z0-9]{6,20}$'
/** Printable ASCII without the colon, which separates user name and password in an NTRIP request. */
export const PASSWORD_PATTERN = '^[ -9;-~]{16,64}$'

export const Metadata = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: MOST_PAIRS,
    propertyNames: { minLength: 1, maxLength: MOST_NAME_CHARACTERS },
    additionalProperties: { type: 'string', maxLength: MOST_VALUE_CHARACTERS },
    description: `${description} Up to ${MOST_PAIRS} pairs of strings: keys of 1 to ${MOST_NAME_CHARACTERS} characters, values of at most ${MOST_VALUE_CHARACTERS} characters.`,
    examples: [listedCredentialExample.metadatos],
  })

const shared = {
  id: Id('Identifier of the credential.'),
  tipo: CredentialKindSchema,
  usuario: Type.String({
    maxLength: 100,
    description:
      'NTRIP username: lower-case letters and digits. Generated usernames contain no look-alike characters. A username is never reused.',
  }),
  mountpoint: Type.String({ maxLength: 100, description: 'Mountpoint that the credential gives access to.' }),
  caster: Type.String({ maxLength: 253, description: 'Host of the caster.' }),
  puerto: Port,
  formato: Type.String({ maxLength: 200, description: 'Format of the corrections.' }),
  datum: Type.String({ maxLength: 200, description: 'Reference frame of the coordinates.' }),
  emitida_at: DateTime('Issue time.', listedCredentialExample.emitida_at),
  expira_at: DateTime('Expiry time: start plus `segundos`.', listedCredentialExample.expira_at),
  estado: CredentialStateSchema,
  inicia_at: DateTime('Start of validity.', listedCredentialExample.inicia_at),
  vigente: Type.Boolean({
    description: '`true` only if the credential has started, has not expired, was not revoked and is not suspended.',
  }),
  ...wireSchemas.answer,
  station_id: Nullable('integer', {
    minimum: 1,
    ...INT64,
    description: 'Id of the station; `null` if `tipo` is not `base`.',
  }),
  station_codigo: Nullable('string', { pattern: STATION_CODE, description: 'Code of the station.' }),
  grupo: Nullable('string', {
    maxLength: MAX_GROUP_NAME,
    description:
      'Name of the station group; `null` if the credential has none. A group credential gives access to the mountpoints of its stations, and to `mountpoint`, the network mountpoint, within the group.',
  }),
  referencia: Nullable('string', {
    maxLength: 100,
    description: 'Your own identifier of the credential. It is never reused among your credentials.',
  }),
  metadatos: Metadata('Your own data about the credential; `{}` if there is none.'),
  geocerca: OrNull(GeofenceSchema, 'Geofence of the credential; `null` if it can be used anywhere.'),
  suspendida: Type.Boolean({
    description: '`true` while the credential is suspended. Then `estado` does not change and `vigente` is `false`.',
  }),
  prueba: Type.Boolean({
    description:
      '`true` if a test token created the credential. It has the same life cycle as any other, but the caster rejects it and only test tokens see it.',
  }),
}

const use = {
  conectada: Type.Boolean({ description: '`true` if a rover is connected with the credential now.' }),
  ultima_conexion_at: Nullable('string', {
    format: 'date-time',
    description: 'Start of the most recent session; `null` if none is stored. Sessions are kept for a limited time.',
  }),
}

const links = {
  url: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'URL of the customer page. The link is unguessable and requires no sign-in.',
  }),
  pdf: Type.String({ format: 'uri', maxLength: 2048, description: 'URL of the customer page as a PDF.' }),
}

const password = Type.String({ maxLength: 100, description: 'NTRIP password.' })

export const CredentialSchema = Type.Object(
  { ...shared, ...use, ...links, password },
  {
    $id: 'Credential',
    description: 'Time-limited NTRIP access, with its secrets: the password and the links that show it.',
    examples: [credentialExample],
  },
)

export const ListedCredentialSchema = Type.Object(
  { ...shared, ...use, ...links },
  { $id: 'ListedCredential', description: 'A credential without its password.', examples: [listedCredentialExample] },
)

const { url: _url, pdf: _pdf, ...secretlessExample } = listedCredentialExample
export const SecretlessCredentialSchema = Type.Object(
  { ...shared, ...use },
  {
    $id: 'CredentialWithoutSecrets',
    description: 'A credential as returned to tokens without access to passwords: without `password`, `url` and `pdf`.',
    examples: [secretlessExample],
  },
)

const { conectada: _is, ultima_conexion_at: _was, ...eventExample } = secretlessExample
export const eventCredentialExample = eventExample
export const EventCredentialSchema = Type.Object(shared, {
  $id: 'EventCredential',
  description: 'A credential without its password and without the links that show it.',
  examples: [eventExample],
})

/** What an operation returns depends on the token. Serialized as `schema`: answers without secrets bypass the serializer. */
const orWithoutSecrets = (schema: TSchema) => ({ anyOf: [Ref(schema), Ref(SecretlessCredentialSchema)] })

export const CredentialResponse = Type.Object(
  { ok: Ok, credential: Ref(CredentialSchema) },
  {
    title: 'CredentialResponse',
    description: 'One credential.',
    described: { properties: { ok: Ok, credential: orWithoutSecrets(CredentialSchema) } },
  },
)
const listOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Array(Ref(schema), { described: { items: orWithoutSecrets(schema) } })

export const BatchResponse = Type.Object(
  { ok: Ok, credentials: listOf(CredentialSchema) },
  { title: 'BatchResponse', description: 'The credentials of a batch, in the order of the request.' },
)
export const CredentialList = Type.Object(
  { ok: Ok, credentials: listOf(ListedCredentialSchema), next_cursor: NextCursor },
  { title: 'CredentialPage', description: 'A page of credentials.' },
)
export const CredentialQuery = Type.Object({
  estado: Type.Optional(As(CredentialStateSchema, 'Only credentials in this state.')),
  ...CredentialFilters,
  ...PageQuery,
})

export const stateFromWire = ({ estado }: { estado?: Estado }): CredentialState | undefined =>
  (Object.keys(STATES) as CredentialState[]).find((state) => STATES[state] === estado)

/** Data that a credential needs for its answer but does not contain. */
export interface ServedBy {
  readonly network: Network
  readonly station: Station | null
  readonly groups: ReadonlyMap<number, Group>
  readonly now: Date
}

interface NetworkBook {
  readonly network: Network
  readonly networks: readonly NetworkMountpoint[]
  readonly groups: ReadonlyMap<number, Group>
  readonly byId: ReadonlyMap<number, Station>
}

export const servedBy = (book: NetworkBook, { stationId, groupId }: Credential, now: Date): ServedBy => ({
  network: networkFor(groupId, book),
  station: stationId === null ? null : (book.byId.get(stationId) ?? null),
  groups: book.groups,
  now,
})

export function eventCredentialToWire(
  credential: Credential,
  { network, station, groups, now }: ServedBy,
): Static<typeof EventCredentialSchema> {
  return {
    id: credential.id,
    tipo: credential.stationId === null ? 'red' : 'base',
    usuario: credential.username,
    mountpoint: station?.mountpoint ?? network.mountpoint,
    caster: network.casterHost,
    puerto: network.casterPort,
    formato: station?.format ?? network.format,
    datum: station?.datum ?? network.datum,
    emitida_at: isoTime(credential.issuedAt),
    expira_at: isoTime(credential.expiresAt),
    estado: STATES[stateAt(credential, now)],
    inicia_at: isoTime(credential.startsAt),
    vigente: inForceAt(credential, now),
    ...writtenToWire(credential),
    station_id: credential.stationId,
    station_codigo: station?.code ?? null,
    grupo: groupNameOf(credential.groupId, groups),
    referencia: credential.reference,
    metadatos: credential.metadata ?? {},
    geocerca: credential.geofence && geofenceToWire(credential.geofence),
    suspendida: credential.suspendedAt !== null,
    prueba: credential.isTest,
  }
}

/** URL of the customer's page; with `.pdf` appended, its PDF. */
export const linkOf = (baseUrl: string, { linkKey }: Pick<CredentialSecrets, 'linkKey'>): string =>
  `${baseUrl}/c/${linkKey}`

export function listedCredentialToWire(
  credential: Credential,
  secrets: CredentialSecrets,
  servedBy: ServedBy,
  { connected, lastConnectedAt }: CredentialUse,
  baseUrl: string,
): Static<typeof ListedCredentialSchema> {
  const url = linkOf(baseUrl, secrets)
  return {
    ...eventCredentialToWire(credential, servedBy),
    conectada: connected,
    ultima_conexion_at: lastConnectedAt && isoTime(lastConnectedAt),
    url,
    pdf: `${url}.pdf`,
  }
}

export function credentialToWire(
  credential: Credential,
  secrets: CredentialSecrets,
  servedBy: ServedBy,
  use: CredentialUse,
  baseUrl: string,
): Static<typeof CredentialSchema> {
  return { ...listedCredentialToWire(credential, secrets, servedBy, use, baseUrl), password: secrets.password }
}

/** Removes passwords, and links that lead to one, from an answer, for tokens with the limit `no_passwords`. */
export function withoutSecrets(answer: object): object {
  const { credential, credentials } = answer as { credential?: object; credentials?: readonly object[] }
  return {
    ...answer,
    ...(credential && { credential: withoutSecret(credential) }),
    ...(credentials && { credentials: credentials.map(withoutSecret) }),
  }
}

const withoutSecret = ({
  password: _,
  url: __,
  pdf: ___,
  ...rest
}: {
  password?: string
  url?: string
  pdf?: string
}) => rest
