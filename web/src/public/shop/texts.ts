// Describes a product in words.

import type { ShopProduct } from '../../../../src/http/public/contract.ts'
import { useFigures } from '../../parts/text/figures.ts'
import { useShopWords } from './api.ts'

const DAY_S = 86_400
const HOUR_S = 3_600

export function useShopTexts() {
  const words = useShopWords()
  const { number } = useFigures()
  return {
    validity: (seconds: number) =>
      seconds % DAY_S === 0 ? words.days(number(seconds / DAY_S)) : words.hours(number(seconds / HOUR_S)),
    access: ({ serves, station, group }: Pick<ShopProduct, 'serves' | 'station' | 'group'>) => {
      if (serves === 'station') return words.ofStation(station?.code ?? '', station?.name ?? '')
      return serves === 'group' ? words.ofGroup(group ?? '') : words.serves[serves]
    },
  }
}
