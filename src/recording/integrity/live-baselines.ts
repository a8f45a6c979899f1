// Solves the baselines of this node continuously, in the worker thread: same solver and same rules as from the archive.
import { EphemerisBook, type Vector } from '@vertice/gnss'
import { decodePosition, type Ephemeris, gpsFromUtc, type ObservationEpoch, utcFromGps } from '@vertice/rtcm'
import { instantOf } from '../../archive/integrity/kept-epochs.ts'
import { orbitsFrom } from '../../archive/integrity/orbits.ts'
import type { LivePair, SolvedBaselines } from '../../domain/archive/integrity/live.ts'
import { BIN_MS } from '../../domain/archive/integrity/movement.ts'
import type { BaselineFigures } from '../quality/messages.ts'
import type { DecodedListener } from '../quality/station-meters.ts'
import { LiveBaseline } from './live-baseline.ts'
import { LiveStation } from './live-station.ts'

/** Half a core solves so many every 5 s. With more, the interval is longer. */
const AT_SHORTEST = 250
const INTERVALS_MS = [5_000, 10_000, 15_000, 30_000] as const
export const SOLVED_EVERY_MS = INTERVALS_MS[0]
/** The decoder holds two epochs back for late messages: streams with an interval of 5 s are just fast enough. */
const WAIT_MS = 12_000
/** Instants that may wait for the processor. Older ones are skipped, so that results are never late. */
const MOST_INSTANTS = 4
const HOUR_MS = 3_600_000

export const intervalFor = (baselines: number): number =>
  INTERVALS_MS.find((ms) => baselines <= AT_SHORTEST * (ms / SOLVED_EVERY_MS)) ?? INTERVALS_MS.at(-1)!

export class LiveBaselines implements DecodedListener {
  readonly #book = new EphemerisBook()
  readonly #stations = new Map<number, LiveStation>()
  readonly #instants = new Map<number, Map<number, ObservationEpoch>>()
  #baselines = new Map<string, LiveBaseline>()
  #intervalMs: number = SOLVED_EVERY_MS
  #solvedMs = Number.NEGATIVE_INFINITY
  #bin = Number.NaN
  #skipped = 0
  #solved = 0

  /** A baseline that stays keeps its state. */
  setPairs(pairs: readonly LivePair[]): void {
    const before = this.#baselines
    this.#baselines = new Map(
      pairs.map((pair) => {
        const key = `${pair.a} ${pair.b}`
        const known = before.get(key)
        if (known) known.pair = pair
        return [key, known ?? new LiveBaseline(pair)]
      }),
    )
    const intervalMs = intervalFor(pairs.length)
    if (intervalMs !== this.#intervalMs) {
      this.#intervalMs = intervalMs
      for (const station of this.#stations.values()) station.keepEvery(intervalMs)
    }
    const wanted = new Set(pairs.flatMap(({ a, b }) => [a, b]))
    for (const id of this.#stations.keys()) if (!wanted.has(id)) this.#stations.delete(id)
    for (const id of wanted) if (!this.#stations.has(id)) this.#stations.set(id, new LiveStation(intervalMs))
  }

  get figures(): BaselineFigures {
    return { baselines: this.#baselines.size, solved: this.#solved, skipped: this.#skipped }
  }

  frame(stationId: number, payload: Buffer, type: number): void {
    if (type !== 1005 && type !== 1006) return
    const station = this.#stations.get(stationId)
    const position = station && decodePosition(payload)
    if (position && station.announce(position)) this.#restart(stationId)
  }

  ephemeris(stationId: number, ephemeris: Ephemeris): void {
    // The clocks of F/NAV and I/NAV differ: all stations must use the same.
    if (ephemeris.constellation !== 'GLO' && ephemeris.navigation !== 'FNAV') this.#book.add(ephemeris, stationId)
  }

  epoch(stationId: number, epoch: ObservationEpoch): void {
    const kept = this.#stations.get(stationId)?.keep(epoch)
    if (!kept) return
    const instant = instantOf(kept, this.#intervalMs)
    if (instant <= this.#solvedMs) return
    const observed = this.#instants.get(instant)
    if (observed) observed.set(stationId, kept)
    else this.#instants.set(instant, new Map([[stationId, kept]]))
  }

  /** Another connection: its phases do not continue those before. */
  restart(stationId: number): void {
    this.#stations.get(stationId)?.restart()
    this.#restart(stationId)
  }

  /** Solves the instants that are complete. `null` if no five minutes ended. */
  solve(nowMs: number): SolvedBaselines | null {
    const due = [...this.#instants.keys()]
      .filter((instant) => utcFromGps(instant) + WAIT_MS <= nowMs)
      .toSorted((one, other) => one - other)
    const late = due.splice(0, Math.max(0, due.length - MOST_INSTANTS))
    this.#skipped += late.length
    for (const instant of late) this.#instants.delete(instant)
    for (const instant of due) {
      this.#step(instant, this.#instants.get(instant)!)
      this.#instants.delete(instant)
    }
    return this.#endBin(nowMs)
  }

  #step(gpsMs: number, observed: ReadonlyMap<number, ObservationEpoch>): void {
    this.#solvedMs = gpsMs
    const orbitAt = orbitsFrom(this.#book)
    for (const [id, epoch] of observed) this.#stations.get(id)?.load(epoch, orbitAt)
    for (const baseline of this.#baselines.values()) {
      const { a, b } = baseline.pair
      if (baseline.step(this.#stations.get(a)!, this.#stations.get(b)!, gpsMs)) this.#solved++
    }
  }

  #endBin(nowMs: number): SolvedBaselines | null {
    const bin = Math.floor(gpsFromUtc(nowMs - WAIT_MS) / BIN_MS)
    if (bin === this.#bin) return null
    const isFirst = Number.isNaN(this.#bin)
    this.#bin = bin
    if (isFirst) return null
    const atMs = utcFromGps(bin * BIN_MS)
    const isHour = Math.floor(atMs / HOUR_MS) !== Math.floor((atMs - BIN_MS) / HOUR_MS)
    const baselines = [...this.#baselines.values()]
    const stationOf = (id: number) => this.#stations.get(id)!
    const parts = baselines.map((baseline) =>
      baseline.endBin(stationOf(baseline.pair.a), stationOf(baseline.pair.b), atMs, this.#intervalMs),
    )
    const days = isHour
      ? baselines.flatMap((one) => one.day(stationOf(one.pair.a), stationOf(one.pair.b), atMs) ?? [])
      : []
    const antennas = [...this.#stations].flatMap(([stationId, { position }]) =>
      position
        ? [{ stationId, x: position.x, y: position.y, z: position.z } satisfies Vector & { stationId: number }]
        : [],
    )
    for (const station of this.#stations.values()) station.endBin()
    return { bins: parts, days, antennas }
  }

  #restart(stationId: number): void {
    for (const baseline of this.#baselines.values())
      if (baseline.pair.a === stationId || baseline.pair.b === stationId) baseline.restart()
  }
}
