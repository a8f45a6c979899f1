import type { Quota } from '../../domain/people/quota.ts'
import type { GroupUse } from '../../domain/stations/group.ts'

/** Includes the API's name of the quota. */
export const QUOTA: Readonly<Record<Quota, string>> = {
  inForce: 'active or scheduled credentials (vigentes)',
  issuedPerDay: 'credentials issued in 24 hours (emitidas_por_dia)',
  mailsPerDay: 'e-mails in 24 hours (correos_por_dia)',
  webhooks: 'active webhooks (webhooks)',
  rinexHoursPerDay: 'hours of RINEX data in 24 hours (horas_rinex_por_dia)',
}

const several = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export const groupUse = ({ credentials, products, orders, mountpoints }: GroupUse): string =>
  [
    ...several(credentials, 'active or scheduled credential', 'active or scheduled credentials'),
    ...several(products, 'product on sale', 'products on sale'),
    ...several(orders, 'unpaid order', 'unpaid orders'),
    ...several(mountpoints, 'network mountpoint', 'network mountpoints'),
  ].join(', ')
