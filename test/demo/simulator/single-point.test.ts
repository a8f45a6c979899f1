// @vertice/gnss solves positions and directions from the simulator's streams, whose truth is known.
import { directionOf, EphemerisBook, singlePoint } from '@vertice/gnss'
import { decodeEphemeris, FrameReader, ObservationDecoder, type ObservationEpoch, satelliteName } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { toEcef, upAt } from '../../../src/demo/simulator/sky/earth.ts'
import { observe } from '../../../src/demo/simulator/sky/observe.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { INSTANT, STATION, secondsFrom } from './places.ts'

/** Signal of a satellite at 22,500 km. */
const LIGHT_TIME_S = 0.075
const [x, y, z] = toEcef(STATION.position)
const TRUTH = { x, y, z }

function read(stream: Buffer, onEpoch: (epoch: ObservationEpoch, book: EphemerisBook) => void): void {
  const book = new EphemerisBook()
  const decoder = new ObservationDecoder((epoch) => onEpoch(epoch, book))
  new FrameReader((payload, type) => {
    const ephemeris = decodeEphemeris(payload, type, INSTANT)
    if (ephemeris) book.add(ephemeris)
    decoder.add(payload, type, INSTANT)
  }).push(stream)
  decoder.flush()
}

const streamOf = (seconds: number) => {
  const stream = new StationStream(new Sky(1), STATION)
  return Buffer.concat(secondsFrom(INSTANT, seconds).map((instant) => stream.epoch(instant)))
}

it('has the position of the simulated station', () => {
  let solved = 0
  read(streamOf(10), (epoch, book) => {
    const found = singlePoint(epoch, book)
    if (!found) return
    const { position, satellites, rejected, isIonosphereFree } = found
    expect(Math.hypot(position.x - x, position.y - y, position.z - z)).toBeLessThan(2)
    expect(satellites.length).toBeGreaterThan(8)
    expect([rejected, isIonosphereFree]).toEqual([[], true])
    solved++
  })
  expect(solved).toBe(10)
})

it('leaves out a satellite whose range is wrong', () => {
  read(streamOf(3), (epoch, book) => {
    const wrong = epoch.satellite[0]!
    for (let row = 0; row < epoch.rows; row++) if (epoch.satellite[row] === wrong) epoch.pseudorange[row]! += 200
    const found = singlePoint(epoch, book)!
    expect(found.rejected).toEqual([wrong])
    expect(Math.hypot(found.position.x - x, found.position.y - y, found.position.z - z)).toBeLessThan(2)
  })
})

it('needs enough satellites', () => {
  read(streamOf(2), (epoch, book) => {
    epoch.rows = 3
    expect(singlePoint(epoch, book)).toBeNull()
  })
})

it('sees every satellite at its true elevation', () => {
  const elevations = new Map<string, number>()
  read(streamOf(60), (epoch, book) => {
    elevations.clear()
    for (let row = 0; row < epoch.rows; row++) {
      const state = book.state(epoch.satellite[row]!, epoch.gpsMs / 1000 - LIGHT_TIME_S)
      if (state) elevations.set(satelliteName(epoch.satellite[row]!), directionOf(state, TRUTH).elevation)
    }
  })
  const antenna = { position: toEcef(STATION.position), up: upAt(STATION.position), clock: 0 }
  const truth = observe(new Sky(1), antenna, INSTANT + 59_000).map(
    ({ sinElevation }) => (Math.asin(sinElevation) * 180) / Math.PI,
  )
  const ascending = (one: number, other: number) => one - other
  const found = [...elevations.values()].toSorted(ascending)
  expect(found).toHaveLength(truth.length)
  for (const [at, elevation] of truth.toSorted(ascending).entries())
    expect(Math.abs(found[at]! - elevation)).toBeLessThan(0.02)
})
