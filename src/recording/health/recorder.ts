// Records what casters measure: the current health of each station, status changes, minutes and days, alarms.

import type { Position } from '../../domain/geometry/geodesy.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import type {
  LiveAcknowledgement,
  LiveHealth,
  MinuteRecord,
  PassedOn,
  StoodIn,
  TelemetryListener,
  Unobserved,
} from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { noteBytes, noteIdle } from '../../store/stations/health.ts'
import { insertAnnounced } from '../../store/stations/positions.ts'
import { Alarms, type ReportAlarm } from './alarms.ts'
import { AnnouncedEquipments, type Equip } from './equipment.ts'
import { type Seen, seenOf, writeFigures } from './figures.ts'
import { Minutes } from './minutes.ts'
import { StationReporting } from './station-reporting.ts'
import { StatusChanges } from './status-changes.ts'

/** Longer than the silence timeout: failures are reported more often than this. */
const IDLE_AFTER_MS = 65_000
const BYTES_NOTED_AGAIN_MS = 15_000
const NOTHING_BESIDES = { unobserved: null, stoodIn: null, mayBeStoodIn: false }
const NOWHERE: ReadonlySet<number> = new Set()

export interface HealthServices {
  readonly db: Database
  readonly book: () => Promise<StationBook>
  readonly tellAlarm: ReportAlarm
  /** Registers the position of a station that was added without one. */
  readonly place?: (stationId: number, announced: Position, now: Date) => Promise<void>
  /** Records the equipment that a station announces. */
  readonly equip?: Equip
  /** This node's id if each station has one owner; `null` if any node can receive any station. */
  readonly node?: string | null
}

export class HealthRecorder implements TelemetryListener {
  readonly #services: HealthServices
  readonly #hearing: StationReporting
  readonly #changes: StatusChanges
  readonly #minutes: Minutes
  readonly #alarms: Alarms
  readonly #equipment: AnnouncedEquipments
  #book: StationBook | null = null
  /** Stations that this node last reported as sending no observations. */
  #unobserved: ReadonlySet<number> = new Set()

  constructor(services: HealthServices) {
    this.#services = services
    const { node = null } = services
    this.#hearing = new StationReporting(node !== null)
    this.#changes = new StatusChanges(services.db)
    this.#minutes = new Minutes(services.db, node)
    this.#alarms = new Alarms(services.db, services.tellAlarm)
    this.#equipment = new AnnouncedEquipments(services.equip ?? null)
  }

  alarmCounts(): Map<string, number> {
    return this.#alarms.counts()
  }

  async live(
    measured: readonly LiveHealth[],
    now: Date,
    unobserved: readonly Unobserved[] = [],
    passedOn: readonly PassedOn[] = [],
    stoodIn: readonly StoodIn[] = [],
  ): Promise<LiveAcknowledgement> {
    const book = await this.#services.book()
    await this.#noteBytes(book, passedOn, now)
    await this.#noteIdle(book, now)
    const seen = this.#seeAll(book, measured, unobserved, stoodIn, now)
    const overruled = await writeFigures(this.#services.db, this.#hearing, seen, now)
    await this.#keepPositions(seen, overruled, now)
    await this.#equipment.keep(seen, overruled, now)
    const missable = seen.filter(({ wasHeard }) => wasHeard)
    const isOverruled = ({ station }: (typeof seen)[number]) => overruled.has(station.id)
    // An upstream mountpoint that rovers no longer request returns to its declared status.
    const isBack = ({ station }: Seen) => station.upstream != null && this.#changes.knows(station.id)
    await this.#changes.keep(
      seen.filter((one) => (one.wasHeard || isBack(one)) && !isOverruled(one)),
      now,
    )
    await this.#alarms.keep(
      book,
      missable.map((one) => (isOverruled(one) ? { ...one, alarms: null } : one)),
      now,
    )
    return { elsewhere: this.#hearing.lost(book, measured) }
  }

  async #keepPositions(seen: readonly Seen[], overruled: ReadonlySet<number>, now: Date): Promise<void> {
    const news = seen.flatMap(({ station, announces }) =>
      announces && !overruled.has(station.id) ? [{ ...announces, stationId: station.id, at: announces.since }] : [],
    )
    if (news.length > 0) await insertAnnounced(this.#services.db, news)
    for (const { station, write } of seen) {
      const announced = write?.announced ?? station.health?.announced
      if (station.positionPending && announced) await this.#services.place?.(station.id, announced, now)
    }
  }

  /** Written periodically, well before the station would count as silent. */
  async #noteBytes({ byId }: StationBook, passedOn: readonly PassedOn[], now: Date): Promise<void> {
    const isDue = ({ stationId }: PassedOn) =>
      now.getTime() - (byId.get(stationId)?.bytesAt?.getTime() ?? 0) >= BYTES_NOTED_AGAIN_MS
    const due = passedOn.filter(isDue).map(({ stationId }) => stationId)
    if (due.length > 0) await noteBytes(this.#services.db, due, now)
  }

  /** Upstream mountpoints that rovers no longer request on any node, or whose node has died. */
  async #noteIdle({ active }: StationBook, now: Date): Promise<void> {
    const before = new Date(now.getTime() - IDLE_AFTER_MS)
    const isStale = (at: Date | null | undefined) => at == null || at < before
    const idle = active.filter(
      ({ upstream, health, failedAt }) =>
        upstream && (health !== null || failedAt != null) && isStale(health?.measuredAt) && isStale(failedAt),
    )
    if (idle.length === 0) return
    await noteIdle(
      this.#services.db,
      idle.map(({ id }) => id),
      before,
      now,
    )
  }

  #seeAll(
    book: StationBook,
    measured: readonly LiveHealth[],
    unobserved: readonly Unobserved[],
    stoodIn: readonly StoodIn[],
    now: Date,
  ): Seen[] {
    const liveOf = byStation(measured)
    const unobservedOf = byStation(unobserved)
    const stoodInOf = byStation(stoodIn)
    const before = this.#unobserved
    this.#unobserved = new Set(unobservedOf.keys())
    return book.active.map((station) => {
      const { id } = station
      const other = book.byId.get(station.fallbackStationId ?? 0)
      const besides = {
        unobserved: unobservedOf.get(id) ?? null,
        stoodIn: stoodInOf.get(id) ?? null,
        mayBeStoodIn: other !== undefined && !other.archived && isUsable(statusAt(other, now)),
      }
      if (!station.isRtcm) return seenOf(station, null, NOTHING_BESIDES, now)
      const spoken = this.#hearing.of(station, liveOf.get(id) ?? null, now)
      const seen = seenOf(station, spoken, besides, now)
      const leaves = seen.leaves.filter((kind) => kind !== 'no_observations')
      return before.has(id) ? { ...seen, leaves } : seen
    })
  }

  async minute(
    records: readonly MinuteRecord[],
    minute: Date,
    whole: boolean,
    elsewhere: ReadonlySet<number> = NOWHERE,
  ): Promise<void> {
    // While the database is unavailable, the last known stations are used.
    this.#book = await this.#services.book().catch(() => this.#book)
    await this.#minutes.keep(records, minute, whole, elsewhere, this.#book)
  }
}

const isUsable = (status: StationStatus) => status === 'online' || status === 'degraded'

const byStation = <Of extends { readonly stationId: number }>(list: readonly Of[]) =>
  new Map(list.map((one) => [one.stationId, one]))
