import { describe, expect, it } from 'vitest'
import { RefusalBudget } from '../../../src/domain/sessions/refusal-budget.ts'

const line = (mountpoint: string, address = '203.0.113.7') => ({
  username: 'u',
  mountpoint,
  reason: 'unknown_mountpoint' as const,
  address,
  agent: 'NTRIP x',
})
const rest = (address: string) => ({ username: '', mountpoint: '', reason: 'unknown_mountpoint', address, agent: '' })

describe('the refusal log of unknown clients', () => {
  it('has thirty lines per address in ten minutes, repeated freely, then one without names', () => {
    const budget = new RefusalBudget()
    for (let count = 0; count < 60; count++) {
      const said = line(`M${count % 30}`)
      expect(budget.lineFor(said, 0)).toEqual(said)
    }
    expect(budget.lineFor(line('M30'), 0)).toEqual(rest('203.0.113.7'))
    expect(budget.lineFor(line('M0'), 600_000)).toEqual(line('M0'))
    expect(budget.lineFor(line('M30'), 600_001)).toEqual(line('M30'))
  })

  it('counts each address separately, and an IPv6 network as one', () => {
    const budget = new RefusalBudget()
    for (let count = 0; count < 31; count++) budget.lineFor(line(`M${count}`), 0)
    expect(budget.lineFor(line('M'), 0)).toEqual(rest('203.0.113.7'))
    expect(budget.lineFor(line('M', '203.0.113.8'), 0)).toEqual(line('M', '203.0.113.8'))
    for (let count = 0; count < 30; count++) budget.lineFor(line('M', `2001:db8:1:2::${count.toString(16)}`), 0)
    expect(budget.lineFor(line('M', '2001:db8:1:2:ffff::'), 0)).toEqual(rest('2001:db8:1:2::/64'))
  })

  it('has at most 3,000 lines, 500 without names, and one for the rest, for any addresses', () => {
    const budget = new RefusalBudget()
    const lines = new Set<string>()
    for (let count = 0; count < 20_000; count++)
      lines.add(JSON.stringify(budget.lineFor(line('M', `10.0.${count >> 8}.${count & 255}`), 0)))
    expect(lines.size).toBe(3_000 + 500 + 1)
    expect([...lines].at(-1)).toBe(
      JSON.stringify({ reason: 'unknown_mountpoint', username: '', mountpoint: '', agent: '', address: '' }),
    )
  })

  it('starts over after the clock was set back', () => {
    const budget = new RefusalBudget()
    for (let count = 0; count < 31; count++) budget.lineFor(line(`M${count}`), 1_000_000)
    expect(budget.lineFor(line('M'), 999_999)).toEqual(line('M'))
  })
})
