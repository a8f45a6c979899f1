import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../src/bits.ts'
import { messageType } from '../src/messages.ts'
import { bitsSet, CONSTELLATIONS, decodeObservationHead } from '../src/observations/head.ts'

/** A head with these masks, without cells. */
function head(type: number, { epoch = 0, more = 0, satellites = [] as number[], signals = [] as number[] }) {
  const fields = new BitWriter()
    .unsigned(type, 12)
    .unsigned(2003, 12)
    .unsigned(epoch, 30)
    .unsigned(more, 1)
    .unsigned(0, 18)
  for (let id = 1; id <= 64; id++) fields.unsigned(satellites.includes(id) ? 1 : 0, 1)
  for (let id = 1; id <= 32; id++) fields.unsigned(signals.includes(id) ? 1 : 0, 1)
  return fields.bytes()
}

describe('decodeObservationHead', () => {
  it('recognises the MSM of every constellation and level', () => {
    const types = Array.from({ length: 4096 }, (_, type) => type)
    const known = types.filter((type) => type > 1012 && decodeObservationHead(head(type, {}), type) !== null)
    const expected = [0, 10, 20, 30, 40, 50, 60].flatMap((tens) =>
      [1, 2, 3, 4, 5, 6, 7].map((level) => 1070 + tens + level),
    )
    expect(known).toEqual(expected)
    const constellations = known.map((type) => decodeObservationHead(head(type, {}), type)!.constellation)
    expect([...new Set(constellations)]).toEqual(CONSTELLATIONS)
    expect(decodeObservationHead(head(1124, {}), 1124)!.constellation).toBe('BDS')
  })

  it('reads epoch, masks and the multiple message bit', () => {
    const ids = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }))
    fc.assert(
      fc.property(ids(64), ids(32), fc.nat(2 ** 30 - 1), fc.boolean(), (satellites, signals, epoch, more) => {
        const payload = head(1097, { epoch, more: more ? 1 : 0, satellites, signals })
        expect(messageType(payload)).toBe(1097)
        const read = decodeObservationHead(payload, 1097)!
        expect(read).toMatchObject({ constellation: 'GAL', stationId: 2003, epoch, moreFollow: more })
        expect(read.satellites).toBe(satellites.length)
        const low = (ids: number[]) => ids.reduce((sum, id) => sum + 2 ** (32 - id), 0)
        expect(read.satellitesTo32).toBe(low(satellites.filter((id) => id <= 32)))
        expect(read.satellitesFrom33).toBe(low(satellites.filter((id) => id > 32).map((id) => id - 32)))
        expect(read.signals).toBe(low(signals))
      }),
    )
  })

  it('reads the headers of 1001-1004 and 1009-1012', () => {
    const gps = (type: number) =>
      new BitWriter()
        .unsigned(type, 12)
        .unsigned(7, 12)
        .unsigned(345_600_123, 30)
        .unsigned(1, 1)
        .unsigned(11, 5)
        .unsigned(0, 4)
    const glonass = (type: number) =>
      new BitWriter()
        .unsigned(type, 12)
        .unsigned(7, 12)
        .unsigned(86_400_999, 27)
        .unsigned(0, 1)
        .unsigned(9, 5)
        .unsigned(0, 7)
    const none = { stationId: 7, sbasSatellites: 0, satellitesTo32: 0, satellitesFrom33: 0, signals: 0 }
    for (const type of [1001, 1002, 1003, 1004]) {
      const expected = { constellation: 'GPS', epoch: 345_600_123, moreFollow: true, satellites: 11, ...none }
      expect(decodeObservationHead(gps(type).bytes(), type)).toEqual(expected)
    }
    for (const type of [1009, 1010, 1011, 1012]) {
      const epoch = 7 * 2 ** 27 + 86_400_999
      const expected = { constellation: 'GLO', epoch, moreFollow: false, satellites: 9, ...none }
      expect(decodeObservationHead(glonass(type).bytes(), type)).toEqual(expected)
    }
    for (const type of [1000, 1005, 1008, 1013]) expect(decodeObservationHead(gps(type).bytes(), type)).toBeNull()
  })

  it.each([
    [1001, 58],
    [1002, 74],
    [1003, 101],
    [1004, 125],
  ])('finds SBAS among the satellites of a %d', (type, cellBits) => {
    const message = (ids: number[], satellites = ids.length) => {
      const fields = new BitWriter().unsigned(type, 12).unsigned(7, 12).unsigned(0, 31).unsigned(satellites, 5)
      fields.unsigned(0, 4)
      for (const id of ids) {
        fields.unsigned(id, 6)
        for (let left = cellBits - 6; left > 0; left -= 16)
          fields.unsigned(2 ** Math.min(left, 16) - 1, Math.min(left, 16))
      }
      return decodeObservationHead(fields.bytes(), type)
    }
    expect(message([3, 40, 32, 58, 17, 49])).toMatchObject({ satellites: 3, sbasSatellites: 3 })
    expect(message([1, 33, 39, 59, 63])).toMatchObject({ satellites: 5, sbasSatellites: 0 })
    expect(message([41, 5], 31)).toMatchObject({ satellites: 30, sbasSatellites: 1 })
    expect(message([], 12)).toMatchObject({ satellites: 12, sbasSatellites: 0 })
  })

  it('is null for a truncated header', () => {
    expect(decodeObservationHead(head(1077, {}).subarray(0, 21), 1077)).toBeNull()
    expect(decodeObservationHead(head(1004, {}).subarray(0, 7), 1004)).toBeNull()
    expect(decodeObservationHead(Buffer.alloc(2), 1012)).toBeNull()
  })
})

it('counts set bits', () => {
  fc.assert(
    fc.property(fc.integer(), (word) => {
      expect(bitsSet(word)).toBe((word >>> 0).toString(2).replaceAll('0', '').length)
    }),
  )
})
