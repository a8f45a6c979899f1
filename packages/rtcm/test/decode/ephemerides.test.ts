// Broadcast orbits: what the encoders write is read back. The encoders themselves are compared with RTKLIB.
import { describe, expect, it } from 'vitest'
import { decodeEphemeris, type KeplerianEphemeris } from '../../src/decode/ephemerides.ts'
import { encode1019, encode1042, encode1045, encode1046 } from '../../src/encode/ephemeris.ts'
import { encode1020 } from '../../src/encode/glonass-ephemeris.ts'
import { BEIDOU, GALILEO, GLONASS, GPS, INSTANT } from '../support/orbits.ts'

/** Names of the encoders for what the decoder returns. */
const asSent = (read: KeplerianEphemeris) => ({
  ...read,
  ...{ iode: read.issue, iodc: read.clockIssue, aode: read.issue, aodc: read.clockIssue, iodNav: read.issue },
  ...{ ura: read.accuracyIndex, urai: read.accuracyIndex, sisa: read.accuracyIndex },
  ...{ tgd: read.groupDelay, tgd1: read.groupDelay, tgd2: read.secondGroupDelay },
  ...{ bgdE5a: read.groupDelay, bgdE5b: read.secondGroupDelay },
})

describe('decodeEphemeris', () => {
  it.each([
    { what: 'GPS', type: 1019, sent: GPS, encode: encode1019 },
    { what: 'BeiDou', type: 1042, sent: BEIDOU, encode: encode1042 },
    { what: 'Galileo F/NAV', type: 1045, sent: GALILEO, encode: encode1045 },
    { what: 'Galileo I/NAV', type: 1046, sent: GALILEO, encode: encode1046 },
  ])('reads the orbit and clock of $what: encoding them again gives the same bytes', ({ type, sent, encode }) => {
    const payload = encode(sent as never)
    const read = decodeEphemeris(payload, type, INSTANT)
    if (!read || read.constellation === 'GLO') throw new Error('expected Keplerian elements')
    expect(read).toMatchObject({ satellite: sent.satellite, week: sent.week, toe: sent.toe })
    expect(encode(asSent(read) as never)).toEqual(payload)
  })

  it('reads issues, health and delays', () => {
    expect(decodeEphemeris(encode1019(GPS), 1019, INSTANT)).toMatchObject({
      ...{ issue: GPS.iode, clockIssue: GPS.iodc, accuracyIndex: GPS.ura, health: GPS.health },
      groupDelay: expect.closeTo(GPS.tgd, 9),
    })
    expect(decodeEphemeris(encode1046(GALILEO), 1046, INSTANT)).toMatchObject({
      ...{ navigation: 'INAV', issue: GALILEO.iodNav, accuracyIndex: GALILEO.sisa },
      secondGroupDelay: expect.closeTo(GALILEO.bgdE5b, 9),
    })
  })

  it.each([
    { what: 'before a new week, its first hours', sent: 0, toe: 0, receivedAt: 7 * 24 - 0.5, weeks: 1 },
    { what: 'after a new week began, still with the old week', sent: 0, toe: 7200, receivedAt: 7 * 24 + 0.1, weeks: 1 },
    { what: 'in a new week, the last hours of the old one', sent: 1, toe: 604_784, receivedAt: 7 * 24 + 0.5, weeks: 0 },
    { what: 'within the week', sent: 0, toe: 7200, receivedAt: 3, weeks: 0 },
    { what: 'a week later, from a memory', sent: 0, toe: 302_400, receivedAt: (7 + 3.5) * 24, weeks: 0 },
  ])('gives the week of the reference time, not of the transmission: $what', ({ sent, toe, receivedAt, weeks }) => {
    const start = Date.UTC(2026, 10, 15) - 18_000
    const payload = encode1019({ ...GPS, week: 2445 + sent, toe, toc: toe })
    expect(decodeEphemeris(payload, 1019, start + receivedAt * 3_600_000)).toMatchObject({ week: 2445 + weeks, toe })
  })

  it('reads the state vector of GLONASS', () => {
    const read = decodeEphemeris(encode1020(GLONASS), 1020, INSTANT)
    expect(read).toMatchObject({
      ...{ constellation: 'GLO', satellite: GLONASS.satellite, frequencyChannel: GLONASS.frequencyChannel },
      ...{ referenceMs: GLONASS.referenceMs, frameMs: GLONASS.frameMs, age: GLONASS.age, health: 0 },
    })
    if (read?.constellation !== 'GLO') return
    for (const axis of [0, 1, 2]) expect(Math.abs(read.position[axis]! - GLONASS.position[axis]!)).toBeLessThan(0.5)
  })

  it('rejects a message that is cut off, and other messages', () => {
    expect(decodeEphemeris(encode1019(GPS).subarray(0, 60), 1019, INSTANT)).toBeNull()
    expect(decodeEphemeris(encode1020(GLONASS).subarray(0, 40), 1020, INSTANT)).toBeNull()
    expect(decodeEphemeris(encode1019(GPS), 1005, INSTANT)).toBeNull()
  })
})
