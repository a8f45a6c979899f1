// Another station behind a station's own mountpoint: while the one is away, whoever asked for it gets the other's stream, and reads so in
// its record. The network mountpoint has a rule of its own.
import { distanceKm } from '../../domain/geometry/geodesy.ts'
import type { Mount } from '../../domain/sessions/access.ts'
import type { Note } from '../../domain/sessions/session.ts'
import { servesNext } from '../../domain/stations/backup.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { StoodIn } from '../../domain/stations/telemetry.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from './bases.ts'
import type { MadeFeeds } from './made-feeds.ts'

/** At a look, of which there are four a second: ten thousand at once would keep streams waiting. */
const AT_ONCE = 200

export class StandIns {
  readonly #bases: BaseFeeds
  readonly #made: MadeFeeds
  readonly #rovers: readonly Rover[]
  /** Who serves for whom. */
  readonly #serving = new Map<number, Station>()
  /** Since when each is known that has another behind it. */
  readonly #since = new Map<number, number>()
  /** Stations whose rovers are on their way to another stream. */
  readonly #moving = new Set<number>()

  constructor(bases: BaseFeeds, made: MadeFeeds, rovers: readonly Rover[]) {
    this.#bases = bases
    this.#made = made
    this.#rovers = rovers
  }

  /** Whose stream its mountpoint has now. */
  servingFor(stationId: number): number {
    return this.#serving.get(stationId)?.id ?? stationId
  }

  get all(): StoodIn[] {
    return [...this.#serving].flatMap(([stationId, by]) => {
      const station = this.#bases.stationOf(stationId)
      return station ? [{ stationId, by: by.code, distanceKm: apartKm(station, by) }] : []
    })
  }

  /** One that has asked for a station's mountpoint, or for one that is made of it, gets the stream. */
  serve(rover: Rover, { station }: Extract<Mount, { kind: 'station' }>): void {
    rover.home = station.id
    this.#move(rover)
  }

  look(): void {
    const now = performance.now()
    for (const station of this.#bases.withStandIn) this.#judge(station, now)
    for (const stationId of [...this.#serving.keys()])
      if (this.#bases.stationOf(stationId)?.backupStationId == null) this.#change(stationId, null)
    if (this.#moving.size > 0) this.#moveSome()
  }

  #judge(station: Station, now: number): void {
    const { id, backupStationId } = station
    const since = this.#since.get(id) ?? now
    this.#since.set(id, since)
    const other = this.#bases.stationOf(backupStationId!)
    const known = this.#serving.get(id) ?? null
    // Who stands elsewhere than registered, or is being worked on, serves nobody who did not ask for it.
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
    let left = AT_ONCE
    // Whoever turns out to be gone leaves their place to the last one, who would be passed over.
    for (const rover of [...this.#rovers]) if (this.#moving.has(rover.home) && this.#move(rover) && --left === 0) return
    this.#moving.clear()
  }

  /** False: it is where it should be. */
  #move(rover: Rover): boolean {
    const { home } = rover
    const feed = this.#made.feedFor(rover, this.servingFor(home))
    if (rover.feed === feed) return false
    const isNew = rover.feed === null
    const by = this.#serving.get(home)
    // Before the stream: who reads the record because of what came finds the reason there.
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
