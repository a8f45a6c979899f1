// Pure functions for the order of lists, the console's keyboard shortcuts and the points of charts.
import { describe, expect, it } from 'vitest'
import { gapsOf, gridOf } from '../../web/src/parts/figures/plot-grid.ts'
import { inOrder, nextOrder, orderIn, orderText } from '../../web/src/parts/lists/order.ts'
import { keyActionOf } from '../../web/src/shell/commands/keys.ts'
import { LETTERS } from '../../web/src/shell/commands/letters.ts'
import { matching } from '../../web/src/shell/commands/matching.ts'

describe('the order of a list', () => {
  it('is in the address, descending with a minus', () => {
    expect(orderIn(undefined)).toBeNull()
    for (const text of ['expires', '-expires']) expect(orderText(orderIn(text)!)).toBe(text)
  })

  it('cycles through ascending, descending and none; numbers start with the largest', () => {
    const name = { key: 'name' }
    const up = nextOrder(null, name)
    expect(up).toEqual({ key: 'name', down: false })
    expect(nextOrder(up, name)).toEqual({ key: 'name', down: true })
    expect(nextOrder({ key: 'name', down: true }, name)).toBeNull()
    const bytes = { key: 'bytes', number: true }
    expect(nextOrder(up, bytes)).toEqual({ key: 'bytes', down: true })
    expect(nextOrder({ key: 'bytes', down: true }, bytes)).toEqual({ key: 'bytes', down: false })
  })

  it('respects accents and numbers, and puts missing values last in both directions', () => {
    const rows = ['Zapopan', 'Ángel', null, 'Base 10', 'Base 9']
    const by = (row: string | null) => row
    expect(inOrder(rows, by, false, 'es-MX')).toEqual(['Ángel', 'Base 9', 'Base 10', 'Zapopan', null])
    expect(inOrder(rows, by, true, 'es-MX')).toEqual(['Zapopan', 'Base 10', 'Base 9', 'Ángel', null])
    expect(inOrder([3, null, 20, 1], (row) => row, true, 'en-GB')).toEqual([20, 3, 1, null])
  })
})

describe('the keyboard shortcuts', () => {
  const page = { command: false, alt: false, typing: false, covered: false }
  const wish = (key: string, more: Partial<typeof page> = {}, waiting = false) =>
    keyActionOf({ ...page, key, ...more }, waiting)

  it('open the search everywhere, even while the user types', () => {
    expect(wish('k', { command: true, typing: true })).toEqual({ do: 'find' })
    expect(wish('K', { command: true, covered: true })).toEqual({ do: 'find' })
    expect(wish('k')).toBeNull()
  })

  it('open a page with g and its letter in sequence', () => {
    expect(wish('g')).toEqual({ do: 'wait' })
    expect(wish('s', {}, true)).toEqual({ do: 'go', letter: 's' })
    expect(wish('s')).toBeNull()
  })

  it('are plain characters in a field and under a dialog', () => {
    for (const key of ['g', '?', '/']) {
      expect(wish(key, { typing: true })).toBeNull()
      expect(wish(key, { covered: true })).toBeNull()
    }
    expect(wish('s', { typing: true }, true)).toBeNull()
    expect(wish('?')).toEqual({ do: 'show-keys' })
    expect(wish('/')).toEqual({ do: 'search-here' })
  })

  it('have a unique letter for each page', () => {
    const letters = Object.values(LETTERS)
    expect(new Set(letters).size).toBe(letters.length)
  })

  it('find names by the beginnings of their words', () => {
    const things = ['Emitir credencial', 'Agregar estación', 'Tema: oscuro'].map((label) => ({ label }))
    const found = (typed: string) => matching(things, typed).map(({ label }) => label)
    expect(found('estacion')).toEqual(['Agregar estación'])
    expect(found('cred emi')).toEqual(['Emitir credencial'])
    expect(found('curo')).toEqual([])
    expect(found('')).toHaveLength(3)
  })
})

describe('a chart', () => {
  const span = { from: '2026-11-15T00:00:00Z', to: '2026-11-15T00:30:00Z', pointMs: 300_000 }
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 0, minute)).toISOString()
  const time = (minute: number) => Date.parse(at(minute))

  it('has a point for each step, and null rather than zero where there is no measurement', () => {
    const points = [
      { at: at(5), value: 3 },
      { at: at(10), value: 0 },
      { at: at(25), value: null },
    ]
    const grid = gridOf(span, points, ({ value }) => value)
    expect(grid.values).toEqual([3, 0, null, null, null, null])
    expect(gapsOf(grid)).toEqual([[time(10), time(30)]])
  })

  it('returns separate gaps', () => {
    const grid = gridOf(span, [{ at: at(10) }, { at: at(20) }], () => 1)
    expect(gapsOf(grid)).toEqual([
      [time(0), time(5)],
      [time(10), time(15)],
      [time(20), time(30)],
    ])
  })
})
