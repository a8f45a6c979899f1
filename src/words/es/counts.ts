import type { Quota } from '../../domain/people/quota.ts'
import type { GroupUse } from '../../domain/stations/group.ts'

/** Includes the API's name of the quota. */
export const QUOTA: Readonly<Record<Quota, string>> = {
  inForce: 'credenciales vigentes o programadas (vigentes)',
  issuedPerDay: 'credenciales emitidas en 24 horas (emitidas_por_dia)',
  mailsPerDay: 'correos en 24 horas (correos_por_dia)',
  webhooks: 'webhooks activos (webhooks)',
  rinexHoursPerDay: 'horas de datos RINEX en 24 horas (horas_rinex_por_dia)',
}

const several = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export const groupUse = ({ credentials, products, orders, mountpoints }: GroupUse): string =>
  [
    ...several(credentials, 'credencial vigente o programada', 'credenciales vigentes o programadas'),
    ...several(products, 'producto a la venta', 'productos a la venta'),
    ...several(orders, 'pedido sin pagar', 'pedidos sin pagar'),
    ...several(mountpoints, 'punto de montaje de red', 'puntos de montaje de red'),
  ].join(', ')
