import { type Static, Type } from 'typebox'
import type { OverQuota, Quota } from '../../domain/people/quota.ts'
import { Count, OpenWords } from '../common.ts'

export const QUOTA_NAMES = {
  inForce: 'vigentes',
  issuedPerDay: 'emitidas_por_dia',
  mailsPerDay: 'correos_por_dia',
  webhooks: 'webhooks',
  rinexHoursPerDay: 'horas_rinex_por_dia',
} as const satisfies Record<Quota, string>

export const QuotaNamed = Type.Object(
  {
    nombre: OpenWords('QuotaName', Object.values(QUOTA_NAMES), 'Name of the quota, as in `GET /yo`.'),
    limite: Count('Limit of the organization.'),
  },
  { title: 'ExceededQuota', description: 'With `quota_exceeded`: the quota that the request would exceed.' },
)

export const quotaNamed = ({ quota, limit }: OverQuota): Static<typeof QuotaNamed> => ({
  nombre: QUOTA_NAMES[quota],
  limite: limit,
})
