// A network of simulated stations under one simulated atmosphere, solved and judged by the code that reads the archive.
// The streams are encoded and decoded as RTCM. Everything that happens to a station is known.
import { EphemerisBook, type Vector } from '@vertice/gnss'
import {
  decodeEphemeris,
  FrameReader,
  gpsFromUtc,
  ObservationDecoder,
  type ObservationEpoch,
  utcFromGps,
} from '@vertice/rtcm'
import { KeptEpochs } from '../../src/archive/integrity/kept-epochs.ts'
import { NetworkRun, type RunListener } from '../../src/archive/integrity/network-run.ts'
import { orbitsFrom } from '../../src/archive/integrity/orbits.ts'
import { Atmosphere, type AtmosphereOptions } from '../../src/demo/simulator/sky/atmosphere.ts'
import { type Place, toEcef } from '../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { neighbourPairs } from '../../src/domain/archive/integrity/neighbours.ts'

export const INTERVAL_MS = 30_000
/** Fictional stations in central Mexico, 26 to 62 km from their neighbours, between 1,500 and 2,700 m high. */
export const NETWORK: readonly (Place & { readonly code: string })[] = [
  { code: 'SIM1', lat: 19.4013, lng: -99.1712, height: 2241.3 },
  { code: 'SIM2', lat: 19.2874, lng: -99.6531, height: 2662.8 },
  { code: 'SIM3', lat: 18.9269, lng: -99.2307, height: 1521.4 },
  { code: 'SIM4', lat: 19.5061, lng: -98.8712, height: 2247.9 },
  { code: 'SIM5', lat: 19.1252, lng: -98.7668, height: 2472.6 },
]
const MULTIPATH_M = [0.25, 0.15, 0.3, 0.2, 0.1]

export interface Scene {
  readonly startMs: number
  readonly hours: number
  readonly hasDays?: boolean
  readonly seed?: number
  readonly atmosphere?: AtmosphereOptions
  readonly stations?: typeof NETWORK
  /** Called before each epoch of each station. Returns `false` if the epoch is lost. */
  readonly act?: (stream: StationStream, index: number, atMs: number) => boolean | undefined
  /** Changes an ephemeris before it is used. */
  readonly ephemeris?: <Of extends object>(ephemeris: Of, atMs: number) => Of
  /** Position that the solver is given for a station, instead of the one that its stream announces. */
  readonly announced?: (index: number, antenna: Vector) => Vector
}

export function simulate(scene: Scene, listener: RunListener): NetworkRun {
  const { startMs, hours, seed = 1, atmosphere, stations = NETWORK, act, ephemeris, announced, hasDays = false } = scene
  const sky = new Sky(seed, new Atmosphere(atmosphere))
  const run = new NetworkRun(neighbourPairs(stations.map((one, id) => ({ id, ...one }))), INTERVAL_MS, listener, {
    hasDays,
  })
  const book = new EphemerisBook({ kept: 288 })
  const observed = new Map<number, Map<number, ObservationEpoch>>()
  // Receivers observe at whole multiples of GPS time.
  const firstMs = utcFromGps(Math.ceil(gpsFromUtc(startMs) / INTERVAL_MS) * INTERVAL_MS)
  let atMs = firstMs
  const receivers = stations.map((station, id) => {
    const [x, y, z] = toEcef(station)
    run.place(id, announced?.(id, { x, y, z }) ?? { x, y, z })
    const kept = new KeptEpochs(INTERVAL_MS)
    const decoder = new ObservationDecoder((epoch) => {
      const own = kept.keep(epoch)
      if (!own) return
      const instant = observed.get(own.gpsMs) ?? new Map<number, ObservationEpoch>()
      observed.set(own.gpsMs, instant.set(id, own))
    })
    const reader = new FrameReader((payload, type) => {
      if (decoder.add(payload, type, atMs)) return
      const found = decodeEphemeris(payload, type, atMs)
      if (found && found.constellation !== 'GLO' && found.navigation !== 'FNAV')
        book.add(ephemeris ? ephemeris(found, atMs) : found)
    })
    const site = { multipathM: MULTIPATH_M[id % MULTIPATH_M.length]! }
    return {
      reader,
      stream: new StationStream(sky, { code: station.code, stationId: id + 1, position: station, site }),
    }
  })
  const solve = (beforeMs: number) => {
    for (const [gpsMs, epochs] of observed) {
      if (gpsMs >= beforeMs) break
      run.step(gpsMs, epochs, orbitsFrom(book))
      observed.delete(gpsMs)
    }
  }
  for (; atMs < firstMs + hours * 3_600_000; atMs += INTERVAL_MS) {
    for (const [index, { stream, reader }] of receivers.entries())
      if (act?.(stream, index, atMs) !== false) reader.push(stream.epoch(atMs))
    // The decoder holds two epochs back for late messages.
    solve(gpsFromUtc(atMs) - 4 * INTERVAL_MS)
  }
  solve(Number.POSITIVE_INFINITY)
  run.end()
  return run
}
