import { encode1019, encode1020, encode1046, ephemerisKey } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { GALILEO, GLONASS, GPS, INSTANT } from '../../../rtcm/test/support/orbits.ts'
import { EphemerisVotes } from '../../src/index.ts'

const NOW = INSTANT
const MINUTE = 60_000
/** Two hours later, the satellite broadcasts the next set of the same orbit. */
const NEXT = { ...GPS, iode: 46, iodc: 302, toe: GPS.toe + 16, toc: GPS.toc + 16 }
const meanMotion = Math.sqrt(3.986_005e14) / GPS.sqrtA ** 3 + GPS.deltaN
/** The elements of 16 s later, so that both sets describe the same orbit. */
const nextOrbit = {
  ...NEXT,
  m0: GPS.m0 + meanMotion * 16,
  omega0: GPS.omega0 + (GPS.omegaDot - 7.292_115_146_7e-5) * 16 + 7.292_115_146_7e-5 * 16,
  i0: GPS.i0 + GPS.iDot * 16,
  af0: GPS.af0 + GPS.af1 * 16,
}
const [good, next] = [encode1019(GPS), encode1019(nextOrbit)]
const wrong = encode1019({ ...GPS, m0: GPS.m0 - 0.001 })
const wrongNext = encode1019({ ...nextOrbit, m0: GPS.m0 - 0.001 })

/** `stations`: the stations that announce each payload, in this order. */
function votes(stations: readonly (readonly [payload: Buffer, ...stationIds: number[]])[], nowMs = NOW) {
  const book = new EphemerisVotes()
  for (const [payload, ...ids] of stations) for (const id of ids) book.vote(id, 1019, payload, nowMs)
  return book
}
const agreed = (book: EphemerisVotes, nowMs = NOW) => book.agreed(nowMs).map(({ payload }) => payload)

describe('the ephemerides on which stations agree', () => {
  it('need two stations', () => {
    expect(agreed(votes([[good, 1]]))).toEqual([])
    expect(votes([[good, 1, 2]]).agreed(NOW)).toEqual([{ key: ephemerisKey(good, 1019), type: 1019, payload: good }])
  })

  it('do not count a station twice', () => {
    expect(agreed(votes([[good, 1, 1, 1]]))).toEqual([])
  })

  it('are the newest set of the orbit', () => {
    expect(
      agreed(
        votes([
          [good, 1, 2, 3],
          [next, 4, 5],
        ]),
      ),
    ).toEqual([next])
    expect(
      agreed(
        votes([
          [next, 4, 5],
          [good, 1, 2],
        ]),
      ),
    ).toEqual([next])
  })

  it.each([
    ['another content of the same set', wrong],
    ['another set of another orbit, which is newer', wrongNext],
  ])('never include a minority with %s', (_, bad) => {
    expect(
      agreed(
        votes([
          [bad, 9, 8],
          [good, 1, 2, 3],
        ]),
      ),
    ).toEqual([good])
    expect(
      agreed(
        votes([
          [good, 1, 2],
          [bad, 9],
        ]),
      ),
    ).toEqual([good])
  })

  it('include neither of two sets that contradict each other with as many votes', () => {
    expect(
      agreed(
        votes([
          [wrong, 8, 9],
          [good, 1, 2],
        ]),
      ),
    ).toEqual([])
    expect(
      agreed(
        votes([
          [wrongNext, 8, 9],
          [good, 1, 2],
        ]),
      ),
    ).toEqual([])
  })

  it('follow a station that announces another set', () => {
    const book = votes([
      [wrong, 1, 2],
      [good, 3],
    ])
    book.vote(1, 1019, good, NOW)
    expect(agreed(book)).toEqual([good])
  })

  it('end when stations do not repeat them, and when they are too old', () => {
    const book = votes([[good, 1, 2]])
    expect(agreed(book, NOW + 14 * MINUTE)).toEqual([good])
    expect(agreed(book, NOW + 15 * MINUTE)).toEqual([])
    const later = NOW + 150 * MINUTE
    expect(agreed(votes([[good, 1, 2]], later), later)).toEqual([])
  })

  it('ignore fields that receivers fill in differently, and keep the payload while the content stays', () => {
    const withL2P = Buffer.from(good)
    withL2P[good.length - 1]! ^= 0b10
    const book = votes([
      [good, 1],
      [withL2P, 2],
    ])
    expect(agreed(book)).toEqual([good])
    book.vote(1, 1019, withL2P, NOW)
    expect(agreed(book)).toEqual([good])
    const frame = (frameMs: number) => encode1020({ ...GLONASS, frameMs })
    const glonass = new EphemerisVotes()
    glonass.vote(1, 1020, frame(GLONASS.frameMs), GLONASS.referenceMs)
    glonass.vote(2, 1020, frame(GLONASS.frameMs + 30_000), GLONASS.referenceMs)
    expect(agreed(glonass, GLONASS.referenceMs)).toEqual([frame(GLONASS.frameMs)])
  })

  it('are separate for each kind of message, in the order of their keys', () => {
    const book = votes([[good, 1, 2]])
    for (const id of [1, 2]) book.vote(id, 1046, encode1046(GALILEO), NOW)
    expect(book.agreed(NOW).map(({ type }) => type)).toEqual([1019, 1046])
  })
})

describe('the votes', () => {
  it('tell what a station announces itself', () => {
    const book = votes([[good, 1, 2]])
    expect(book.ownOf(1, NOW)).toEqual(new Set([ephemerisKey(good, 1019)]))
    expect(book.ownOf(3, NOW)).toEqual(new Set())
    expect(book.ownOf(1, NOW + 15 * MINUTE)).toEqual(new Set())
  })

  it('of some stations can be counted elsewhere, for as long as that is repeated', () => {
    const here = votes([
      [good, 1, 2, 3],
      [wrong, 4],
    ])
    const told = here.witnesses(NOW, (id) => id !== 3)
    expect(told).toEqual([
      { type: 1019, payload: good, stationIds: [1, 2] },
      { type: 1019, payload: wrong, stationIds: [4] },
    ])
    const there = new EphemerisVotes()
    for (const { type, payload, stationIds } of told)
      for (const id of stationIds) there.vote(id, type, payload, NOW, 35_000)
    expect(agreed(there)).toEqual([good])
    expect(agreed(there, NOW + 35_000)).toEqual([])
  })

  it('ignore messages that are no ephemeris', () => {
    const book = new EphemerisVotes()
    for (const id of [1, 2]) {
      book.vote(id, 1019, good.subarray(0, 30), NOW)
      book.vote(id, 1005, good, NOW)
      book.vote(id, 1019, Buffer.alloc(0), NOW)
    }
    expect(book.agreed(NOW)).toEqual([])
    expect(book.witnesses(NOW, () => true)).toEqual([])
  })

  it('are bounded per satellite: stations beyond 64 wait until a vote expires', () => {
    const book = votes([[wrong, ...Array.from({ length: 100 }, (_, index) => index + 1)]])
    expect(book.witnesses(NOW, () => true)[0]!.stationIds).toHaveLength(64)
    book.vote(200, 1019, good, NOW + 15 * MINUTE)
    expect(book.witnesses(NOW + 15 * MINUTE, () => true)).toEqual([{ type: 1019, payload: good, stationIds: [200] }])
  })
})
