import { type Static, Type } from 'typebox'
import {
  type Credential,
  type CredentialSecrets,
  type CredentialState,
  inForceAt,
  MAX_VALIDITY_SECONDS,
  MIN_VALIDITY_SECONDS,
  stateAt,
} from '../../domain/credentials/credential.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { Network } from '../../domain/network/network.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DateTime, NextCursor, Nullable, Ok, PageQuery, Ref } from '../common.ts'

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
  expira_at: '2026-12-16T06:00:00.000Z',
  estado: 'activa',
  url: 'https://rtk.example.mx/c/sy-3qkZ0T7vXbM1dPj5Rw9aLs2n',
  pdf: 'https://rtk.example.mx/c/sy-3qkZ0T7vXbM1dPj5Rw9aLs2n.pdf',
  inicia_at: '2026-11-16T06:00:00.000Z',
  vigente: false,
  label: 'Obra norte',
  cliente_nombre: 'María Peña',
  cliente_email: 'maria@example.mx',
  station_id: 3,
  station_codigo: 'CDMX',
}

export const credentialExample = { ...listedCredentialExample, password: 'w8hn4tqcz6pmv3xk' }
export const revokedExample = { ...credentialExample, estado: 'revocada', vigente: false }

const shared = {
  id: Type.Integer({ description: 'Identifier of the credential.' }),
  tipo: Type.Enum(['base', 'red'], {
    description: '`base`: the mountpoint of one station; `red`: the network mountpoint.',
  }),
  usuario: Type.String({
    description: 'NTRIP user. Unique for ever; lower-case letters and digits without look-alikes.',
  }),
  mountpoint: Type.String({ description: 'What it opens.' }),
  caster: Type.String({ description: 'Host of the caster.' }),
  puerto: Type.Integer({ description: 'Port of the caster.' }),
  formato: Type.String({ description: 'Format of the corrections.' }),
  datum: Type.String({ description: 'Reference frame of the coordinates.' }),
  emitida_at: DateTime('Issue time.', listedCredentialExample.emitida_at),
  expira_at: DateTime('Expiry time: start plus `segundos`.', listedCredentialExample.expira_at),
  estado: Type.Enum(ESTADOS, {
    description: 'A scheduled credential (start in the future) is `activa` with `vigente` false.',
  }),
  inicia_at: DateTime('When the credential starts to serve.', listedCredentialExample.inicia_at),
  vigente: Type.Boolean({
    description: 'true only if the credential has started, has not expired and was not revoked.',
  }),
  label: Nullable('string', { description: 'Free text of whoever issued it.' }),
  cliente_nombre: Nullable('string', { description: "The customer's name." }),
  cliente_email: Nullable('string', { description: "The customer's e-mail." }),
  station_id: Nullable('integer', { description: 'The station of a `base` credential.' }),
  station_codigo: Nullable('string', { description: 'Its code.' }),
}

const LEFT_OUT = 'Left out of answers to a token that was made without passwords.'
const links = {
  url: Type.Optional(
    Type.String({
      format: 'uri',
      description: `The customer's page, behind an unguessable link, no login. ${LEFT_OUT}`,
    }),
  ),
  pdf: Type.Optional(Type.String({ format: 'uri', description: `The same as a PDF sheet. ${LEFT_OUT}` })),
}

const password = Type.Optional(Type.String({ description: `NTRIP password. ${LEFT_OUT}` }))

export const CredentialSchema = Type.Object(
  { ...shared, ...links, password },
  { $id: 'Credential', description: 'Access to one mountpoint for a limited time.', examples: [credentialExample] },
)

export const ListedCredentialSchema = Type.Object(
  { ...shared, ...links },
  { $id: 'ListedCredential', description: 'A credential without its password.', examples: [listedCredentialExample] },
)

const { url: _url, pdf: _pdf, ...eventExample } = listedCredentialExample
export const EventCredentialSchema = Type.Object(shared, {
  $id: 'EventCredential',
  description: 'A credential without its password and without the links that show it.',
  examples: [eventExample],
})

export const CredentialRequestSchema = Type.Object(
  {
    segundos: Type.Integer({
      minimum: MIN_VALIDITY_SECONDS,
      maximum: MAX_VALIDITY_SECONDS,
      description: 'Validity in seconds, counted from the start of service.',
    }),
    station_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Station. Without a station the credential opens the network mountpoint.',
      }),
    ),
    station_codigo: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32,
        description: 'Alternative to `station_id`; both together must agree.',
      }),
    ),
    label: Type.Optional(Type.String({ maxLength: 200, description: 'Free text.' })),
    cliente_nombre: Type.Optional(Type.String({ maxLength: 200, description: "The customer's name." })),
    cliente_email: Type.Optional(
      Type.String({ format: 'email', maxLength: 254, description: "The customer's e-mail." }),
    ),
    enviar_email: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Send the connection data to `cliente_email`. Needs a mail transport in the service; without one it is a 400.',
      }),
    ),
    inicia_at: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Start of service: a date `YYYY-MM-DD` (00:00 Mexico central time) or an ISO 8601 timestamp (without offset: Mexico central time). Omitted: now. Earlier today or up to 5 minutes ago means now. At most 180 days ahead.',
        examples: ['2026-11-16', '2026-11-16T08:00:00-06:00'],
      }),
    ),
  },
  {
    $id: 'CredentialRequest',
    additionalProperties: false,
    description: 'What to issue. Unknown fields are refused.',
    examples: [
      {
        segundos: 2592000,
        station_codigo: 'CDMX',
        label: 'Obra norte',
        cliente_nombre: 'María Peña',
      },
    ],
  },
)

export const BATCH_LIMIT = 1000

export const BatchRequestSchema = Type.Object(
  { credentials: Type.Array(Ref(CredentialRequestSchema), { minItems: 1, maxItems: BATCH_LIMIT }) },
  { $id: 'BatchRequest', additionalProperties: false },
)

export const CredentialResponse = Type.Object({ ok: Ok, credential: Ref(CredentialSchema) })
export const BatchResponse = Type.Object({ ok: Ok, credentials: Type.Array(Ref(CredentialSchema)) })
export const CredentialList = Type.Object({
  ok: Ok,
  credentials: Type.Array(Ref(ListedCredentialSchema)),
  next_cursor: NextCursor,
})
export const CredentialQuery = Type.Object({
  estado: Type.Optional(Type.Enum(ESTADOS, { description: 'Only credentials in this state.' })),
  ...PageQuery,
})

/** A request in our own words. */
export interface CredentialRequest {
  readonly validitySeconds: number
  /** Only the operator sets these, on the server: a reseller could give away what is not theirs. */
  readonly maxSessions?: number
  readonly whenFull?: WhenFull
  /** Where its rover works, for one that does not tell it itself. */
  readonly place?: Position
  readonly stationId: number | undefined
  readonly stationCode: string | undefined
  readonly label: string | undefined
  readonly customerName: string | undefined
  readonly customerEmail: string | undefined
  readonly sendEmail: boolean
  readonly startsAt: string | undefined
}

export function credentialFromWire(body: Static<typeof CredentialRequestSchema>): CredentialRequest {
  return {
    validitySeconds: body.segundos,
    stationId: body.station_id,
    stationCode: body.station_codigo,
    label: body.label,
    customerName: body.cliente_nombre,
    customerEmail: body.cliente_email,
    sendEmail: body.enviar_email ?? false,
    startsAt: body.inicia_at,
  }
}

/** Which ones a list is asked for. */
export const stateFromWire = ({ estado }: { estado?: Estado }): CredentialState | 'any' =>
  (Object.keys(STATES) as CredentialState[]).find((state) => STATES[state] === estado) ?? 'any'

/** What serves a credential, which it does not hold itself. */
export interface ServedBy {
  readonly network: Network
  readonly station: Station | null
  readonly now: Date
}

export function eventCredentialToWire(
  credential: Credential,
  { network, station, now }: ServedBy,
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
    label: credential.label,
    cliente_nombre: credential.customerName,
    cliente_email: credential.customerEmail,
    station_id: credential.stationId,
    station_codigo: station?.code ?? null,
  }
}

/** The customer's page; its PDF sheet is the same with `.pdf`. */
export const linkOf = (baseUrl: string, { linkKey }: Pick<CredentialSecrets, 'linkKey'>): string =>
  `${baseUrl}/c/${linkKey}`

export function listedCredentialToWire(
  credential: Credential,
  secrets: CredentialSecrets,
  servedBy: ServedBy,
  baseUrl: string,
): Static<typeof ListedCredentialSchema> {
  const url = linkOf(baseUrl, secrets)
  return { ...eventCredentialToWire(credential, servedBy), url, pdf: `${url}.pdf` }
}

export function credentialToWire(
  credential: Credential,
  secrets: CredentialSecrets,
  servedBy: ServedBy,
  baseUrl: string,
): Static<typeof CredentialSchema> {
  return { ...listedCredentialToWire(credential, secrets, servedBy, baseUrl), password: secrets.password }
}

/** Nothing of whatever is answered tells a password or leads to one: for tokens that were made so. */
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
