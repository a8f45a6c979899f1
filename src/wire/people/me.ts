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
      horas_rinex_por_dia: { limite: null, usadas: null },
    },
  },
  modo: 'produccion',
}

const QuotaUse = Type.Object(
  {
    limite: CountOrNull('Limit of the organization; `null` if it has none.'),
    usadas: CountOrNull('Current use; `null` if there is no limit.'),
  },
  { title: 'QuotaUse', description: 'A quota and its current use.' },
)

const Organization = Type.Object(
  {
    id: Id('Identifier of the organization.'),
    nombre: Type.String({ maxLength: 200, description: 'Name of the organization.' }),
  },
  { title: 'Organization', description: 'The organization that the token belongs to.' },
)

const OwnToken = Type.Object(
  {
    id: Id('Identifier of the token.'),
    nombre: Type.String({ maxLength: 200, description: 'Name of the token.' }),
    alcances: Type.Array(OpenWords('Scope', SCOPES, 'A permission of a token.'), {
      description: 'Scopes of the token.',
    }),
    sin_passwords: Type.Boolean({ description: '`true` if responses to this token omit `password`, `url` and `pdf`.' }),
    sin_webhooks: Type.Boolean({
      description: '`true` if the token has no access to webhooks, which `read` otherwise includes.',
    }),
    expira_at: Nullable('string', {
      format: 'date-time',
      description: 'Expiry time of the token; `null` if it never expires.',
    }),
    creado_at: DateTime('Creation time.', '2026-11-14T18:20:00.000Z'),
  },
  { title: 'OwnToken', description: 'The token of the request.' },
)

const Quotas = Type.Object(
  {
    vigentes: As(QuotaUse, 'Credentials that are neither expired nor revoked, including scheduled ones.'),
    emitidas_por_dia: As(QuotaUse, 'Credentials issued in the last 24 hours.'),
    correos_por_dia: As(QuotaUse, 'E-mails to customers in the last 24 hours, including queued ones.'),
    webhooks: As(QuotaUse, 'Active webhooks.'),
    horas_rinex_por_dia: As(QuotaUse, 'Hours of data in RINEX requests of the last 24 hours.'),
  },
  { title: 'Quotas', description: 'Quotas of the organization, set by the operator.' },
)

const Limits = Type.Object(
  { por_minuto: Count('Maximum number of requests per minute and IP address.'), cuotas: Quotas },
  { title: 'Limits', description: 'Limits of the organization and the token.' },
)

export const MeSchema = Type.Object(
  {
    ok: Ok,
    organizacion: Organization,
    token: OwnToken,
    limites: Limits,
    modo: Words('Mode', ['produccion', 'prueba'], '`prueba` for a test token, otherwise `produccion`.'),
  },
  {
    $id: 'Me',
    description: 'The organization and token of the caller, with limits and current use.',
    examples: [meExample],
  },
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
        [QUOTA_NAMES.rinexHoursPerDay]: use(uses.rinexHoursPerDay),
      },
    },
    modo: token.isTest ? 'prueba' : 'produccion',
  }
}
