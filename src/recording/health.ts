// Keeps what the casters measure: the newest figures of each station, every change of status, the minutes and days, the alarms.
// Several nodes may measure the same station; one at a time speaks for it, and the database keeps one truth.
import type { Station, StationHealth, StationStatus } from '../domain/stations/station.ts'
import { type Hysteresis, isGoodForLong, nextHysteresis, SILENT_AFTER_MS, statusAt } from '../domain/stations/status.ts'
import {
  type Alarm,
  alarmsOf,
  type Heard,
  type LiveHealth,
  type MinuteRecord,
  positionOffsetM,
} from '../domain/stations/telemetry.ts'
import type { StationBook } from '../store/current.ts'
import { type Database, isDatabaseUnavailable } from '../store/database.ts'
import {
  endAlarms,
  type HealthWrite,
  lastStatuses,
  listOpenAlarms,
  lockStatusChanges,
  openAlarms,
  writeHealth,
} from '../store/stations/health.ts'
import { lockMinutes, writeMinutes } from '../store/stations/minutes.ts'
import { insertStatusChanges } from '../store/stations/rows.ts'

/**
 * Figures that hardly changed are written again this often, well before they would count as silence; all stations at the same
 * moments, because everybody reads the stations again after a write.
 */
const WRITTEN_AGAIN_MS = 15_000
/** So long another node that speaks for a station is waited for: it writes in time, but for an epoch or two. */
const OTHERS_WAITED_FOR_MS = 20_000
/** Two that hear the same stream are not this far apart. */
const ELSEWHERE_AFTER_MS = 5_000
/** If the database is away for so long: a day of 200 stations, an hour of 5,000. */
const MOST_RECORDS_KEPT = 300_000

export interface HealthServices {
  readonly db: Database
  readonly book: () => Promise<StationBook>
  /** For the operator's log. */
  readonly tellAlarm: (code: string, alarm: Pick<Alarm, 'kind' | 'detail'>, begins: boolean) => void
}

/** What this node makes of a station now. */
interface Seen {
  readonly station: Station
  readonly status: StationStatus
  readonly telemetry: boolean
  readonly write: HealthWrite | null
  /** null: another node speaks for the station. */
  readonly alarms: readonly Alarm[] | null
}

interface Known {
  hysteresis: Hysteresis
  heardAt: number
  /** It has just come here. */
  isNew: boolean
  /** By this node. */
  written: { readonly at: number; readonly measuredAt: number; readonly degraded: boolean } | null
}

export class HealthRecorder {
  readonly #services: HealthServices
  readonly #known = new Map<number, Known>()
  readonly #statuses = new Map<number, StationStatus>()
  /** Open ones of the whole network. */
  #alarms: readonly Alarm[] = []
  #minutes: (readonly MinuteRecord[])[] = []
  #book: StationBook | null = null

  constructor(services: HealthServices) {
    this.#services = services
  }

  /** How many alarms of each kind are open. */
  alarmCounts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { kind } of this.#alarms) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return counts
  }

  async live(measured: readonly LiveHealth[], now: Date): Promise<Heard> {
    const book = await this.#services.book()
    const byStation = new Map(measured.map((live) => [live.stationId, live]))
    const seen = book.active.map((station) => this.#look(station, byStation.get(station.id) ?? null, now))
    const overruled = await this.#write(
      seen.flatMap(({ write }) => (write ? [write] : [])),
      now,
    )
    const measurable = seen.filter(({ telemetry }) => telemetry)
    await this.#keepChanges(
      measurable.filter(({ station }) => !overruled.has(station.id)),
      now,
    )
    await this.#keepAlarms(
      book,
      measurable.map((one) => (overruled.has(one.station.id) ? { ...one, alarms: null } : one)),
      now,
    )
    return { elsewhere: this.#elsewhere(book, measured) }
  }

  #elsewhere(book: StationBook, measured: readonly LiveHealth[]): number[] {
    const gone = measured.filter(({ stationId, measuredAt }) => {
      const known = book.byId.get(stationId)?.health?.measuredAt.getTime() ?? 0
      return known - measuredAt.getTime() > ELSEWHERE_AFTER_MS
    })
    for (const { stationId } of gone) {
      const known = this.#known.get(stationId)
      if (known) known.isNew = true
    }
    return gone.map(({ stationId }) => stationId)
  }

  /** Returns the stations of which another node wrote something newer meanwhile: what it says counts. */
  async #write(writes: readonly HealthWrite[], now: Date): Promise<Set<number>> {
    const written = writes.length > 0 ? await writeHealth(this.#services.db, writes) : []
    const stands = new Set(written.map(({ stationId }) => stationId))
    for (const { stationId, measuredAt, degraded } of writes.filter((write) => stands.has(write.stationId))) {
      const known = this.#known.get(stationId)!
      known.written = { at: now.getTime(), measuredAt: measuredAt.getTime(), degraded }
      known.isNew = false
    }
    return new Set(writes.flatMap(({ stationId }) => (stands.has(stationId) ? [] : [stationId])))
  }

  /** `whole`: whoever has telemetry and is not among the records sent nothing, and was watched. */
  async minute(records: readonly MinuteRecord[], minute: Date, whole: boolean): Promise<void> {
    // While the database is away, the stations are those of before.
    this.#book = await this.#services.book().catch(() => this.#book)
    const book = this.#book
    const present = new Set(records.map(({ stationId }) => stationId))
    const silent = (whole ? (book?.active ?? []) : []).filter(({ id, health }) => health !== null && !present.has(id))
    const all = [...records, ...silent.map((station) => downMinute(station.id, minute))]
    this.#minutes.push(all.filter(({ stationId, up }) => up || isMissed(book?.byId.get(stationId))))
    while (this.#minutes.length > 1 && this.#minutes.flat().length > MOST_RECORDS_KEPT) this.#minutes.shift()
    while (this.#minutes.length > 0) {
      await this.#writeMinute(this.#minutes[0]!)
      this.#minutes.shift()
    }
  }

  async #writeMinute(records: readonly MinuteRecord[]): Promise<void> {
    if (records.length === 0) return
    try {
      await this.#services.db.transaction(async (tx) => {
        await lockMinutes(tx)
        await writeMinutes(tx, records)
      })
    } catch (error) {
      // What the database does not want would else stand before all that follows.
      if (!isDatabaseUnavailable(error)) this.#minutes.shift()
      throw error
    }
  }

  #look(station: Station, live: LiveHealth | null, now: Date): Seen {
    const isFlowing = live !== null && now.getTime() - live.measuredAt.getTime() <= SILENT_AFTER_MS
    const known = isFlowing ? this.#know(station, live, now) : null
    if (!known || !speaksHere(known, live!, station.health, now)) {
      const status = statusAt(station, now)
      const offset = station.health?.positionOffsetM ?? null
      const speaksElsewhere = status === 'online' || status === 'degraded'
      const alarms = speaksElsewhere ? null : alarmsOf(station.id, status, offset, [])
      return { station, status, telemetry: station.health !== null, write: null, alarms }
    }
    const { degraded } = known.hysteresis
    const { position, silentConstellations, details, ...figures } = live!
    const offset = positionOffsetM(station, position)
    const health = { ...figures, positionOffsetM: offset, degraded }
    const status = statusAt({ declaredStatus: station.declaredStatus, health }, now)
    return {
      station,
      status,
      telemetry: true,
      write: isNews(known, live!, station, now) ? { ...health, details: details() } : null,
      alarms: alarmsOf(station.id, status, offset, silentConstellations),
    }
  }

  /** Judged whenever data came: that none come is silence, which is offline in the end, and may be heard elsewhere. */
  #know({ id, health }: Station, live: LiveHealth, now: Date): Known {
    const known = this.#known.get(id) ?? {
      hysteresis: { degraded: health?.degraded ?? false, goodSince: null },
      heardAt: 0,
      isNew: true,
      written: null,
    }
    this.#known.set(id, known)
    const heardAt = live.measuredAt.getTime()
    if (heardAt !== known.heardAt) known.hysteresis = nextHysteresis(known.hysteresis, live, now.getTime())
    known.heardAt = heardAt
    return known
  }

  async #keepChanges(seen: readonly { station: Station; status: StationStatus }[], now: Date): Promise<void> {
    const changed = seen.filter(({ station, status }) => this.#statuses.get(station.id) !== status)
    if (changed.length === 0) return
    await this.#services.db.transaction(async (tx) => {
      await lockStatusChanges(tx)
      const last = new Map(
        (
          await lastStatuses(
            tx,
            changed.map(({ station }) => station.id),
          )
        ).map(({ stationId, status }) => [stationId, status]),
      )
      const news = changed.filter(({ station, status }) => last.get(station.id) !== status)
      await insertStatusChanges(
        tx,
        news.map(({ station, status }) => ({ stationId: station.id, status })),
        now,
      )
    })
    for (const { station, status } of changed) this.#statuses.set(station.id, status)
  }

  async #keepAlarms(book: StationBook, seen: readonly Seen[], now: Date): Promise<void> {
    const { db, tellAlarm } = this.#services
    const open = await listOpenAlarms(db)
    const leftAlone = new Set(seen.flatMap(({ station, alarms }) => (alarms ? [] : [station.id])))
    const current = [
      ...open.filter(({ stationId }) => leftAlone.has(stationId)),
      ...seen.flatMap(({ alarms }) => alarms ?? []),
    ]
    const begun = without(current, open)
    const ended = without(open, current)
    // Another node may have noticed as well: only what the database says is told.
    const told = [
      ...(begun.length > 0 ? await openAlarms(db, begun, now) : []).map((alarm) => [alarm, true] as const),
      ...(ended.length > 0 ? await endAlarms(db, ended, now) : []).map((alarm) => [alarm, false] as const),
    ]
    this.#alarms = current
    for (const [alarm, begins] of told)
      tellAlarm(book.byId.get(alarm.stationId)?.code ?? String(alarm.stationId), alarm, begins)
  }
}

const isOurs = ({ written }: Known, health: StationHealth | null) =>
  health !== null && health.measuredAt.getTime() === written?.measuredAt

/** A change at once, the rest now and then; what was heard last before a silence too, it tells when the silence began. */
function isNews(known: Known, { measuredAt }: LiveHealth, { health }: Station, now: Date): boolean {
  const { written, hysteresis } = known
  if (written?.degraded !== hysteresis.degraded || !isOurs(known, health)) return true
  const newer = measuredAt.getTime() - written.measuredAt
  const turn = (at: number) => Math.floor(at / WRITTEN_AGAIN_MS)
  return newer >= WRITTEN_AGAIN_MS || (newer > 0 && turn(now.getTime()) !== turn(written.at))
}

/**
 * One node at a time speaks for a station that several hear, or they would contradict each other every few seconds: the one
 * that wrote last, for as long as it goes on. Who has heard it well for a while is right: a bad line is not the station's. And
 * where a station has just come, it is spoken for at once, unless that would contradict.
 */
function speaksHere(known: Known, live: LiveHealth, written: StationHealth | null, now: Date): boolean {
  if (written === null || isOurs(known, written)) return true
  if (live.measuredAt < written.measuredAt) return false
  if (written.degraded && isGoodForLong(known.hysteresis, now.getTime())) return true
  if (known.isNew && known.hysteresis.degraded === (written.degraded ?? false)) return true
  const age = now.getTime() - written.measuredAt.getTime()
  return age > OTHERS_WAITED_FOR_MS && age > OTHERS_WAITED_FOR_MS + 2 * (live.details().intervalMs ?? 0)
}

/** Planned work is not an outage, and nobody misses a station that was taken away. */
const isMissed = (station: Station | undefined) =>
  station?.declaredStatus !== 'maintenance' && station?.archived !== true

function without(alarms: readonly Alarm[], others: readonly Alarm[]): Alarm[] {
  const keyOf = ({ stationId, kind }: Alarm) => `${stationId} ${kind}`
  const keys = new Set(others.map(keyOf))
  return alarms.filter((alarm) => !keys.has(keyOf(alarm)))
}

const downMinute = (stationId: number, minute: Date): MinuteRecord => ({
  stationId,
  minute,
  up: false,
  received: 0,
  expected: 0,
  latencyMs: null,
  satellites: null,
  satellitesByConstellation: {},
  gaps: 0,
  longestGapMs: 0,
  badCrcs: 0,
  bytes: 0,
  messages: {},
})
