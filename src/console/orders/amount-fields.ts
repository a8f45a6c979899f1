// Money in the console's requests: whole numbers of the smallest unit, within bounds.
import { Type } from 'typebox'
import { CURRENCIES, type Currency, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR } from '../../domain/orders/money.ts'

export const Amount = Type.Integer({ minimum: MIN_AMOUNT_MINOR, maximum: MAX_AMOUNT_MINOR })
export const CurrencyField = Type.Unsafe<Currency>({ enum: [...CURRENCIES] })
