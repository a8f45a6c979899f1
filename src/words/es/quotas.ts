import type { Quota } from '../../domain/people/quota.ts'

/** Includes the API's name of the quota. */
export const QUOTA: Readonly<Record<Quota, string>> = {
  inForce: 'credenciales vigentes o programadas (vigentes)',
  issuedPerDay: 'credenciales emitidas en 24 horas (emitidas_por_dia)',
  mailsPerDay: 'correos en 24 horas (correos_por_dia)',
  webhooks: 'webhooks activos (webhooks)',
  rinexHoursPerDay: 'horas de datos RINEX en 24 horas (horas_rinex_por_dia)',
}
