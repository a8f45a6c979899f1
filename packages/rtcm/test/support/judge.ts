// Holds what RTKLIB reads of a stream against what it reads of what was made of it.
import { expect } from 'vitest'
import { type Observations, pairs } from './convbin.ts'

/** Half a unit of the target, and what the RINEX files round off, twice: in metres, cycles and decibels. */
export const FINEST = {
  msm: { C: 0.0101, L: 0.0035, S: 0.501, D: 0.0011 },
  legacy: { C: 0.0111, L: 0.003, S: 0.126, D: 0 },
}

/** How many were compared, of each kind. */
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
    // 1004 and 1012 hold phases but for 1500 cycles.
    const turns = form === 'legacy' && type[0] === 'L' ? Math.round(difference / 1500) * 1500 : 0
    expect(Math.abs(difference - turns), about).toBeLessThan(FINEST[form][type[0] as 'C' | 'L' | 'S' | 'D'])
    // What was lost is said to be lost; in steps of seconds it may be said once more.
    if (was.lli & 1) expect(is!.lli & 1, about).toBe(1)
    // The first time that it hears of a signal, RTKLIB takes it for lost before.
    if (form === 'msm' && time !== first) expect(is!.lli, about).toBe(was.lli)
    compared[type[0]!] = (compared[type[0]!] ?? 0) + 1
  }
  for (const time of made.keys()) expect(before.has(time)).toBe(true)
  return compared
}
