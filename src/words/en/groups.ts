import type { GroupUse } from '../../domain/stations/group.ts'

const several = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export const groupUse = ({ credentials, products, orders }: GroupUse): string =>
  [
    ...several(credentials, 'active or scheduled credential', 'active or scheduled credentials'),
    ...several(products, 'product on sale', 'products on sale'),
    ...several(orders, 'unpaid order', 'unpaid orders'),
  ].join(', ')
