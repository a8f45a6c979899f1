// Minutes, and the days that are made of them: never skipped, only late while the database is away.
import type { Station } from '../../domain/stations/station.ts'
import type { MinuteRecord } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { isDatabaseUnavailable } from '../../store/kit/unavailable.ts'
import { lockMinutes, writeMinutes } from '../../store/stations/minutes.ts'

/** If the database is away for so long: a day of 200 stations, an hour of 5,000. */
const MOST_RECORDS_KEPT = 300_000

export class Minutes {
  readonly #db: Database
  /** Not written yet, the oldest first. */
  #waiting: (readonly MinuteRecord[])[] = []

  constructor(db: Database) {
    this.#db = db
  }

  /** `whole`: whoever has telemetry and is not among the records sent nothing, and was watched. */
  async keep(
    records: readonly MinuteRecord[],
    minute: Date,
    whole: boolean,
    book: Pick<StationBook, 'active' | 'byId'> | null,
  ): Promise<void> {
    const present = new Set(records.map(({ stationId }) => stationId))
    const silent = (whole ? (book?.active ?? []) : []).filter(({ id, health }) => health !== null && !present.has(id))
    const all = [...records, ...silent.map((station) => downMinute(station.id, minute))]
    this.#waiting.push(all.filter(({ stationId, up }) => up || isMissed(book?.byId.get(stationId))))
    while (this.#waiting.length > 1 && this.#waiting.flat().length > MOST_RECORDS_KEPT) this.#waiting.shift()
    while (this.#waiting.length > 0) {
      await this.#write(this.#waiting[0]!)
      this.#waiting.shift()
    }
  }

  async #write(records: readonly MinuteRecord[]): Promise<void> {
    if (records.length === 0) return
    try {
      await this.#db.transaction(async (tx) => {
        await lockMinutes(tx)
        await writeMinutes(tx, records)
      })
    } catch (error) {
      // What the database does not want would else stand before all that follows.
      if (!isDatabaseUnavailable(error)) this.#waiting.shift()
      throw error
    }
  }
}

/** Planned work is not an outage, and nobody misses a station that was taken away, or observations of one that has none. */
const isMissed = (station: Station | undefined) =>
  station?.declaredStatus !== 'maintenance' && station?.archived !== true && station?.isRtcm !== false

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
