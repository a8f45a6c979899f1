// MSM of a lower level, compared field by field with the original.
import { describe, expect, it } from 'vitest'
import { fineLockIndicator, lockIndicator } from '../../src/observations/msm-fields.ts'
import { convertAll } from '../support/conversion.ts'
import { type RawMsm, randomMsm, readMsm, seeded, writeMsm } from '../support/raw-messages.ts'

const BASES = [1070, 1080, 1090, 1100, 1110, 1120, 1130]
const NONE = { 15: -(2 ** 14), 20: -(2 ** 19), 22: -(2 ** 21), 24: -(2 ** 23) }

/** The shortest time that a value of DF407 means, by the table of the standard. */
function shortestLock(indicator: number): number {
  if (indicator < 64) return indicator
  for (let step = 0; step < 20; step++)
    if (indicator < 96 + 32 * step) return 2 ** (step + 6) + (indicator - 64 - 32 * step) * 2 ** (step + 1)
  return indicator === 704 ? 2 ** 26 : 0
}

/** Expects each value rounded to the nearest, or "not available"; returns how many became "not available". */
function expectRounded(
  before: readonly number[],
  after: readonly number[],
  shift: number,
  none: readonly [number, number],
): number {
  const nearest = before.map((value) => Math.floor(value / 2 ** shift + 0.5))
  const fits = nearest.map((value, i) => before[i] !== none[0] && Math.abs(value) < -none[1])
  expect(after).toEqual(nearest.map((value, i) => (fits[i] ? value : none[1])))
  return fits.filter((does, i) => !does && before[i] !== none[0]).length
}

function expectSameHead(before: RawMsm, after: RawMsm) {
  const { stationId, epoch, rest, satellites, signals, mask } = before
  expect(after).toMatchObject({ stationId, epoch, rest, satellites, signals, mask, more: 0 })
  expect(after.fields.whole).toEqual(before.fields.whole)
  expect(after.fields.part).toEqual(before.fields.part)
  expect(after.fields.half).toEqual(before.fields.half)
}

describe.each([
  { from: 7, to: 5 as const },
  { from: 7, to: 4 as const },
  { from: 6, to: 4 as const },
  { from: 5, to: 4 as const },
])('MSM$from as MSM$to', ({ from, to }) => {
  it('keeps common fields and rounds the rest, for any content', () => {
    const random = seeded(from * 10 + to)
    for (let round = 0; round < 150; round++) {
      const before = randomMsm(random, BASES[round % 7]! + from)
      const { payloads, counts } = convertAll([writeMsm(before)], { form: `msm${to}` })
      expect(payloads).toHaveLength(1)
      const after = readMsm(payloads[0]!)
      expect(after.type).toBe(BASES[round % 7]! + to)
      expectSameHead(before, after)
      const { range, phase, lock, cnr, info, roughRate, rate } = before.fields
      if (to === 5) expect(after.fields).toMatchObject({ info, roughRate, rate })
      if (from < 6) {
        expect(after.fields).toMatchObject({ range, phase, lock, cnr })
        expect(counts.leftOut.out_of_range).toBe(0)
        continue
      }
      const lost =
        expectRounded(range, after.fields.range, 5, [NONE[20], NONE[15]]) +
        expectRounded(phase, after.fields.phase, 2, [NONE[24], NONE[22]])
      expect(counts.leftOut.out_of_range).toBe(lost)
      expect(after.fields.lock).toEqual(lock.map((indicator) => lockIndicator(shortestLock(indicator))))
      expect(after.fields.cnr).toEqual(cnr.map((value) => Math.min(63, Math.round(value / 16))))
    }
  })
})

describe('a lower level', () => {
  const one = (fields: Partial<RawMsm['fields']>) => {
    const random = seeded(1)
    const whole = randomMsm(random, 1077, { satellites: [5], signals: [2], mask: [1] })
    const before = { ...whole, fields: { ...whole.fields, ...fields } }
    const { payloads, counts } = convertAll([writeMsm(before)], { form: 'msm4' })
    return { ...readMsm(payloads[0]!).fields, counts }
  }

  it.each([
    [0, 0],
    [15, 0],
    [16, 1],
    [-16, 0],
    [-17, -1],
    [524_271, 16_383],
    [524_272, -16_384], // would be 16384
    [524_287, -16_384],
    [-524_272, -16_383],
    [-524_273, -16_384], // would mean "not available"
    [-524_288, -16_384],
  ])('converts the fine range %i to the range %i', (before, after) => {
    expect(one({ range: [before] }).range).toEqual([after])
  })

  it.each([
    [1, 0],
    [2, 1],
    [-2, 0],
    [-3, -1],
    [8_388_605, 2_097_151],
    [8_388_606, -2_097_152],
    [-8_388_606, -2_097_151],
    [-8_388_607, -2_097_152],
    [-8_388_608, -2_097_152],
  ])('converts the fine phase %i to the phase %i', (before, after) => {
    expect(one({ phase: [before] }).phase).toEqual([after])
  })

  it('counts values that do not fit, but not missing ones', () => {
    expect(one({ range: [524_287], phase: [0] }).counts.leftOut.out_of_range).toBe(1)
    expect(one({ range: [-524_288], phase: [-8_388_608] }).counts.leftOut.out_of_range).toBe(0)
  })

  it('never overstates the lock time, at any step', () => {
    for (let indicator = 0; indicator < 1024; indicator++) {
      const { lock } = one({ lock: [indicator] })
      expect(lock).toEqual([indicator > 704 ? 0 : lockIndicator(shortestLock(indicator))])
      if (indicator <= 704) expect(fineLockIndicator(shortestLock(indicator))).toBe(indicator)
    }
  })

  it('rounds signal strengths, and clips the strongest', () => {
    for (const [before, after] of [
      [0, 0],
      [7, 0],
      [8, 1],
      [727, 45],
      [728, 46],
      [1007, 63],
      [1023, 63],
    ] as const)
      expect(one({ cnr: [before] }).cnr).toEqual([after])
  })

  it('is unchanged where the message has that level', () => {
    for (const [level, form] of [
      [4, 'msm4'],
      [5, 'msm5'],
    ] as const) {
      const payload = writeMsm(randomMsm(seeded(3), 1070 + level, { more: 0 }))
      expect(convertAll([payload], { form }).payloads).toEqual([payload])
    }
  })

  it.each([
    [1, 'msm4'],
    [2, 'msm4'],
    [3, 'msm4'],
    [3, 'msm5'],
    [4, 'msm5'],
    [4, 'msm4'],
    [5, 'msm5'],
  ] as const)('never raises the level: MSM%i stays as it is as %s', (level, form) => {
    const sent = writeMsm(randomMsm(seeded(4), 1070 + level, { more: 0 }))
    const { payloads, counts } = convertAll([sent], { form })
    expect(payloads).toEqual([sent])
    expect(counts.leftOut.lower_level).toBe(0)
  })

  it('is MSM4 where MSM5 is requested for MSM6, which has no rates', () => {
    const sent = writeMsm(randomMsm(seeded(4), 1076))
    expect(convertAll([sent], { form: 'msm5' }).payloads).toEqual(convertAll([sent], { form: 'msm4' }).payloads)
  })

  it('is not converted from MSM3 to 1004', () => {
    const { payloads, counts } = convertAll([writeMsm(randomMsm(seeded(4), 1073))], { form: 'legacy' })
    expect(payloads).toEqual([])
    expect(counts.leftOut.lower_level).toBe(1)
  })

  it('accepts 64 cells, and not more', () => {
    const satellites = Array.from({ length: 16 }, (_, index) => index + 1)
    const [full, mask] = [[2, 8, 10, 22], Array(64).fill(1)]
    const fits = randomMsm(seeded(5), 1077, { satellites, signals: full, mask })
    expect(readMsm(convertAll([writeMsm(fits)], { form: 'msm4' }).payloads[0]!).mask).toHaveLength(64)
    const wide = randomMsm(seeded(5), 1077, {
      satellites: [...satellites, 17],
      signals: full,
      mask: [...Array(10).fill(1), ...Array(58).fill(0)],
    })
    for (const form of ['as_is', 'msm4', 'legacy'] as const) {
      const { payloads, counts } = convertAll([writeMsm(wide)], { form })
      expect(payloads).toEqual([])
      expect(counts.leftOut.malformed).toBe(1)
    }
  })

  it('is not made from a truncated message or an impossible time', () => {
    const whole = writeMsm(randomMsm(seeded(6), 1087))
    const late = writeMsm(randomMsm(seeded(6), 1077, { epoch: 604_800_000 }))
    const lateInRussia = writeMsm(randomMsm(seeded(6), 1087, { epoch: 86_401_000 }))
    for (const payload of [whole.subarray(0, -1), whole.subarray(0, 10), whole.subarray(0, 4), late, lateInRussia]) {
      const { payloads, counts } = convertAll([payload], { form: 'msm4' })
      expect(payloads).toEqual([])
      expect(counts.leftOut.malformed).toBe(1)
    }
  })
})
