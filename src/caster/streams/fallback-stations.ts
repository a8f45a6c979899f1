// Fallback stations: while a station is offline, rovers of its mountpoint get the stream of its fallback station, and
// their session record notes it. The network mountpoint has its own rule.
import { distanceKm } from '../../domain/geometry/geodesy.ts'
import type { Mount } from '../../domain/sessions/access.ts'
import type { Note } from '../../domain/sessions/session.ts'
import { servesNext } from '../../domain/stations/standby.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { StoodIn } from '../../domain/stations/telemetry.ts'
import type { CasterComponent } from '../component.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from './base-feeds.ts'
import type { DerivedStreams } from './derived/derived-streams.ts'

/** Rovers moved per tick: ten thousand at once would delay streams. */
const MOVES_PER_TICK = 200

export class FallbackStations implements CasterComponent {
  readonly #bases: BaseFeeds
  readonly #derived: DerivedStreams
  readonly #rovers: readonly Rover[]
  /** The fallback station that serves, by station. */
  readonly #serving = new Map<number, Station>()
  /** When each station with a fallback was first seen here. */
  readonly #since = new Map<number, number>()
  /** Stations whose rovers are being moved to another stream. */
  readonly #moving = new Set<number>()

  constructor(bases: BaseFeeds, derived: DerivedStreams, rovers: readonly Rover[]) {
    this.#bases = bases
    this.#derived = derived
    this.#rovers = rovers
  }

  /** Id of the station whose stream this station's mountpoint has now. */
  servingFor(stationId: number): number {
    return this.#serving.get(stationId)?.id ?? stationId
  }

  get all(): StoodIn[] {
    return [...this.#serving].flatMap(([stationId, by]) => {
      const station = this.#bases.stationOf(stationId)
      return station ? [{ stationId, by: by.code, distanceKm: apartKm(station, by) }] : []
    })
  }

  /** Starts the stream of a rover that requested the mountpoint of a station, or one derived from it. */
  serve(rover: Rover, { station }: Extract<Mount, { kind: 'station' }>): void {
    rover.home = station.id
    this.#move(rover)
  }

  tick(): void {
    const now = performance.now()
    for (const station of this.#bases.withFallback) this.#judge(station, now)
    for (const stationId of [...this.#serving.keys()])
      if (this.#bases.stationOf(stationId)?.fallbackStationId == null) this.#change(stationId, null)
    if (this.#moving.size > 0) this.#moveSome()
  }

  #judge(station: Station, now: number): void {
    const { id, fallbackStationId } = station
    const since = this.#since.get(id) ?? now
    this.#since.set(id, since)
    const other = this.#bases.stationOf(fallbackStationId!)
    const known = this.#serving.get(id) ?? null
    // A station that has moved or is under maintenance does not serve rovers that did not request it.
    if (!other || !station.isRtcm || !this.#bases.mayServeNetwork(other)) return void this.#change(id, null)
    const [own, others] = [this.#bases.feedOf(id).pulse, this.#bases.feedOf(other.id).pulse]
    if (known && known.id !== other.id) return void this.#change(id, null)
    if (!known && now - since <= this.#bases.graceMs) return
    const lives = known ? { serving: others, other: own } : { serving: own, other: others }
    const next = servesNext(known ? 'backup' : 'first', lives, now)
    this.#change(id, next === 'backup' ? other : null)
  }

  #change(stationId: number, by: Station | null): void {
    if ((this.#serving.get(stationId)?.id ?? null) === (by?.id ?? null)) return
    if (by) this.#serving.set(stationId, by)
    else this.#serving.delete(stationId)
    this.#moving.add(stationId)
  }

  #moveSome(): void {
    let left = MOVES_PER_TICK
    // Iterates over a copy: a rover that turns out to be gone leaves its index to the last one, which would be skipped.
    for (const rover of [...this.#rovers]) if (this.#moving.has(rover.home) && this.#move(rover) && --left === 0) return
    this.#moving.clear()
  }

  /** Returns false if the rover already has the right stream. */
  #move(rover: Rover): boolean {
    const { home } = rover
    const feed = this.#derived.feedFor(rover, this.servingFor(home))
    if (rover.feed === feed) return false
    const isNew = rover.feed === null
    const by = this.#serving.get(home)
    // Before the stream changes, so that the record explains it.
    if (by) rover.note(this.#noteOf(home, by))
    else if (!isNew) rover.note({ code: 'backup_over', params: {} })
    rover.follow(feed)
    return true
  }

  #noteOf(stationId: number, by: Station): Note {
    const station = this.#bases.stationOf(stationId)
    return { code: 'backup_station', params: { station: by.code, distanceKm: station ? apartKm(station, by) : 0 } }
  }
}

const apartKm = (one: Station, other: Station) => Math.round(10 * distanceKm(one, other)) / 10
