// How an order's parts are said.
import type { Order, Product } from '../../../../src/console/contract/orders.ts'
import { DAY_S } from '../../parts/forms/validity.ts'
import { useFigures } from '../../parts/text/figures.ts'
import { useOrderWords } from './words.ts'

const HOUR_S = 3_600

export function useOrderTexts() {
  const words = useOrderWords()
  const { number } = useFigures()
  const validity = (seconds: number) =>
    seconds % DAY_S === 0 ? words.days(number(seconds / DAY_S)) : words.hours(number(seconds / HOUR_S, 0))
  const access = ({ station }: Pick<Order, 'station'>) =>
    station ? `${station.code} · ${station.name}` : words.wholeNetwork
  return {
    validity,
    access,
    what: (order: Order) => order.productName ?? `${validity(order.validitySeconds)} · ${access(order)}`,
    serves: ({ serves, station }: Product) => (serves === 'station' ? access({ station }) : words.servesKinds[serves]),
  }
}
