// Solves the baseline between two stations from RINEX files and compares it with their published coordinates. Measures the
// solver on public data, which is not part of the project; docs/operations/integrity.md lists the files and results.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  type BaselineEpoch,
  BaselineSolver,
  EphemerisBook,
  fromLocal,
  geodeticOf,
  type Local,
  type OrbitAt,
  StationEpoch,
  stateOf,
  type Vector,
} from '@vertice/gnss'
import { RinexReader } from '@vertice/rinex'
import { carrierHz, ObservationEpoch, utcFromGps } from '@vertice/rtcm'
import { readAntennas } from '../../src/archive/integrity/antennas.ts'
import { BaselineDay } from '../../src/archive/integrity/baseline-day.ts'
import { BIN_MS, MovementWatch, middle } from '../../src/domain/archive/integrity/movement.ts'
import { usage } from '../usage.ts'
import { preciseOrbits } from './precise-orbits.ts'

usage(`
usage: node scripts/tests/baselines.ts --a FILE --b FILE --orbits FILE[,FILE…] [options]

Solves the baseline from station A to station B and prints how far B is from its published position.

  --a, --b FILE          observations: RINEX 2, 3 or 4, CRINEX, gzip
  --orbits FILES         navigation files, or one SP3 file
  --at-a, --at-b X,Y,Z   published positions of the antennas' reference points; default: the headers of the files
  --antennas FILE        antenna calibrations (ANTEX)
  --interval SECONDS     default 30
  --move MM,HOURS        moves B to the east by so many millimetres, so many hours after the first epoch
  --control NAME         must fail: swapped (the files are exchanged), flipped (the sign of B's phases), shifted (A by 1 m)
  --epochs               prints every epoch as CSV
`)

const { values } = await import('node:util').then(({ parseArgs }) =>
  parseArgs({
    options: {
      ...Object.fromEntries(
        ['a', 'b', 'orbits', 'at-a', 'at-b', 'antennas', 'interval', 'move', 'control'].map((name) => [
          name,
          { type: 'string' as const },
        ]),
      ),
      epochs: { type: 'boolean' as const },
    },
  }),
)
const given = values as Record<string, string | undefined>
const needed = (name: string): string => {
  const value = given[name]
  if (value === undefined) throw new Error(`--${name} is missing: see --help`)
  return value
}

const LIGHT = 299_792_458
const contents = (path: string) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path))

function readStation(path: string) {
  const epochs: ObservationEpoch[] = []
  let position: Vector | null = null
  let antenna = { type: '', radome: '' }
  const reader = new RinexReader({
    onHeader({ station }) {
      if (position || !station.position) return
      const { x, y, z } = fromLocal(station.eccentricity, geodeticOf(station.position))
      position = { x: station.position.x + x, y: station.position.y + y, z: station.position.z + z }
      antenna = station.antenna
    },
    onEpoch: (epoch) => void epochs.push(copyOf(epoch)),
  })
  reader.push(contents(path))
  reader.end()
  return { epochs, position, antenna }
}

function copyOf({ gpsMs, receivedMs, rows, ...columns }: ObservationEpoch): ObservationEpoch {
  const { satellite, signal, pseudorange, phase, flags } = columns
  return Object.assign(Object.create(ObservationEpoch.prototype) as ObservationEpoch, {
    ...{ gpsMs, receivedMs, rows, satellite: satellite.slice(0, rows), signal: signal.slice(0, rows) },
    ...{ pseudorange: pseudorange.slice(0, rows), phase: phase.slice(0, rows), flags: flags.slice(0, rows) },
  })
}

function orbitsIn(paths: readonly string[]): OrbitAt {
  if (/\.sp3(\.gz)?$/i.test(paths[0]!)) return preciseOrbits(contents(paths[0]!).toString('latin1'))
  const book = new EphemerisBook({ kept: 288 })
  for (const path of paths) {
    const reader = new RinexReader({
      onEpoch() {},
      onEphemeris(ephemeris) {
        if (ephemeris.constellation !== 'GLO' && ephemeris.navigation !== 'FNAV') book.add(ephemeris)
      },
    })
    reader.push(contents(path))
    reader.end()
  }
  return (satellite, gpsSeconds) => {
    const ephemeris = book.find(satellite, gpsSeconds)
    return ephemeris && ((seconds) => stateOf(ephemeris, seconds))
  }
}

const intervalMs = Number(given.interval ?? 30) * 1000
const instantOf = ({ gpsMs }: ObservationEpoch) => Math.round(gpsMs / intervalMs) * intervalMs
const published = (name: string, fromHeader: Vector | null): Vector => {
  const [x, y, z] = (given[name] ?? '').split(',').map(Number)
  if (given[name] !== undefined) return { x: x!, y: y!, z: z! }
  if (!fromHeader) throw new Error(`--${name} is missing, and the file contains no position`)
  return fromHeader
}
const moved = (from: Vector, by: Local): Vector => {
  const { x, y, z } = fromLocal(by, geodeticOf(from))
  return { x: from.x + x, y: from.y + y, z: from.z + z }
}

const isSwapped = given.control === 'swapped'
const [a, b] = [readStation(needed(isSwapped ? 'b' : 'a')), readStation(needed(isSwapped ? 'a' : 'b'))]
if (isSwapped) [a.position, b.position] = [b.position, a.position]
const [placeA, placeB] = [published('at-a', a.position), published('at-b', b.position)]
const antennas = given.antennas === undefined ? null : await readAntennas(given.antennas)
const calibrations = [a, b].map(({ antenna }) => antennas?.find(antenna.type, antenna.radome) ?? null)
if (antennas)
  console.error(
    `antennas: ${a.antenna.type} ${calibrations[0] ? 'known' : 'unknown'}, ${b.antenna.type} ${calibrations[1] ? 'known' : 'unknown'}`,
  )
const near = new StationEpoch(
  given.control === 'shifted' ? moved(placeA, { east: 1, north: 0, up: 0 }) : placeA,
  calibrations[0],
)
const far = new StationEpoch(placeB, calibrations[1])
const orbitAt = orbitsIn(needed('orbits').split(','))
const [moveMm, moveHours] = (given.move ?? '0,0').split(',').map(Number) as [number, number]

/** Observations of B as if its antenna were further east. */
function shift(epoch: ObservationEpoch): void {
  const sights = far.sights
  for (let row = 0; row < epoch.rows; row++) {
    const sight = sights.get(epoch.satellite[row]!)
    if (!sight) continue
    const metres = (-sight.direction[0] * moveMm) / 1000
    const hz = carrierHz(epoch.satellite[row]! >>> 6, epoch.signal[row]!, Number.NaN)
    epoch.pseudorange[row]! += metres
    epoch.phase[row]! += (metres * hz) / LIGHT
  }
}

const moving = new BaselineSolver()
const whole = new BaselineSolver({ movementM: 0 })
const day = new BaselineDay(intervalMs)
const watch = new MovementWatch()
const byInstant = new Map(a.epochs.map((epoch) => [instantOf(epoch), epoch]))
const solved: BaselineEpoch[] = []
const wholeSolved: BaselineEpoch[] = []
let bin: Local[] = []
let binAt = Number.NaN
let pairs = 0
const movements: { at: number; sinceMs: number; east: number; north: number; up: number }[] = []
const started = process.cpuUsage()
for (const epoch of b.epochs) {
  const own = byInstant.get(instantOf(epoch))
  if (!own || instantOf(epoch) !== Math.round(epoch.gpsMs)) continue
  pairs++
  const hours = (epoch.gpsMs - b.epochs[0]!.gpsMs) / 3_600_000
  if (given.control === 'flipped') for (let row = 0; row < epoch.rows; row++) epoch.phase[row]! *= -1
  near.load(own, orbitAt)
  far.load(epoch, orbitAt)
  if (moveMm !== 0 && hours >= moveHours) {
    shift(epoch)
    far.load(epoch, orbitAt)
  }
  const now = moving.step(near, far)
  const one = whole.step(near, far)
  day.add(now, one)
  if (one) wholeSolved.push(one)
  if (!now) continue
  solved.push(now)
  const at = Math.floor(epoch.gpsMs / BIN_MS)
  if (at !== binAt && bin.length >= 3) {
    const found = watch.add((binAt + 1) * BIN_MS, middle(bin))
    if (found) movements.push({ at: found.detectedMs, ...found })
  }
  if (at !== binAt) bin = []
  binAt = at
  if (now.isFixed) bin.push(now)
}
const cpu = process.cpuUsage(started)

const mm = (metres: number) => (metres * 1000).toFixed(1)
const spread = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
if (values.epochs)
  for (const { gpsMs, east, north, up, isFixed, satellites, fixed } of solved)
    console.log(
      [
        new Date(utcFromGps(gpsMs)).toISOString(),
        mm(east),
        mm(north),
        mm(up),
        isFixed ? 'fixed' : 'float',
        satellites,
        fixed,
      ].join(','),
    )
const fixed = solved.filter(({ isFixed }) => isFixed)
const length = Math.hypot(placeB.x - placeA.x, placeB.y - placeA.y, placeB.z - placeA.z)
console.log(
  `baseline ${(length / 1000).toFixed(3)} km, ${pairs} epochs, ${solved.length} solved, ${fixed.length} fixed (${((100 * fixed.length) / pairs).toFixed(1)} %)`,
)
if (fixed.length > 0) {
  const first = (fixed[0]!.gpsMs - b.epochs[0]!.gpsMs) / 60_000
  const at = middle(fixed)
  console.log(
    `first fixed after ${first.toFixed(1)} min; median ${mm(at.east)} east, ${mm(at.north)} north, ${mm(at.up)} up (mm)`,
  )
  for (const share of [0.68, 0.95, 0.99, 1])
    console.log(
      `  ${share * 100} % of fixed epochs within ${mm(
        spread(
          fixed.map(({ east, north }) => Math.hypot(east - at.east, north - at.north)),
          share,
        ),
      )} mm horizontally, ${mm(
        spread(
          fixed.map(({ up }) => Math.abs(up - at.up)),
          share,
        ),
      )} mm vertically`,
    )
}
const result = day.result()
if (result.position && result.sigma)
  console.log(
    `position of the window ${mm(result.position.east)} east, ${mm(result.position.north)} north, ${mm(result.position.up)} up (mm), expected error ${mm(result.sigma.horizontal)} and ${mm(result.sigma.vertical)}`,
  )
const last = wholeSolved.at(-1)
if (last) {
  const { x, y, z } = fromLocal(last, geodeticOf(placeB))
  console.log(
    `static ${last.isFixed ? 'fixed' : 'float'}: ${mm(last.east)} east, ${mm(last.north)} north, ${mm(last.up)} up (mm); ${(placeB.x + x).toFixed(4)} ${(placeB.y + y).toFixed(4)} ${(placeB.z + z).toFixed(4)}`,
  )
}
for (const { at, east, north, up } of movements)
  console.log(
    `movement detected ${((utcFromGps(at) - utcFromGps(b.epochs[0]!.gpsMs)) / 60_000 - moveHours * 60).toFixed(0)} min after it: ${mm(east)} east, ${mm(north)} north, ${mm(up)} up (mm)`,
  )
if (movements.length === 0) console.log('no movement detected')
console.log(`CPU ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s for two solutions`)
