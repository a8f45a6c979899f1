// Every change of a station's status, once, whoever notices it.
import type { StationStatus } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { lastStatuses, lockStatusChanges } from '../../store/stations/health.ts'
import { insertStatusChanges } from '../../store/stations/rows.ts'
import type { Seen } from './figures.ts'

export class StatusChanges {
  readonly #db: Database
  /** As this node last kept them. */
  readonly #kept = new Map<number, StationStatus>()

  constructor(db: Database) {
    this.#db = db
  }

  async keep(seen: readonly Pick<Seen, 'station' | 'status'>[], now: Date): Promise<void> {
    const changed = seen
      .map(({ station, status }) => ({ stationId: station.id, status }))
      .filter(({ stationId, status }) => this.#kept.get(stationId) !== status)
    if (changed.length === 0) return
    await this.#db.transaction(async (tx) => {
      await lockStatusChanges(tx)
      const ids = changed.map(({ stationId }) => stationId)
      const last = new Map((await lastStatuses(tx, ids)).map(({ stationId, status }) => [stationId, status]))
      const news = changed.filter(({ stationId, status }) => last.get(stationId) !== status)
      await insertStatusChanges(tx, news, now)
    })
    for (const { stationId, status } of changed) this.#kept.set(stationId, status)
  }
}
