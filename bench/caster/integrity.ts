// The cost of solving the baselines of a network continuously: CPU and memory of the thread, and of judging five minutes.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encode1006, type KeplerianEphemeris, utcFromGps } from '@vertice/rtcm'
import { Receiver, sky } from '../../packages/gnss/test/support/world.ts'
import { adjust } from '../../src/domain/archive/integrity/adjustment.ts'
import { neighbourPairs, type Pair } from '../../src/domain/archive/integrity/neighbours.ts'
import { LiveBaselines, SOLVED_EVERY_MS } from '../../src/recording/integrity/live-baselines.ts'
import { median, type Row } from '../support/service.ts'
import { sized } from '../support/size.ts'

const STATIONS = sized(100, 4)
const BASELINES = sized(250, 5)
/** Long enough for integers, whose search is the most expensive part. */
const SECONDS = sized(1_500, 30)
const MEASURED_FROM_S = sized(900, 10)
const MOST_SHARE = 0.5
const MOST_MB = 150
const MOST_JUDGING_MS = 50
const MB = 2 ** 20

interface Place {
  readonly id: number
  readonly lat: number
  readonly lng: number
  readonly height: number
}

export function benchIntegrity(): Row[] {
  const places = Array.from({ length: STATIONS }, (_, index) => ({
    id: index + 1,
    lat: 19 + 0.3 * Math.floor(index / 10) + 0.02 * (index % 3),
    lng: -99 + 0.3 * (index % 10) + 0.02 * (index % 7),
    height: 2000,
  }))
  const pairs = neighbourPairs(places).slice(0, BASELINES)
  const { share, bytes, fixedPct } = solve(places, pairs)
  const judgingMs = judge(pairs)
  const of = `${STATIONS} stations of three constellations with ${pairs.length} baselines, every ${SOLVED_EVERY_MS / 1000} s`
  return [
    row(
      `${of}: share of a core (${fixedPct.toFixed(0)} % fixed)`,
      share.toFixed(3),
      `≤ ${MOST_SHARE}`,
      share <= MOST_SHARE,
    ),
    row(`${of}: memory`, `${(bytes / MB).toFixed(0)} MB`, `≤ ${MOST_MB} MB`, bytes <= MOST_MB * MB),
    row(
      `Attributing five minutes of ${pairs.length} baselines to their stations, in the worker: CPU`,
      `${judgingMs.toFixed(1)} ms`,
      `≤ ${MOST_JUDGING_MS} ms`,
      judgingMs <= MOST_JUDGING_MS,
    ),
  ]
}

const row = (what: string, measured: string, wanted: string, met: boolean): Row => ({
  ...{ what, measured, floor: '', ratio: '', wanted, met },
})

function solve(places: readonly Place[], pairs: readonly Pair[]) {
  const satellites = sky()
  const receivers = places.map((place) => new Receiver(place, place.id))
  for (const [index, receiver] of receivers.entries()) receiver.errors = { ionosphere: 3 + 0.01 * index }
  const before = usedBytes()
  const live = new LiveBaselines()
  live.setPairs(pairs.map((pair) => ({ ...pair, fencingToken: null })))
  for (const ephemeris of satellites.values()) live.ephemeris(1, ephemeris)
  for (const [index, { position }] of receivers.entries())
    live.frame(places[index]!.id, Buffer.from(encode1006({ stationId: 1, ...position, antennaHeight: 0 })), 1006)
  let [cpuMs, epochs, fixed] = [0, 0, 0]
  for (let at = 0; at < SECONDS; at += SOLVED_EVERY_MS / 1000) {
    const nowMs = observe(live, places, receivers, satellites, at)
    const start = process.cpuUsage()
    const solved = live.solve(nowMs)
    const { user, system } = process.cpuUsage(start)
    if (at < MEASURED_FROM_S) continue
    cpuMs += (user + system) / 1000
    epochs++
    for (const bin of solved?.bins ?? []) fixed += bin.vector === null ? 0 : 1
  }
  const bins = Math.max(1, Math.floor((SECONDS - MEASURED_FROM_S) / 300))
  const fixedPct = (100 * fixed) / (bins * pairs.length)
  return { share: cpuMs / epochs / SOLVED_EVERY_MS, bytes: usedBytes() - before, fixedPct }
}

/** Returns a time at which the epoch is complete. */
function observe(
  live: LiveBaselines,
  places: readonly Place[],
  receivers: readonly Receiver[],
  satellites: ReadonlyMap<number, KeplerianEphemeris>,
  seconds: number,
): number {
  let nowMs = 0
  for (const [index, receiver] of receivers.entries()) {
    const epoch = receiver.observe(satellites, seconds)
    nowMs = utcFromGps(epoch.gpsMs)
    epoch.receivedMs = nowMs
    live.epoch(places[index]!.id, epoch)
  }
  return nowMs
}

function judge(pairs: readonly Pair[]): number {
  const measured = pairs.map(({ a, b }) => ({ a, b, deviation: { x: 0.001 * a, y: 0.001 * b, z: 0 }, sigma: 0.01 }))
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    adjust(measured)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return median(times)
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
