// Minutes, and the days that are made of them: never skipped, only late while the database is away.
import type { Station } from '../../domain/stations/station.ts'
import { downMinute, type MinuteRecord } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import { isDatabaseUnavailable } from '../../store/kit/connections/unavailable.ts'
import type { Database } from '../../store/kit/database.ts'
import { takingCasters } from '../../store/operations/nodes/casters.ts'
import { addMinutes, lockMinutes, reportMinute, writeMinutes } from '../../store/stations/minutes.ts'

/** If the database is away for so long: a day of 200 stations, an hour of 5,000. */
const MOST_RECORDS_KEPT = 300_000

/** What this node has to say of a minute. */
interface Report {
  readonly minute: Date
  readonly measured: readonly MinuteRecord[]
  /** Of stations that nobody is known to have had. */
  readonly silent: readonly MinuteRecord[]
}

export class Minutes {
  readonly #db: Database
  readonly #node: string | null
  /** Not written yet, the oldest first. */
  #waiting: Report[] = []

  /** `node`: of nodes of which one at a time has a station; null: any of them may hear any. */
  constructor(db: Database, node: string | null) {
    this.#db = db
    this.#node = node
  }

  /** `whole`: whoever has telemetry and is neither among the records nor elsewhere sent nothing, and was watched. */
  async keep(
    records: readonly MinuteRecord[],
    minute: Date,
    whole: boolean,
    elsewhere: ReadonlySet<number>,
    book: Pick<StationBook, 'active' | 'byId'> | null,
  ): Promise<void> {
    const present = new Set([...records.map(({ stationId }) => stationId), ...elsewhere])
    const silent = (whole ? (book?.active ?? []) : []).filter(
      ({ id, health, upstream }) => health !== null && !upstream && !present.has(id),
    )
    const counts = ({ stationId, up }: MinuteRecord) => up || isMissed(book?.byId.get(stationId))
    this.#waiting.push({
      minute,
      measured: records.filter(counts),
      silent: silent.map((station) => downMinute(station.id, minute)).filter(counts),
    })
    while (this.#waiting.length > 1 && countOf(this.#waiting) > MOST_RECORDS_KEPT) this.#waiting.shift()
    while (this.#waiting.length > 0) {
      await this.#write(this.#waiting[0]!)
      this.#waiting.shift()
    }
  }

  async #write(report: Report): Promise<void> {
    try {
      const records = [...report.measured, ...(await this.#silence(report))]
      if (records.length > 0)
        await this.#db.transaction(async (tx) => {
          await lockMinutes(tx)
          if (this.#node === null) await writeMinutes(tx, records)
          else if (await reportMinute(tx, this.#node, report.minute)) await addMinutes(tx, records)
        })
    } catch (error) {
      // What the database does not want would else stand before all that follows.
      if (!isDatabaseUnavailable(error)) this.#waiting.shift()
      throw error
    }
  }

  /** Where one node has each station, one of them also tells of those that nobody has. Whoever had one after all adds to that. */
  async #silence({ silent }: Report): Promise<readonly MinuteRecord[]> {
    if (this.#node === null || silent.length === 0) return silent
    return (await takingCasters(this.#db, this.#node)).isFirst ? silent : []
  }
}

const countOf = (reports: readonly Report[]) =>
  reports.reduce((sum, { measured, silent }) => sum + measured.length + silent.length, 0)

/** What is pulled on demand is missed only while somebody wants it and nothing comes. Planned work is not an outage, and nobody misses a station that was taken away, or observations of one that has none. */
const isMissed = (station: Station | undefined) =>
  station?.declaredStatus !== 'maintenance' &&
  station?.archived !== true &&
  station?.isRtcm !== false &&
  (!station?.upstream || station.failedAt != null)
