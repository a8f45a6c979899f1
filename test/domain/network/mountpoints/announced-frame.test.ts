import { spawnSync } from 'node:child_process'
import { ecefOf, localOf, type Vector } from '@vertice/gnss'
import { describe, expect, it } from 'vitest'
import { NOTHING_ALTERED } from '../../../../src/domain/network/mountpoints/alteration.ts'
import { alterationFaults, normalAlteration } from '../../../../src/domain/network/mountpoints/alteration-input.ts'
import {
  type FramedStation,
  normalAnnouncedFrame,
  positionIn,
  stationFrameFaults,
} from '../../../../src/domain/network/mountpoints/announced-frame.ts'
import { conversionKey, conversionOf, convertedStation } from '../../../../src/domain/network/mountpoints/conversion.ts'
import type { Station } from '../../../../src/domain/stations/station.ts'
import { lacks } from '../../../support/needs.ts'

const CDMX = { code: 'CDMX', lat: 19.4326, lng: -99.1332 }
const MEXICAN = { ...CDMX, frame: 'mexico-itrf2008', epoch: 2010, velocity: [-11.2, 2.4, -250] as const }
const AT = ecefOf({ ...CDMX, height: 2240 })
const TO = normalAnnouncedFrame({ frame: 'itrf2014', epoch: 2026.88 })
const faultsOf = (to: Parameters<typeof normalAnnouncedFrame>[0], station: object) =>
  stationFrameFaults(normalAnnouncedFrame(to), station as FramedStation & { code: string })

it('is named like the frame of a station, with the epoch that the frame fixes', () => {
  expect(TO).toEqual({ frame: 'itrf2014', epoch: 2026.88, datum: 'ITRF2014 época 2026.88' })
  const announced = normalAlteration({ announced: { frame: 'sirgas2000' } }).announced
  expect(announced).toEqual({ frame: 'sirgas2000', epoch: 2000.4, datum: 'SIRGAS 2000 época 2000.4' })
})

it.each([
  [{ frame: 'itrf1900', epoch: 2010 }, 'not_one_of', 'frame'],
  [{ frame: 'wgs84', epoch: 2010 }, 'frame_not_exact', 'frame'],
  [{ frame: 'itrf2014' }, 'epoch_needed', 'epoch'],
  [{ frame: 'itrf2014', epoch: 20 }, 'number_range', 'epoch'],
  [{ frame: 'sirgas2000', epoch: 2020 }, 'frame_fixes_epoch', 'epoch'],
])('rejects %j (%s)', (announced, code, field) => {
  expect(alterationFaults({ announced })).toMatchObject([{ code, path: ['announced', field] }])
})

describe('for a station', () => {
  it('needs its frame, its epoch, and its velocity for another epoch', () => {
    const { velocity, ...still } = MEXICAN
    expect(faultsOf(TO, MEXICAN)).toEqual([])
    expect(faultsOf(TO, still)).toMatchObject([
      { code: 'velocity_unknown', path: ['epoch'], params: { code: 'CDMX', from: 2010, to: 2026.88 } },
    ])
    expect(faultsOf({ frame: 'itrf2014', epoch: 2010 }, still)).toEqual([])
    const unknown = [{ code: 'station_frame_unknown', path: ['frame'] }]
    for (const wrong of [{ frame: null }, { frame: 'wgs84' }, { frame: 'itrf2014', epoch: null }, { upstream: {} }])
      expect(faultsOf(TO, { ...MEXICAN, ...wrong })).toMatchObject(unknown)
    expect(faultsOf(TO, { ...MEXICAN, positionPending: true })).toMatchObject([{ code: 'velocity_unknown' }])
  })

  it('moves the position with the velocity to the east, north and up', () => {
    const moved = positionIn(normalAnnouncedFrame({ frame: 'itrf2008', epoch: 2020 }), MEXICAN)!(AT)
    const difference = { x: moved.x - AT.x, y: moved.y - AT.y, z: moved.z - AT.z }
    const { east, north, up } = localOf(difference, { ...CDMX, height: 0 })
    expect(Math.abs(east + 0.112)).toBeLessThan(1e-6)
    expect(Math.abs(north - 0.024)).toBeLessThan(1e-6)
    expect(Math.abs(up + 2.5)).toBeLessThan(1e-6)
  })

  it('gives the position to a conversion, which changes with the station', () => {
    const station = { ...MEXICAN, id: 3 } as unknown as Station
    const plain = { stationId: 3, alteration: NOTHING_ALTERED }
    const alteration = { stationId: 3, alteration: { ...NOTHING_ALTERED, announced: TO } }
    expect(conversionOf(plain, station)).toEqual(NOTHING_ALTERED)
    expect(conversionOf(alteration, convertedStation(station)).position!(AT)).toEqual(positionIn(TO, MEXICAN)!(AT))
    expect(conversionOf(alteration, null).position).toBeNull()
    expect(conversionOf(alteration, { ...MEXICAN, id: 3, frame: null }).position).toBeNull()
    const slower = { ...station, velocity: [0, 0, 0] as const }
    expect(conversionKey(alteration, slower)).not.toBe(conversionKey(alteration, station))
    expect(conversionKey(plain, slower)).toBe(conversionKey(plain, station))
  })
})

describe.skipIf(lacks('announced positions compared with PROJ', 'cct'))('PROJ', () => {
  /** Topocentric velocity as a shift of the geocentric axes, by PROJ itself. */
  function shiftOf([east, north, up]: readonly number[]): Vector {
    const origin = ['+proj=topocentric', `+lat_0=${CDMX.lat}`, `+lon_0=${CDMX.lng}`, '+h_0=0', '+ellps=WGS84', '+inv']
    const [one, other] = cct(origin, [`${east! / 1000} ${north! / 1000} ${up! / 1000}`, '0 0 0'])
    return { x: one!.x - other!.x, y: one!.y - other!.y, z: one!.z - other!.z }
  }

  function cct(operation: readonly string[], lines: readonly string[]): Vector[] {
    const input = lines.map((line) => `${line}\n`).join('')
    const { stdout, stderr, status } = spawnSync('cct', ['-d', '6', ...operation], { input, encoding: 'utf8' })
    if (status !== 0) throw new Error(`cct: ${stderr}`)
    return stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [x, y, z] = line.trim().split(/\s+/).map(Number)
        return { x: x!, y: y!, z: z! }
      })
  }

  it.each([
    ['itrf2014', 2026.88, ['+step', '+inv', '+init=ITRF2014:ITRF2008']],
    [
      'itrf2020',
      2030,
      ['+step', '+inv', '+init=ITRF2014:ITRF2008', '+step', 'urn:ogc:def:coordinateOperation:EPSG::9991'],
    ],
  ])('announces the same position in %s at %d, within 1 mm', (frame, epoch, steps) => {
    const { x, y, z } = shiftOf(MEXICAN.velocity)
    const motion = ['+proj=helmert', `+dx=${x}`, `+dy=${y}`, `+dz=${z}`, '+t_epoch=2010']
    const place = (at: Vector) => `${at.x} ${at.y} ${at.z} ${epoch}`
    const isEpsg = steps.length > 3
    let [expected] = cct(['+proj=pipeline', '+step', ...motion, ...steps.slice(0, 3)], [place(AT)])
    if (isEpsg) [expected] = cct([steps[4]!], [place(expected!)])
    const ours = positionIn(normalAnnouncedFrame({ frame, epoch }), MEXICAN)!(AT)
    expect(Math.hypot(ours.x - expected!.x, ours.y - expected!.y, ours.z - expected!.z)).toBeLessThan(0.001)
    expect(Math.hypot(ours.x - AT.x, ours.y - AT.y, ours.z - AT.z)).toBeGreaterThan(4)
  })
})
