import type { Order, Product } from '../../../../src/http/console/contract/orders.ts'
import { DAY_S } from '../../parts/forms/validity.ts'
import { useFigures } from '../../parts/text/figures.ts'
import { useOrderWords } from './words.ts'

const HOUR_S = 3_600

export function useOrderTexts() {
  const words = useOrderWords()
  const { number } = useFigures()
  const validity = (seconds: number) =>
    seconds % DAY_S === 0 ? words.days(number(seconds / DAY_S)) : words.hours(number(seconds / HOUR_S, 0))
  const access = ({ station, group }: Pick<Order, 'station' | 'group'>) => {
    if (station) return `${station.code} · ${station.name}`
    return group ? words.ofGroup(group.name) : words.wholeNetwork
  }
  return {
    rinex(hours: number | null): string {
      if (hours === null) return words.rinexKinds.included
      return hours === 0 ? words.rinexKinds.off : words.rinexPerMonth(number(hours))
    },
    validity,
    access,
    what: (order: Order) => order.productName ?? `${validity(order.validitySeconds)} · ${access(order)}`,
    serves: ({ serves, station, group }: Product) =>
      serves === 'station' || serves === 'group' ? access({ station, group }) : words.servesKinds[serves],
  }
}
