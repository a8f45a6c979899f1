import type { Quota } from '../../domain/people/quota.ts'

/** Includes the API's name of the quota. */
export const QUOTA: Readonly<Record<Quota, string>> = {
  inForce: 'active or scheduled credentials (vigentes)',
  issuedPerDay: 'credentials issued in 24 hours (emitidas_por_dia)',
  mailsPerDay: 'e-mails in 24 hours (correos_por_dia)',
  webhooks: 'active webhooks (webhooks)',
  rinexHoursPerDay: 'hours of RINEX data in 24 hours (horas_rinex_por_dia)',
}
