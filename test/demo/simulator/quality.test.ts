// @vertice/gnss measures the quality of the simulator's streams, whose truth is known.
import { directionOf } from '@vertice/gnss'
import { CONSTELLATIONS, decodeEphemeris, FrameReader, type ObservationEpoch, satelliteKey } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { toEcef, upAt } from '../../../src/demo/simulator/sky/earth.ts'
import { observe } from '../../../src/demo/simulator/sky/observe.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { metered, TRUTH } from './metered.ts'
import { INSTANT, STATION, secondsFrom } from './places.ts'

function* streamOf(seconds: number, everyMs = 1000) {
  const stream = new StationStream(new Sky(1), STATION)
  for (const atMs of secondsFrom(INSTANT, seconds, everyMs)) yield { atMs, bytes: stream.epoch(atMs) }
}

it('counts every satellite above the mask as tracked and expected, and solves the position', () => {
  const { minutes } = metered(streamOf(180))
  const [, , last] = minutes
  expect(minutes).toHaveLength(3)
  expect(last).toMatchObject({ epochs: 60, missed: 0, belowHorizon: 0, contradicting: 0 })
  const antenna = { position: toEcef(STATION.position), up: upAt(STATION.position), clock: 0 }
  const visible = observe(new Sky(1), antenna, INSTANT + 150_000).length
  expect(last!.tracked / 60).toBeCloseTo(visible, 0)
  expect(last!.expected).toBe(last!.tracked)
  for (const { expected, tracked, losses } of last!.bands) expect([expected, losses]).toEqual([tracked, 0])
  const { x, y, z } = last!.point!
  expect(Math.hypot(x - TRUTH.x, y - TRUTH.y, z - TRUTH.z)).toBeLessThan(2)
})

it('measures the noise of the simulated pseudoranges as multipath', () => {
  const { minutes } = metered(streamOf(120, 10_000))
  const l1 = minutes.flatMap(({ bands }) => bands.filter(({ band }) => band === 'L1'))
  const samples = l1.reduce((sum, { multipathSamples }) => sum + multipathSamples, 0)
  const rms = Math.sqrt(l1.reduce((sum, { multipathSquares }) => sum + multipathSquares, 0) / samples)
  // 0.12 m at the zenith, three times as much at the horizon.
  expect(rms).toBeGreaterThan(0.15)
  expect(rms).toBeLessThan(0.3)
})

it('finds an obstruction from satellites that are expected and not tracked', () => {
  const isHidden = (azimuth: number, elevation: number) => azimuth > 90 && azimuth < 180 && elevation < 40
  const { minutes, meter } = metered(streamOf(240, 60_000), {
    alter(epoch, book) {
      let rows = 0
      for (let row = 0; row < epoch.rows; row++) {
        const state = book.state(epoch.satellite[row]!, epoch.gpsMs / 1000 - 0.075)
        const { azimuth, elevation } = state ? directionOf(state, TRUTH) : { azimuth: 0, elevation: 90 }
        if (isHidden(azimuth, elevation)) continue
        for (const column of [epoch.satellite, epoch.signal, epoch.pseudorange, epoch.phase, epoch.cnr, epoch.flags])
          column[rows] = column[row]!
        rows++
      }
      epoch.rows = rows
    },
  })
  const mask = meter.grid.mask()
  const inside = mask.slice(10, 17).filter((elevation) => elevation !== null)
  expect(Math.max(...inside)).toBe(40)
  expect(Math.max(...mask.slice(20).map((elevation) => elevation ?? 0))).toBeLessThanOrEqual(10)
  const tracked = minutes.reduce((sum, minute) => sum + minute.tracked, 0)
  const expected = minutes.reduce((sum, minute) => sum + minute.expected!, 0)
  expect(tracked / expected).toBeLessThan(0.95)
})

it('solves the true position although the registered one is 20 km off', () => {
  const { minutes } = metered(streamOf(90), { near: { ...TRUTH, x: TRUTH.x + 20_000 } })
  const { x, y, z } = minutes.at(-1)!.point!
  expect(Math.hypot(x - TRUTH.x, y - TRUTH.y, z - TRUTH.z)).toBeLessThan(2)
})

describe('a hint of spoofing', () => {
  const FALSE_SATELLITES = 3

  it('is a satellite that is received although it is below the horizon', () => {
    const antenna = { position: toEcef(STATION.position), up: upAt(STATION.position), clock: 0 }
    const sky = new Sky(1)
    const visible = new Set(observe(sky, antenna, INSTANT).map(({ satellite }) => satellite))
    const gps = sky.satellites.filter(({ constellation }) => constellation === 'GPS')
    const { minutes } = metered(streamOf(120), {
      alter(epoch, book) {
        const below: number[] = []
        for (const satellite of gps) {
          new FrameReader((payload, type) => book.add(decodeEphemeris(payload, type, INSTANT)!)).push(
            sky.broadcast(satellite, INSTANT),
          )
          const key = satelliteKey(CONSTELLATIONS.indexOf('GPS'), satellite.number)
          const { elevation } = directionOf(book.state(key, epoch.gpsMs / 1000)!, TRUTH)
          if (!visible.has(satellite) && elevation < -5) below.push(key)
        }
        const received = satellitesIn(epoch).filter((key) => key < 64)
        for (let row = 0; row < epoch.rows; row++) {
          const place = received.indexOf(epoch.satellite[row]!)
          if (place >= 0 && place < FALSE_SATELLITES) epoch.satellite[row] = below[place]!
        }
      },
    })
    expect(minutes.at(-1)!.belowHorizon).toBe(FALSE_SATELLITES)
  })

  it('is a range that contradicts the others', () => {
    const { minutes } = metered(streamOf(120), {
      alter(epoch) {
        const wrong = satellitesIn(epoch).slice(0, FALSE_SATELLITES)
        for (let row = 0; row < epoch.rows; row++) {
          const place = wrong.indexOf(epoch.satellite[row]!)
          if (place >= 0) epoch.pseudorange[row]! += 400 * (1 + place)
        }
      },
    })
    expect(minutes.at(-1)!.contradicting).toBe(FALSE_SATELLITES)
  })

  it('is not there without', () => {
    const { minutes } = metered(streamOf(120))
    for (const minute of minutes) expect(minute).toMatchObject({ belowHorizon: 0, contradicting: 0 })
  })
})

const satellitesIn = ({ satellite, rows }: ObservationEpoch) => [...new Set(satellite.subarray(0, rows))]
