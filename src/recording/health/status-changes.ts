// Records each change of a station's status once, whichever node notices it.
import { emitStatusChanges } from '../../actions/stations/events.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { lastStatuses, lockStatusChanges } from '../../store/stations/health.ts'
import { insertStatusChanges } from '../../store/stations/rows.ts'
import { measured, type Seen } from './figures.ts'

export class StatusChanges {
  readonly #db: Database
  /** The status that this node last recorded, by station. */
  readonly #kept = new Map<number, StationStatus>()

  constructor(db: Database) {
    this.#db = db
  }

  knows(stationId: number): boolean {
    return this.#kept.has(stationId)
  }

  async keep(seen: readonly Pick<Seen, 'station' | 'status' | 'write' | 'wasHeard'>[], now: Date): Promise<void> {
    const changed = seen.filter(({ station, status }) => this.#kept.get(station.id) !== status)
    if (changed.length === 0) return
    await this.#db.transaction(async (tx) => {
      await lockStatusChanges(tx)
      const ids = changed.map(({ station }) => station.id)
      const last = new Map((await lastStatuses(tx, ids)).map((one) => [one.stationId, one]))
      // The first measurement is recorded too, but only a changed status causes an event.
      const isNew = ({ station, status }: (typeof changed)[number]) => last.get(station.id)?.status !== status
      const news = changed.filter((one) => isNew(one) || (one.wasHeard && !last.get(one.station.id)!.measured))
      await insertStatusChanges(
        tx,
        news.map(({ station, status, wasHeard }) => ({ stationId: station.id, status, measured: wasHeard })),
        now,
      )
      const told = news
        .filter(isNew)
        .map((one) => ({ ...one, station: measured(one), previous: last.get(one.station.id)?.status ?? null }))
      await emitStatusChanges(tx, told, now)
    })
    for (const { station, status } of changed) this.#kept.set(station.id, status)
  }
}
