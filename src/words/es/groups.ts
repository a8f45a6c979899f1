import type { GroupUse } from '../../domain/stations/group.ts'

const several = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export const groupUse = ({ credentials, products, orders }: GroupUse): string =>
  [
    ...several(credentials, 'credencial vigente o programada', 'credenciales vigentes o programadas'),
    ...several(products, 'producto a la venta', 'productos a la venta'),
    ...several(orders, 'pedido sin pagar', 'pedidos sin pagar'),
  ].join(', ')
