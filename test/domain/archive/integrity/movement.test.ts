import { describe, expect, it } from 'vitest'
import { BIN_MS, type Movement, MovementWatch } from '../../../../src/domain/archive/integrity/movement.ts'

const HOUR_BINS = 12

/** Deviations of `hours`, in metres, with a regular scatter. */
function watch(hours: number, at: (bin: number) => { east?: number; up?: number }, scatterM = 0.004) {
  const watching = new MovementWatch()
  const found: (Movement & { bin: number })[] = []
  for (let bin = 0; bin < hours * HOUR_BINS; bin++) {
    const { east = 0, up = 0 } = at(bin)
    const noise = scatterM * Math.sin(bin * 2.4)
    const movement = watching.add(bin * BIN_MS, { east: east + noise, north: -noise, up: up + 2 * noise })
    if (movement) found.push({ ...movement, bin })
  }
  return { found, watching }
}

const MOVED_AT = 10 * HOUR_BINS

describe('a movement', () => {
  it.each([
    [0.06, 3],
    [0.05, 3],
    [0.03, 5],
    [0.025, 5],
    [0.02, 11],
  ])('of %f m to the east is detected within %i bins', (east, bins) => {
    const { found } = watch(14, (bin) => (bin >= MOVED_AT ? { east } : {}))
    expect(found).toHaveLength(1)
    expect(found[0]!.bin - MOVED_AT).toBeLessThanOrEqual(bins)
    expect(Math.abs(found[0]!.sinceMs / BIN_MS - MOVED_AT)).toBeLessThanOrEqual(1)
    expect(found[0]!.east).toBeGreaterThan(east / 2)
  })

  it('of 4 cm in height is detected within an hour', () => {
    const { found } = watch(14, (bin) => (bin >= MOVED_AT ? { up: 0.04 } : {}))
    expect(found).toHaveLength(1)
    expect(found[0]!.bin - MOVED_AT).toBeLessThan(HOUR_BINS)
  })

  it('of 5 cm in height is detected', () => {
    expect(watch(14, (bin) => (bin >= MOVED_AT ? { up: -0.05 } : {})).found).toHaveLength(1)
  })

  it('is reported again after the station was back', () => {
    const isMoved = (bin: number) => (bin >= MOVED_AT && bin < MOVED_AT + 24) || bin >= MOVED_AT + 72
    expect(watch(20, (bin) => (isMoved(bin) ? { east: 0.06 } : {})).found).toHaveLength(2)
  })
})

describe('no movement', () => {
  it('is reported for 30 quiet hours, nor for a constant error', () => {
    expect(watch(30, () => ({})).found).toEqual([])
    expect(watch(30, () => ({ east: 0.4, up: -0.1 })).found).toEqual([])
  })

  it('is reported for a disturbance of ten minutes', () => {
    expect(watch(20, (bin) => (bin === MOVED_AT || bin === MOVED_AT + 1 ? { east: 0.3 } : {})).found).toEqual([])
  })

  it('is reported for 20 minutes that are wrong', () => {
    const isWrong = (bin: number) => bin >= MOVED_AT && bin < MOVED_AT + 4
    expect(watch(20, (bin) => (isWrong(bin) ? { east: 0.03, up: 0.05 } : {})).found).toEqual([])
  })

  it('is reported for a centimetre that lasts', () => {
    expect(watch(30, (bin) => (bin >= MOVED_AT ? { east: 0.01, up: 0.02 } : {})).found).toEqual([])
  })

  it('is reported for the larger errors of a tenth of the hours', () => {
    const isActive = (bin: number) => bin % 120 >= 96
    const { found } = watch(40, (bin) => (isActive(bin) ? { east: 0.014 * Math.sin(bin / 7) } : {}))
    expect(found).toEqual([])
  })

  it('is reported below what the scatter of the station allows to detect', () => {
    const drifting = (bin: number) => ({ east: 0.012 * Math.sin(bin / 20) })
    const { found, watching } = watch(40, drifting)
    expect(found).toEqual([])
    expect(watching.minimumDetectable().horizontal).toBeGreaterThan(0.03)
  })
})

it('does not take the way back after a long movement for another one', () => {
  const watch = new MovementWatch()
  const found = Array.from({ length: 30 * 12 }, (_, bin) => {
    const east = bin >= 36 && bin < 24 * 12 ? 0.05 : 0
    return watch.add(bin * BIN_MS, { east, north: 0, up: 0 })
  }).filter((movement) => movement !== null)
  expect(found).toHaveLength(1)
  expect(watch.isMoved).toBe(false)
})
