import { describe, expect, it } from 'vitest'
import { CURRENCIES, moneyText } from '../../../src/domain/orders/money.ts'
import { decimalOf, minorOf, CURRENCIES as SHOWN } from '../../../web/src/parts/text/money.ts'

describe('an amount', () => {
  it("is formatted with the currency's digits", () => {
    expect(moneyText({ amountMinor: 125_005, currency: 'MXN' })).toBe('1250.05 MXN')
    expect(moneyText({ amountMinor: 5, currency: 'MXN' })).toBe('0.05 MXN')
    expect(moneyText({ amountMinor: 99_999_999, currency: 'USD' })).toBe('999999.99 USD')
    expect(moneyText({ amountMinor: 5_000, currency: 'CLP' })).toBe('5000 CLP')
  })
})

describe('amounts in the browser', () => {
  it('have the same currencies', () => {
    expect(SHOWN).toEqual(CURRENCIES)
  })

  it('are read back as written', () => {
    for (const currency of SHOWN)
      for (const amountMinor of [1, 9, 10, 99, 100, 101, 1_050, 125_005, 999_999, 12_345_678, 99_999_999])
        expect(minorOf(decimalOf({ amountMinor, currency }), currency)).toBe(amountMinor)
  })

  it.each([
    ['1,250.50', 125_050],
    ['$1250.5', 125_050],
    [' 0.01 ', 1],
    ['1250', 125_000],
    ['1250.', 125_000],
    // 4.35 * 100 is 434.99999999999994
    ['4.35', 435],
    ['999,999.99', 99_999_999],
  ])('are parsed exactly: %s', (text, minor) => {
    expect(minorOf(text, 'MXN')).toBe(minor)
  })

  it.each(['', '0', '0.00', '-1', '1.005', '1e3', '12,50', '1.250,00', 'abc', '1000000', '９'])(
    'are rejected: %s',
    (text) => {
      expect(minorOf(text, 'MXN')).toBeNull()
    },
  )
})
