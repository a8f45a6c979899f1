// Writes minutes and the days derived from them. None is skipped; they are only late while the database is unavailable.
import type { Station } from '../../domain/stations/station.ts'
import { downMinute, type MinuteRecord } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import { isDatabaseUnavailable } from '../../store/kit/connections/unavailable.ts'
import type { Database } from '../../store/kit/database.ts'
import { acceptingCasters } from '../../store/operations/nodes/casters.ts'
import { addMinutes, lockMinutes, reportMinute, writeMinutes } from '../../store/stations/minutes.ts'

/** Limit while the database is unavailable: a day of 200 stations, an hour of 5,000. */
const MOST_RECORDS_KEPT = 300_000

interface Report {
  readonly minute: Date
  readonly measured: readonly MinuteRecord[]
  /** Stations that no node is known to have received. */
  readonly silent: readonly MinuteRecord[]
}

export class Minutes {
  readonly #db: Database
  readonly #node: string | null
  /** Not written yet, oldest first. */
  #waiting: Report[] = []

  /** `node` is this node's id if each station has one owner; `null` if any node can receive any station. */
  constructor(db: Database, node: string | null) {
    this.#db = db
    this.#node = node
  }

  /** `whole` if the entire minute was observed: a measured station that is in neither list then sent nothing. */
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
      // A report that the database rejects would block all following ones.
      if (!isDatabaseUnavailable(error)) this.#waiting.shift()
      throw error
    }
  }

  /** If each station has one owner, one node also reports stations without one. An owner's report adds to that. */
  async #silence({ silent }: Report): Promise<readonly MinuteRecord[]> {
    if (this.#node === null || silent.length === 0) return silent
    return (await acceptingCasters(this.#db, this.#node)).isFirst ? silent : []
  }
}

const countOf = (reports: readonly Report[]) =>
  reports.reduce((sum, { measured, silent }) => sum + measured.length + silent.length, 0)

/**
 * A mountpoint pulled on demand counts as down only while a rover requests it and nothing arrives. Maintenance is not
 * an outage. Archived stations and streams without observations do not count.
 */
const isMissed = (station: Station | undefined) =>
  station?.declaredStatus !== 'maintenance' &&
  station?.archived !== true &&
  station?.isRtcm !== false &&
  (!station?.upstream || station.failedAt != null)
