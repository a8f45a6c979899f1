// Solves the baselines of stations over a window of the archive. Memory does not depend on the length of the window.
import { EphemerisBook, singlePoint, type Vector } from '@vertice/gnss'
import { type Ephemeris, gpsFromUtc, type ObservationEpoch } from '@vertice/rtcm'
import { median } from '../../domain/archive/integrity/adjustment.ts'
import type { MovementLimits } from '../../domain/archive/integrity/movement.ts'
import { neighbourPairs } from '../../domain/archive/integrity/neighbours.ts'
import type { Unchecked } from '../../domain/archive/integrity/run.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { readNavigation } from '../reading/navigation.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { navigationIn, type ReadSegment, segmentsIn } from '../reading/window.ts'
import { readAntennas } from './antennas.ts'
import { NetworkRun, type RunListener } from './network-run.ts'
import { orbitsFrom } from './orbits.ts'
import { StationReading } from './station-reading.ts'

/** Epochs of an hour can arrive this much later than the hour's end. */
const LATE_MS = 90_000
/** Galileo sends an ephemeris every ten minutes: two days of them. */
const KEPT_EPHEMERIDES = 288
const MEASURED_EPOCHS = 30
/** Single-point positions are a few metres off. The solver finds no integers if the coordinates are much further off. */
const WRONG_M = 10

export interface IntegrityStation {
  readonly id: number
  readonly lat: number
  readonly lng: number
  readonly segments: readonly ReadSegment[]
  /** Antenna, if the recording does not contain it. */
  readonly antenna?: Vector | null
  /** Path of a RINEX file that is read instead of the archive. Its coordinates can be off by kilometres. */
  readonly file?: string
}

export interface IntegrityJob {
  readonly from: Date
  readonly to: Date
  readonly intervalS: number
  readonly stations: readonly IntegrityStation[]
  readonly limits?: MovementLimits
  /** Antenna calibrations (ANTEX), used if all antennas are known; none if the file is missing. */
  readonly antennaFile?: string
  /** Only the baselines of this station; default: between all neighbours. */
  readonly onlyOf?: number
}

export interface IntegrityOutcome {
  readonly unchecked: readonly { readonly stationId: number; readonly reason: Unchecked }[]
  /** Horizontal and vertical metres by station. */
  readonly minimumDetectable: ReadonlyMap<number, MovementLimits>
  /** Names of files of the archive that could not be read. */
  readonly unread: readonly string[]
  /** Whether antenna calibrations were applied. */
  readonly isCalibrated: boolean
}

export interface IntegrityListener extends RunListener {
  /** Called after each hour with the share of the hours that are done. */
  progress?(share: number): void
  /** Called often; the computation waits for it. */
  pause?(): Promise<void>
}

export async function computeIntegrity(
  places: SegmentPlaces,
  job: IntegrityJob,
  listener: IntegrityListener,
): Promise<IntegrityOutcome> {
  const { from, to } = job
  const intervalMs = job.intervalS * 1000
  const window = { fromMs: gpsFromUtc(from.getTime()), toMs: gpsFromUtc(to.getTime()), intervalMs }
  const book = new EphemerisBook({ kept: KEPT_EPHEMERIDES })
  // The clocks of F/NAV and I/NAV differ: all stations must use the same.
  const add = (ephemeris: Ephemeris, source?: number) => {
    if (ephemeris.constellation !== 'GLO' && ephemeris.navigation !== 'FNAV') book.add(ephemeris, source)
  }
  const pairs = neighbourPairs(job.stations).filter(
    ({ a, b }) => job.onlyOf === undefined || a === job.onlyOf || b === job.onlyOf,
  )
  const run = new NetworkRun(pairs, intervalMs, listener, job.limits && { limits: job.limits })
  const readings = new Map(
    job.stations.map(({ id }) => [id, new StationReading(places, window, (one) => add(one, id))]),
  )
  const received = new Map<number, number>()
  const unread: string[] = []
  for (const { id, file } of job.stations) if (file !== undefined) await readings.get(id)!.readFile(file)
  for (const { segments } of job.stations)
    unread.push(
      ...(await readNavigation(places, navigationIn(segments, from, to), (one) => add(one))).map(({ name }) => name),
    )

  const antennas = job.antennaFile === undefined ? null : await readAntennas(job.antennaFile)
  const foundFor = (id: number) => {
    const { antenna } = readings.get(id)!
    return antenna && antennas ? antennas.find(antenna.type, antenna.radome) : null
  }
  let isCalibrated: boolean | null = null
  // Heights between antennas with and without calibration would not agree with those between antennas without.
  const calibrationOf = (id: number) => {
    const placed = job.stations.filter((one) => readings.get(one.id)!.epochs.length > 0)
    isCalibrated ??= placed.every((one) => foundFor(one.id) !== null)
    return isCalibrated ? foundFor(id) : null
  }

  const solveUntil = async (endMs: number) => {
    const orbitAt = orbitsFrom(book)
    for (const [gpsMs, observed] of instants(readings, endMs, intervalMs)) {
      for (const id of observed.keys()) received.set(id, (received.get(id) ?? 0) + 1)
      run.step(gpsMs, observed, orbitAt)
      await listener.pause?.()
    }
  }
  const pause = async () => {
    await listener.pause?.()
    return true
  }
  const wanted = job.stations.map(({ id, segments }) => ({ id, own: segmentsIn(segments, from, to) }))
  const hours = [...new Set(wanted.flatMap(({ own }) => own.map(({ hour }) => hour.getTime())))].toSorted(
    (one, other) => one - other,
  )
  for (const [index, hour] of hours.entries()) {
    for (const { id, own } of wanted)
      await readings.get(id)!.read(
        own.filter((segment) => segment.hour.getTime() === hour),
        pause,
      )
    for (const { id, antenna, file } of job.stations) {
      const { announced, epochs } = readings.get(id)!
      if (run.isPlaced(id) || epochs.length === 0) continue
      const known = file === undefined ? (announced ?? antenna) : null
      const measured = measuredPosition(epochs, book)
      const isWrong = known && measured && distance(known, measured) > WRONG_M
      const antennaAt = isWrong ? measured : (known ?? measured ?? announced)
      if (antennaAt) run.place(id, antennaAt, calibrationOf(id), known ?? antennaAt)
    }
    await solveUntil(gpsFromUtc(hour + HOUR_MS - LATE_MS))
    listener.progress?.((index + 1) / hours.length)
  }
  for (const reading of readings.values()) reading.end()
  await solveUntil(Number.POSITIVE_INFINITY)
  run.end()
  for (const reading of readings.values()) unread.push(...reading.unread.map(({ name }) => name))

  const isPlaced = (id: number) => run.isPlaced(id)
  const reasonOf = (id: number): Unchecked | null => {
    const own = pairs.filter(({ a, b }) => a === id || b === id)
    if (own.length === 0) return 'no_neighbour'
    if (!received.has(id)) return 'no_data'
    if (!isPlaced(id)) return 'no_position'
    const failed = run.unsolved().filter(({ pair }) => own.includes(pair))
    if (failed.length < own.length) return null
    if (failed.some(({ isContradicted }) => isContradicted)) return 'wrong_coordinates'
    const others = own.map(({ a, b }) => (a === id ? b : a))
    return others.some((other) => received.has(other) && isPlaced(other)) ? 'two_bands' : 'neighbour_without_data'
  }
  const unchecked = job.stations.flatMap(({ id }) => {
    const reason = reasonOf(id)
    return reason ? [{ stationId: id, reason }] : []
  })
  const detectable = job.stations.flatMap(({ id }) => {
    const limits = run.minimumDetectable(id)
    return limits ? [[id, limits] as const] : []
  })
  return { unchecked, minimumDetectable: new Map(detectable), unread, isCalibrated: isCalibrated ?? false }
}

/** The median of single-point positions: metres off, however wrong the announced position is. */
function measuredPosition(epochs: readonly ObservationEpoch[], book: EphemerisBook): Vector | null {
  const every = Math.max(1, Math.floor(epochs.length / MEASURED_EPOCHS))
  const points = epochs
    .filter((_, index) => index % every === 0)
    .flatMap((epoch) => singlePoint(epoch, book)?.position ?? [])
  if (points.length === 0) return null
  return {
    x: median(points.map(({ x }) => x)),
    y: median(points.map(({ y }) => y)),
    z: median(points.map(({ z }) => z)),
  }
}

const distance = (one: Vector, other: Vector) => Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)

/** The epochs of all stations by instant, in order of time; they are taken out of the readings. */
function* instants(
  readings: ReadonlyMap<number, StationReading>,
  endMs: number,
  intervalMs: number,
): Generator<[gpsMs: number, observed: Map<number, ObservationEpoch>]> {
  const at = ({ gpsMs }: ObservationEpoch) => Math.round(gpsMs / intervalMs) * intervalMs
  for (;;) {
    let next = Number.POSITIVE_INFINITY
    for (const { epochs } of readings.values()) if (epochs[0]) next = Math.min(next, at(epochs[0]))
    if (next === Number.POSITIVE_INFINITY || next >= endMs) return
    const observed = new Map<number, ObservationEpoch>()
    for (const [id, { epochs }] of readings) if (epochs[0] && at(epochs[0]) === next) observed.set(id, epochs.shift()!)
    yield [next, observed]
  }
}
