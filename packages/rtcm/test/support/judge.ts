// Compares RTKLIB's decoding of a stream with its decoding of the converted stream.
import { expect } from 'vitest'
import { type Observations, pairs } from './convbin.ts'

/** Tolerances: half a unit of the target, and twice the rounding of the RINEX files, in metres, cycles and decibels. */
export const FINEST = {
  msm: { C: 0.0101, L: 0.0035, S: 0.501, D: 0.0011 },
  legacy: { C: 0.0111, L: 0.003, S: 0.126, D: 0 },
}

/** Returns how many values were compared, by kind. */
export function expectAlike(
  before: Observations,
  made: Observations,
  form: 'msm' | 'legacy',
  isExpected: (satellite: string, type: string) => boolean,
): Record<string, number> {
  const compared: Record<string, number> = {}
  const [first] = made.keys()
  for (const { time, satellite, type, before: was, after: is } of pairs(before, made)) {
    const about = `${time} ${satellite} ${type}`
    if (!isExpected(satellite, type)) {
      expect(is, about).toBeUndefined()
      continue
    }
    expect(is, about).toBeDefined()
    const difference = is!.value - was.value
    // 1004 and 1012 have phases modulo 1500 cycles.
    const turns = form === 'legacy' && type[0] === 'L' ? Math.round(difference / 1500) * 1500 : 0
    expect(Math.abs(difference - turns), about).toBeLessThan(FINEST[form][type[0] as 'C' | 'L' | 'S' | 'D'])
    // A loss of lock stays a loss; with steps of seconds it may be reported once more.
    if (was.lli & 1) expect(is!.lli & 1, about).toBe(1)
    // RTKLIB reports the first observation of a signal as a loss of lock.
    if (form === 'msm' && time !== first) expect(is!.lli, about).toBe(was.lli)
    compared[type[0]!] = (compared[type[0]!] ?? 0) + 1
  }
  for (const time of made.keys()) expect(before.has(time)).toBe(true)
  return compared
}
