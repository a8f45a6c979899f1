// What a navigation file contains: ephemerides kept as rows of numbers, each once, in order.
import {
  decodeEphemeris,
  type Ephemeris,
  encode1019,
  encode1020,
  encode1042,
  encode1045,
  encode1046,
} from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { BEIDOU, GALILEO, GLONASS, GPS, INSTANT } from '../../../../packages/rtcm/test/support/orbits.ts'
import { identityOf, WindowEphemerides } from '../../../../src/archive/rinex/navigation/ephemerides.ts'

const HOUR_MS = 3_600_000
const MESSAGES: readonly [type: number, payload: Buffer][] = [
  [1046, encode1046(GALILEO)],
  [1045, encode1045(GALILEO)],
  [1042, encode1042(BEIDOU)],
  [1020, encode1020(GLONASS)],
  [1019, encode1019({ ...GPS, satellite: 9 })],
  [1019, encode1019(GPS)],
]
const decoded = MESSAGES.map(([type, payload]) => decodeEphemeris(payload, type, INSTANT)!)
const inOrder = (all: WindowEphemerides, letters?: string) => [...all.inOrder(letters)]

function windowOf(hours: number, some: readonly Ephemeris[], letters?: string): WindowEphemerides {
  const all = new WindowEphemerides(hours * HOUR_MS, letters)
  for (const one of some) all.add(one)
  return all
}

it('returns every ephemeris as it was, once', () => {
  const all = windowOf(1, [...decoded, ...decoded])
  const known = new Map(decoded.map((one) => [identityOf(one), one]))
  const found = inOrder(all)
  expect(found).toHaveLength(decoded.length)
  for (const one of found) expect(one).toEqual(known.get(identityOf(one)))
  expect(all.glonassChannels).toEqual(new Map([[GLONASS.satellite, GLONASS.frequencyChannel]]))
})

it('sorts by time, then by satellite', () => {
  const gps = decoded.at(-1)!
  if (gps.constellation === 'GLO') throw new Error('expected GPS')
  const later = { ...gps, toe: gps.toe + 7200, toc: gps.toc + 7200, satellite: 1 }
  const found = inOrder(windowOf(1, [later, ...decoded]), 'G')
  expect(found.map(({ satellite }) => satellite)).toEqual([GPS.satellite, 9, 1])
})

it('keeps the wanted constellations', () => {
  expect(
    inOrder(windowOf(1, decoded, 'RE'))
      .map(({ constellation }) => constellation)
      .toSorted(),
  ).toEqual([...['GAL', 'GAL', 'GLO']])
  const all = windowOf(1, decoded, 'G')
  expect([all.has('G'), all.has('R'), all.has()]).toEqual([true, false, true])
})

it('keeps one per satellite, message and hour of a window that is longer than a day', () => {
  const gps = decoded.at(-1)!
  if (gps.constellation === 'GLO') throw new Error('expected GPS')
  const [soon, later] = [600, 7200].map((seconds) => ({ ...gps, toe: gps.toe + seconds, issue: gps.issue + seconds }))
  expect(inOrder(windowOf(24, [gps, soon!, later!]))).toHaveLength(3)
  expect(inOrder(windowOf(25, [gps, soon!, later!]))).toEqual([gps, later])
})

it('holds more than a block of rows', () => {
  const gps = decoded.at(-1)!
  if (gps.constellation === 'GLO') throw new Error('expected GPS')
  const many = Array.from({ length: 3_000 }, (_, index) => ({ ...gps, issue: index, m0: index / 7 }))
  expect(inOrder(windowOf(1, many))).toEqual(many)
})
