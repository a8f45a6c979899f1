// The caller: organisation, token, and their limits.
import { type Static, Type } from 'typebox'
import type { Quota } from '../../domain/people/quota.ts'
import { SCOPES, type Token } from '../../domain/people/tokens/token.ts'
import { As, Count, CountOrNull, DateTime, Id, Nullable, Ok, OpenWords, Words } from '../common.ts'
import { QUOTA_NAMES } from './quota.ts'

export const meExample = {
  ok: true,
  organizacion: { id: 2, nombre: 'Topografía del Norte' },
  token: {
    id: 11,
    nombre: 'ERP de ventas',
    alcances: ['read', 'provision'],
    sin_passwords: false,
    sin_webhooks: false,
    expira_at: null,
    creado_at: '2026-11-14T18:20:00.000Z',
  },
  limites: {
    por_minuto: 240,
    cuotas: {
      vigentes: { limite: 500, usadas: 38 },
      emitidas_por_dia: { limite: null, usadas: null },
      correos_por_dia: { limite: null, usadas: null },
      webhooks: { limite: 20, usadas: 1 },
    },
  },
  modo: 'produccion',
}

const QuotaUse = Type.Object(
  {
    limite: CountOrNull('How many the organization may have; null: no limit of its own.'),
    usadas: CountOrNull('How many of them it has; null where there is no limit.'),
  },
  { title: 'QuotaUse', description: 'A quota and its current use.' },
)

const Organization = Type.Object(
  { id: Id('Identifier of the organization.'), nombre: Type.String({ maxLength: 200, description: 'Its name.' }) },
  { title: 'Organization', description: 'Whose token it is.' },
)

const OwnToken = Type.Object(
  {
    id: Id('Identifier of the token.'),
    nombre: Type.String({ maxLength: 200, description: 'Its name.' }),
    alcances: Type.Array(OpenWords('Scope', SCOPES, 'What a token may do.'), { description: 'Its scopes.' }),
    sin_passwords: Type.Boolean({ description: 'true: answers omit `password`, `url` and `pdf`.' }),
    sin_webhooks: Type.Boolean({ description: 'true: it has no access to webhooks, although `read` includes them.' }),
    expira_at: Nullable('string', { format: 'date-time', description: 'When it expires; null: never.' }),
    creado_at: DateTime('When it was made.', '2026-11-14T18:20:00.000Z'),
  },
  { title: 'OwnToken', description: 'The token that asks.' },
)

const Quotas = Type.Object(
  {
    vigentes: As(QuotaUse, 'Credentials that have neither ended nor been revoked; scheduled ones too.'),
    emitidas_por_dia: As(QuotaUse, 'Credentials issued in the last 24 hours.'),
    correos_por_dia: As(QuotaUse, 'E-mails to customers in the last 24 hours, those that wait among them.'),
    webhooks: As(QuotaUse, 'Active webhooks.'),
  },
  { title: 'Quotas', description: 'What the operator allows the organization.' },
)

const Limits = Type.Object(
  { por_minuto: Count('Requests per minute and IP address.'), cuotas: Quotas },
  { title: 'Limits', description: 'How much the organization and the token may.' },
)

export const MeSchema = Type.Object(
  {
    ok: Ok,
    organizacion: Organization,
    token: OwnToken,
    limites: Limits,
    modo: Words('Mode', ['produccion', 'prueba'], '`prueba`: the token was made for tests.'),
  },
  { $id: 'Me', description: 'Who is asking, and how much they may.', examples: [meExample] },
)

type Uses = Readonly<Record<Quota, { readonly limit: number | null; readonly used: number | null }>>

export function meToWire(
  owner: { readonly id: number; readonly name: string },
  token: Token,
  perMinute: number,
  uses: Uses,
): Static<typeof MeSchema> {
  const use = ({ limit, used }: Uses[Quota]) => ({ limite: limit, usadas: used })
  return {
    ok: true,
    organizacion: { id: owner.id, nombre: owner.name },
    token: {
      id: token.id,
      nombre: token.name,
      alcances: [...token.scopes],
      sin_passwords: token.limits.includes('no_passwords'),
      sin_webhooks: token.limits.includes('no_webhooks'),
      expira_at: token.expiresAt?.toISOString() ?? null,
      creado_at: token.createdAt.toISOString(),
    },
    limites: {
      por_minuto: perMinute,
      cuotas: {
        [QUOTA_NAMES.inForce]: use(uses.inForce),
        [QUOTA_NAMES.issuedPerDay]: use(uses.issuedPerDay),
        [QUOTA_NAMES.mailsPerDay]: use(uses.mailsPerDay),
        [QUOTA_NAMES.webhooks]: use(uses.webhooks),
      },
    },
    modo: token.isTest ? 'prueba' : 'produccion',
  }
}
