// Broadcast orbits: what the encoders write is read back. The encoders themselves are compared with RTKLIB.
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/bits.ts'
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

const gpsEpochMs = Date.UTC(1980, 0, 6)
const WEEK_MS = 7 * 86_400_000
const semicircles = (unit: number) => unit * Math.PI
/** Name, width in bits (negative: signed), unit (`null`: not in the result) and the value that is sent. */
type Field = readonly [name: string, width: number, unit: number | null, sent: number]
/** RTCM 10403.3, DF516 to DF545. */
const NAVIC_FIELDS: readonly Field[] = [
  ['satellite', 6, 1, 5],
  ['week', 10, 1, 902],
  ['af0', -22, 2 ** -31, -1_527_001],
  ['af1', -16, 2 ** -43, 5_284],
  ['af2', -8, 2 ** -55, -52],
  ['accuracyIndex', 4, 1, 3],
  ['toc', 16, 16, 10_647],
  ['groupDelay', -8, 2 ** -31, -106],
  ['deltaN', -22, semicircles(2 ** -41), 1_064_013],
  ['issue', 8, 1, 210],
  ['reserved', 10, null, 124],
  ['health', 2, null, 2],
  ['cuc', -15, 2 ** -28, 9_299],
  ['cus', -15, 2 ** -28, -11_370],
  ['cic', -15, 2 ** -28, -7_748],
  ['cis', -15, 2 ** -28, 609],
  ['crc', -15, 2 ** -4, -4_346],
  ['crs', -15, 2 ** -4, 2_150],
  ['iDot', -14, semicircles(2 ** -43), 4_887],
  ['m0', -32, semicircles(2 ** -31), 1_172_700_001],
  ['toe', 16, 16, 10_646],
  ['e', 32, 2 ** -33, 1_992_138_123],
  ['sqrtA', 32, 2 ** -19, 3_400_000_007],
  ['omega0', -32, semicircles(2 ** -31), -128_652_201],
  ['omega', -32, semicircles(2 ** -31), -2_025_707_009],
  ['omegaDot', -22, semicircles(2 ** -41), 1_420_703],
  ['i0', -32, semicircles(2 ** -31), 1_139_642_003],
  ['spare', 4, null, 3],
]
/** RTCM 10403.3, DF429 to DF457. */
const QZSS_FIELDS: readonly Field[] = [
  ['satellite', 4, 1, 3],
  ['toc', 16, 16, 20_001],
  ['af2', -8, 2 ** -55, 87],
  ['af1', -16, 2 ** -43, -11_559],
  ['af0', -22, 2 ** -31, 1_200_003],
  ['issue', 8, 1, 101],
  ['crs', -16, 2 ** -5, -9_001],
  ['deltaN', -16, semicircles(2 ** -43), -1_346],
  ['m0', -32, semicircles(2 ** -31), -1_800_000_005],
  ['cuc', -16, 2 ** -29, 29_494],
  ['e', 32, 2 ** -33, 644_245_097],
  ['cus', -16, 2 ** -29, -20_783],
  ['sqrtA', 32, 2 ** -19, 3_404_000_011],
  ['toe', 16, 16, 20_000],
  ['cic', -16, 2 ** -29, 14_150],
  ['omega0', -32, semicircles(2 ** -31), 1_400_000_009],
  ['cis', -16, 2 ** -29, -12_831],
  ['i0', -32, semicircles(2 ** -31), 500_000_003],
  ['crc', -16, 2 ** -5, 7_003],
  ['omega', -32, semicircles(2 ** -31), -1_000_000_007],
  ['omegaDot', -24, semicircles(2 ** -43), -7_000_001],
  ['iDot', -14, semicircles(2 ** -43), -5_003],
  ['codesOnL2', 2, 1, 2],
  ['week', 10, 1, 401],
  ['accuracyIndex', 4, 1, 9],
  ['health', 6, 1, 14],
  ['groupDelay', -8, 2 ** -31, -127],
  ['clockIssue', 10, 1, 869],
  ['fitFlag', 1, 1, 1],
]

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

  it.each([
    { type: 1041, what: 'NavIC', fields: NAVIC_FIELDS, start: 1024, constant: { constellation: 'NAV', health: 2 } },
    { type: 1044, what: 'QZSS', fields: QZSS_FIELDS, start: 0, constant: { constellation: 'QZS', l2PFlag: 1 } },
  ])('reads each field of $what ($type) at its place', ({ type, fields, start, constant }) => {
    const writer = new BitWriter().unsigned(type, 12)
    const expected: Record<string, number> = {}
    for (const [name, width, unit, sent] of fields) {
      if (width < 0) writer.signed(sent, -width)
      else writer.unsigned(sent, width)
      if (unit !== null) expected[name] = sent * unit
    }
    const receivedMs = gpsEpochMs + (start + expected.week! + 0.5) * WEEK_MS
    expect(decodeEphemeris(writer.bytes(), type, receivedMs)).toMatchObject({ ...expected, ...constant })
  })

  it('rejects a message that is cut off, and other messages', () => {
    expect(decodeEphemeris(encode1019(GPS).subarray(0, 60), 1019, INSTANT)).toBeNull()
    expect(decodeEphemeris(encode1020(GLONASS).subarray(0, 40), 1020, INSTANT)).toBeNull()
    expect(decodeEphemeris(encode1019(GPS), 1005, INSTANT)).toBeNull()
  })
})
