// Keeps what the casters measure: the newest figures of each station, every change of status, the minutes and days, the alarms.
import type { Heard, LiveHealth, MinuteRecord, TelemetryListener } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { Alarms, type TellAlarm } from './alarms.ts'
import { seenOf, writeFigures } from './figures.ts'
import { Hearing } from './hearing.ts'
import { Minutes } from './minutes.ts'
import { StatusChanges } from './status-changes.ts'

export interface HealthServices {
  readonly db: Database
  readonly book: () => Promise<StationBook>
  readonly tellAlarm: TellAlarm
}

export class HealthRecorder implements TelemetryListener {
  readonly #services: HealthServices
  readonly #hearing = new Hearing()
  readonly #changes: StatusChanges
  readonly #minutes: Minutes
  readonly #alarms: Alarms
  #book: StationBook | null = null

  constructor(services: HealthServices) {
    this.#services = services
    this.#changes = new StatusChanges(services.db)
    this.#minutes = new Minutes(services.db)
    this.#alarms = new Alarms(services.db, services.tellAlarm)
  }

  /** How many alarms of each kind are open. */
  alarmCounts(): Map<string, number> {
    return this.#alarms.counts()
  }

  async live(measured: readonly LiveHealth[], now: Date): Promise<Heard> {
    const book = await this.#services.book()
    const byStation = new Map(measured.map((live) => [live.stationId, live]))
    const seen = book.active.map((station) =>
      seenOf(station, this.#hearing.of(station, byStation.get(station.id) ?? null, now), now),
    )
    const overruled = await writeFigures(this.#services.db, this.#hearing, seen, now)
    const measurable = seen.filter(({ telemetry }) => telemetry)
    const isOverruled = ({ station }: (typeof seen)[number]) => overruled.has(station.id)
    await this.#changes.keep(
      measurable.filter((one) => !isOverruled(one)),
      now,
    )
    await this.#alarms.keep(
      book,
      measurable.map((one) => (isOverruled(one) ? { ...one, alarms: null } : one)),
      now,
    )
    return { elsewhere: this.#hearing.lost(book, measured) }
  }

  async minute(records: readonly MinuteRecord[], minute: Date, whole: boolean): Promise<void> {
    // While the database is away, the stations are those of before.
    this.#book = await this.#services.book().catch(() => this.#book)
    await this.#minutes.keep(records, minute, whole, this.#book)
  }
}
