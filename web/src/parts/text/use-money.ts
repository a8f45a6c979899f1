import { useLanguage } from '../../language.tsx'
import { localeOf } from './moment.tsx'
import { decimalOf, type Money } from './money.ts'

export function useMoney(): (money: Money) => string {
  const { language } = useLanguage()
  return (money) => {
    const format = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: money.currency,
      currencyDisplay: 'narrowSymbol',
    })
    return `${format.format(decimalOf(money) as `${number}`)} ${money.currency}`
  }
}
