// Simulates weeks of a network whose stations do not move, or one of which moves every second day, and counts what is
// reported. Measures the rate of false alarms; docs/operations/integrity.md lists the results.
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
  --move MM         every second day at noon the first station moves to the east by so much, and back after 8 hours
  --seed N          default 1
`)

const { values } = parseArgs({
  options: Object.fromEntries(
    ['days', 'stations', 'km', 'gradient', 'wave', 'multipath', 'move', 'seed'].map((name) => [
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
const moveMm = number('move', 0)
const multipathM = number('multipath', 0.5)

const START_MS = Date.UTC(2026, 0, 7)
const [INTERVAL_MS, HOUR_MS, DAY_MS] = [30_000, 3_600_000, 86_400_000]
/** Decoders hold epochs back, and clocks of constellations differ by seconds. */
const LATE_MS = 120_000
const KM_PER_DEGREE = 111
const COLUMNS = 2
const [MOVES_AT_H, MOVED_H] = [12, 8]

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
    stream,
    push(frames: Buffer, atMs: number) {
      receivedMs = atMs
      reader.push(frames)
    },
  }
})

/** Whole seconds of GPS time that are multiples of the interval. */
const toGrid = (atMs: number) => atMs + ((INTERVAL_MS - (gpsFromUtc(atMs) % INTERVAL_MS)) % INTERVAL_MS)
const isMoved = (atMs: number) => {
  const sinceStart = atMs - START_MS
  const hour = (sinceStart % DAY_MS) / HOUR_MS
  return moveMm > 0 && Math.floor(sinceStart / DAY_MS) % 2 === 1 && hour >= MOVES_AT_H && hour < MOVES_AT_H + MOVED_H
}

for (let day = 0; day < days; day++) {
  for (let atMs = toGrid(START_MS + day * DAY_MS); atMs < START_MS + (day + 1) * DAY_MS; atMs += INTERVAL_MS) {
    if (moveMm > 0) stations[0]!.stream.displaceAntenna({ east: isMoved(atMs) ? moveMm / 1000 : 0, north: 0, up: 0 })
    for (const { stream, push } of stations) push(stream.epoch(atMs), atMs)
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

const injected = Array.from({ length: days }, (_, day) => START_MS + day * DAY_MS + MOVES_AT_H * HOUR_MS).filter(
  isMoved,
)
const isOfMove = ({ stationId, detectedMs }: (typeof reports)[number], fromMs: number) =>
  stationId === 1 && detectedMs > fromMs && detectedMs <= fromMs + MOVED_H * HOUR_MS
const delays = injected
  .flatMap((fromMs) => reports.find((one) => isOfMove(one, fromMs)) ?? [])
  .map(({ detectedMs }) => Math.round(((detectedMs - START_MS) % DAY_MS) / 60_000 - MOVES_AT_H * 60))
  .toSorted((one, other) => one - other)
const wrong = reports.filter((one) => !injected.some((fromMs) => isOfMove(one, fromMs)))
console.log(`${days * places.length} days of a station, ${((100 * fixed) / epochs).toFixed(1)} % of the epochs fixed`)
if (injected.length > 0)
  console.log(
    `${delays.length} of ${injected.length} movements of ${moveMm} mm reported; after ${delays[Math.floor(delays.length / 2)] ?? '–'} min (median), ${delays.at(-1) ?? '–'} min (longest)`,
  )
console.log(`${wrong.length} reported falsely`)
for (const { stationId, sinceMs, detectedMs } of wrong)
  console.log(
    `  station ${stationId}: since ${new Date(sinceMs).toISOString()}, reported ${new Date(detectedMs).toISOString()}`,
  )
