import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineBuffer, thousandthsOf } from '../src/line-buffer.ts'

const written = (value: number): string => {
  const parts: Buffer[] = []
  const lines = new LineBuffer((bytes) => parts.push(bytes))
  lines.fixed3(value).text('|').endLine().flush()
  return Buffer.concat(parts).toString('latin1')
}

it.each([
  [21885101.1824, '  21885101.182|\n'],
  [-0.1234, '         -.123|\n'],
  [0, '          .000|\n'],
  [-2963.8407, '     -2963.841|\n'],
  [139999999.9996, ' 140000000.000|\n'],
])('writes %d as F14.3', (value, text) => expect(written(value)).toBe(text))

it('rounds like toFixed, also next to a tie', () => {
  const near = fc.tuple(
    fc.integer({ min: -2e8, max: 2e8 }),
    fc.integer({ min: 0, max: 999 }),
    fc.double({ min: -1e-7, max: 1e-7, noNaN: true }),
  )
  fc.assert(
    fc.property(near, ([metres, thousandths, offset]) => {
      const value = metres + (thousandths + 0.5) / 1000 + offset
      expect(thousandthsOf(value)).toBe(Math.round(Number(value.toFixed(3)) * 1000))
    }),
    { numRuns: 2000 },
  )
})

it('passes text on in blocks and ends lines without trailing spaces', () => {
  const parts: Buffer[] = []
  const lines = new LineBuffer((bytes) => parts.push(bytes))
  for (let i = 0; i < 5_000; i++) lines.text('G01').spaces(40).endLine()
  lines.flush()
  expect(parts.length).toBeGreaterThan(0)
  expect(Buffer.concat(parts).toString()).toBe('G01\n'.repeat(5_000))
})
