// Which set of a satellite is used if stations send different ones.
import type { KeplerianEphemeris } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { EphemerisBook } from '../../src/index.ts'
import { START_S, sky } from '../support/world.ts'

const [[SATELLITE, FIRST]] = sky(['GPS']) as unknown as [[number, KeplerianEphemeris]]
const [GOOD_A, GOOD_B, GOOD_C, WRONG] = [1, 2, 3, 4]
/** Radians along the orbit: 53 km. */
const SHIFT = 0.002
const HOUR_S = 3_600

const shifted = (one: KeplerianEphemeris): KeplerianEphemeris => ({ ...one, m0: one.m0 + SHIFT })
/** The same orbit two hours later, as satellites send it: within a few metres of the first one. */
const next = (one: KeplerianEphemeris): KeplerianEphemeris => ({
  ...{ ...one, toe: one.toe + 2 * HOUR_S, toc: one.toc + 2 * HOUR_S, issue: 2, clockIssue: 2 },
  m0: one.m0 + (Math.sqrt(3.986_005e14) / one.sqrtA ** 3 + one.deltaN) * 2 * HOUR_S,
  omega0: one.omega0 + one.omegaDot * 2 * HOUR_S,
  af0: one.af0 + one.af1 * 2 * HOUR_S,
})
const NEXT = next(FIRST)

function bookWith(...sent: readonly [source: number, ephemeris: KeplerianEphemeris][]): EphemerisBook {
  const book = new EphemerisBook()
  for (const [source, ephemeris] of sent) book.add(ephemeris, source)
  return book
}

const used = (book: EphemerisBook, hours = 0) => book.find(SATELLITE, START_S + hours * HOUR_S)

describe('ephemerides of several stations', () => {
  it('are those that most stations send, in any order', () => {
    const good: [number, KeplerianEphemeris][] = [
      [GOOD_A, FIRST],
      [GOOD_B, FIRST],
    ]
    const wrong: [number, KeplerianEphemeris] = [WRONG, shifted(FIRST)]
    expect(used(bookWith(wrong, ...good))).toBe(FIRST)
    expect(used(bookWith(...good, wrong))).toEqual(FIRST)
    expect(used(bookWith(good[0]!, wrong, good[1]!))).toEqual(FIRST)
  })

  it('do not change when a station that sent a good set sends another one for the same time', () => {
    const book = bookWith([GOOD_A, FIRST], [WRONG, FIRST], [WRONG, shifted(FIRST)])
    expect(used(book)).toEqual(FIRST)
  })

  it('are not those that contradict a confirmed set, even if their time is nearer', () => {
    const book = bookWith([GOOD_A, FIRST], [GOOD_B, FIRST], [WRONG, shifted(NEXT)])
    expect(used(book, 1.5)).toEqual(FIRST)
    // With two stations only, the set of the good one agrees with what both sent before.
    const two = bookWith([GOOD_A, FIRST], [WRONG, FIRST], [WRONG, shifted(NEXT)], [GOOD_A, NEXT])
    expect(used(two, 1.5)).toEqual(NEXT)
  })

  it('are the newest as soon as one station sends it', () => {
    const book = bookWith([GOOD_A, FIRST], [GOOD_B, FIRST], [GOOD_C, NEXT])
    expect(used(book, 0.5)).toEqual(FIRST)
    expect(used(book, 1.5)).toEqual(NEXT)
    expect(used(book, 3.5)).toEqual(NEXT)
  })

  it('are not stale ones that a station repeats', () => {
    const book = bookWith([GOOD_A, NEXT], [GOOD_B, NEXT])
    for (let times = 0; times < 20; times++) book.add(FIRST, WRONG)
    expect(used(book, 1.5)).toEqual(NEXT)
    // A week old, sent with the week of today: another orbit.
    book.add({ ...NEXT, omega0: NEXT.omega0 + 0.1, m0: NEXT.m0 - 0.7 }, WRONG)
    expect(used(book, 1.5)).toEqual(NEXT)
  })

  it('are not joined from parts of two sets', () => {
    const mixed = { ...NEXT, issue: 1 }
    expect(used(bookWith([WRONG, mixed]), 1.5)).toBeNull()
    expect(used(bookWith([GOOD_A, FIRST], [WRONG, mixed]), 1.5)).toEqual(FIRST)
  })

  it('stay when a station sends many different ones, and memory is bounded', () => {
    const book = bookWith([GOOD_A, FIRST], [GOOD_B, FIRST])
    for (let times = 0; times < 1_000; times++) book.add({ ...FIRST, m0: FIRST.m0 + 0.001 * times + 0.001 }, WRONG)
    expect(used(book)).toEqual(FIRST)
  })

  it('are the newest of a single station, as without a vote', () => {
    const book = bookWith([WRONG, FIRST], [WRONG, shifted(FIRST)])
    expect(used(book)).toEqual(shifted(FIRST))
    expect(used(bookWith([WRONG, FIRST], [WRONG, shifted(NEXT)]), 1.5)).toEqual(shifted(NEXT))
  })
})
