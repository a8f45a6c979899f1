// Simulates weeks of a network whose stations do not move, or one of which moves every day, and counts what is reported.
// Measures the rate of false alarms and the delays; docs/operations/integrity.md lists the results.
import { parseArgs } from 'node:util'
import { EphemerisBook, type Vector } from '@vertice/gnss'
import { decodeEphemeris, FrameReader, gpsFromUtc, type ObservationEpoch } from '@vertice/rtcm'
import { KeptEpochs } from '../../src/archive/integrity/kept-epochs.ts'
import { NetworkRun } from '../../src/archive/integrity/network-run.ts'
import { orbitsFrom } from '../../src/archive/integrity/orbits.ts'
import { RecordedEpochs } from '../../src/archive/reading/epochs.ts'
import { Atmosphere } from '../../src/demo/simulator/sky/atmosphere.ts'
import { toEcef } from '../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { neighbourPairs } from '../../src/domain/archive/integrity/neighbours.ts'
import { usage } from '../usage.ts'

usage(`
usage: node scripts/tests/movements.ts [options]

Simulates stations with an atmosphere and multipath, solves their baselines every 30 s, and prints which movements were
reported. A day of four stations takes about a minute.

  --days N          default 30
  --stations N      default 4, on a grid
  --km N            distance between neighbours, default 30
  --gradient PPM    ionosphere: difference over distance, default 2; 50 is a storm
  --wave METRES     ionosphere: travelling disturbance, default 0.05
  --multipath M     of the code, at the horizon, default 0.5
  --moves MM,MM…    every day another station moves by one of these sizes, east, north or up, and back after 8 hours
  --seed N          default 1; also chooses which movement is the first
`)

const { values } = parseArgs({
  options: Object.fromEntries(
    ['days', 'stations', 'km', 'gradient', 'wave', 'multipath', 'moves', 'seed'].map((name) => [
      name,
      { type: 'string' as const },
    ]),
  ),
})
const number = (name: string, fallback: number): number => {
  const value = Number(values[name] ?? fallback)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name}: expected a number, see --help`)
  return value
}
const days = number('days', 30)
const seed = number('seed', 1)
const sizesMm = (values.moves ?? '').split(',').filter(Boolean).map(Number)
const multipathM = number('multipath', 0.5)

const START_MS = Date.UTC(2026, 0, 7)
const [INTERVAL_MS, HOUR_MS, DAY_MS] = [30_000, 3_600_000, 86_400_000]
/** Decoders hold epochs back, and clocks of constellations differ by seconds. */
const LATE_MS = 120_000
const KM_PER_DEGREE = 111
const COLUMNS = 2
const MOVED_H = 8
/** The scatter of a station is known after seven hours. */
const MOVES_AT_H = [9, 10.5, 12, 13.5]
const DIRECTIONS = ['east', 'up', 'north'] as const

const step = number('km', 30) / KM_PER_DEGREE
const places = Array.from({ length: number('stations', 4) }, (_, index) => ({
  id: index + 1,
  lat: 19 + step * Math.floor(index / COLUMNS),
  // Not a square: its triangulation would be ambiguous.
  lng: -99 + step * ((index % COLUMNS) + 0.1 * Math.floor(index / COLUMNS)),
  height: 2200 + 40 * index,
}))
const sky = new Sky(seed, new Atmosphere({ gradientPpm: number('gradient', 2), disturbanceM: number('wave', 0.05) }))
const book = new EphemerisBook()
const instants = new Map<number, Map<number, ObservationEpoch>>()
const reports: { readonly stationId: number; readonly sinceMs: number; readonly detectedMs: number }[] = []
let [epochs, fixed] = [0, 0]

const run = new NetworkRun(
  neighbourPairs(places),
  INTERVAL_MS,
  {
    onEpoch(_, { isFixed }) {
      epochs++
      if (isFixed) fixed++
    },
    onMovement: (stationId, { sinceMs, detectedMs }) => void reports.push({ stationId, sinceMs, detectedMs }),
    onDay() {},
  },
  { hasDays: false },
)

const stations = places.map((position) => {
  const { id } = position
  const [x, y, z] = toEcef(position)
  run.place(id, { x, y, z } satisfies Vector)
  const kept = new KeptEpochs(INTERVAL_MS)
  const decoded = new RecordedEpochs({
    onEpoch(epoch) {
      const copy = kept.keep(epoch)
      if (!copy) return
      const at = Math.round(copy.gpsMs / INTERVAL_MS) * INTERVAL_MS
      const observed = instants.get(at)
      if (observed) observed.set(id, copy)
      else instants.set(at, new Map([[id, copy]]))
    },
  })
  let receivedMs = 0
  const reader = new FrameReader((payload, type) => {
    if (decoded.frame(payload, type, receivedMs)) return
    const ephemeris = decodeEphemeris(payload, type, receivedMs)
    if (ephemeris && ephemeris.constellation !== 'GLO') book.add(ephemeris, id)
  })
  const stream = new StationStream(sky, { code: `S${seed}${id}`, stationId: id, position, site: { multipathM } })
  return {
    ...{ id, stream },
    push(frames: Buffer, atMs: number) {
      receivedMs = atMs
      reader.push(frames)
    },
  }
})

/** Whole seconds of GPS time that are multiples of the interval. */
const toGrid = (atMs: number) => atMs + ((INTERVAL_MS - (gpsFromUtc(atMs) % INTERVAL_MS)) % INTERVAL_MS)

interface Move {
  readonly stationId: number
  readonly direction: (typeof DIRECTIONS)[number]
  readonly sizeMm: number
  readonly fromMs: number
  readonly toMs: number
}

/** Consecutive seeds continue the list, so that short runs inject every movement. */
const moves: readonly Move[] = Array.from({ length: sizesMm.length > 0 ? days : 0 }, (_, day) => {
  const index = (seed - 1) * days + day
  const fromMs = START_MS + day * DAY_MS + MOVES_AT_H[Math.floor(index / 2) % MOVES_AT_H.length]! * HOUR_MS
  return {
    stationId: places[index % places.length]!.id,
    direction: DIRECTIONS[Math.floor(index / sizesMm.length) % DIRECTIONS.length]!,
    sizeMm: sizesMm[index % sizesMm.length]!,
    ...{ fromMs, toMs: fromMs + MOVED_H * HOUR_MS },
  }
})
const offsetAt = (stationId: number, atMs: number) => {
  const move = moves.find((one) => one.stationId === stationId && atMs >= one.fromMs && atMs < one.toMs)
  return { east: 0, north: 0, up: 0, ...(move && { [move.direction]: move.sizeMm / 1000 }) }
}

for (let day = 0; day < days; day++) {
  for (let atMs = toGrid(START_MS + day * DAY_MS); atMs < START_MS + (day + 1) * DAY_MS; atMs += INTERVAL_MS) {
    for (const { id, stream, push } of stations) {
      if (moves.length > 0) stream.displaceAntenna(offsetAt(id, atMs))
      push(stream.epoch(atMs), atMs)
    }
    for (const [gpsMs, observed] of instants) {
      if (gpsMs > gpsFromUtc(atMs) - LATE_MS) break
      instants.delete(gpsMs)
      run.step(gpsMs, observed, orbitsFrom(book))
    }
  }
  process.stderr.write(`\r${day + 1} of ${days} days, ${reports.length} reported `)
}
run.end()
process.stderr.write('\n')

const isOfMove = (report: (typeof reports)[number], { stationId, fromMs, toMs }: Move) =>
  report.stationId === stationId && report.detectedMs > fromMs && report.detectedMs <= toMs
const utc = (atMs: number) => new Date(atMs).toISOString()

console.log(`${days * places.length} days of a station, ${((100 * fixed) / epochs).toFixed(1)} % of the epochs fixed`)
for (const move of moves) {
  const report = reports.find((one) => isOfMove(one, move))
  const result = report ? `after ${Math.round((report.detectedMs - move.fromMs) / 60_000)} min` : 'not reported'
  console.log(`station ${move.stationId}, ${utc(move.fromMs)}, ${move.sizeMm} mm ${move.direction}: ${result}`)
}
const wrong = reports.filter((one) => !moves.some((move) => isOfMove(one, move)))
console.log(`${wrong.length} reported falsely`)
for (const { stationId, sinceMs, detectedMs } of wrong)
  console.log(`  station ${stationId}: since ${utc(sinceMs)}, reported ${utc(detectedMs)}`)
