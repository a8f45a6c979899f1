// Opens and ends station alarms, once each in the whole network. The node that wrote the change logs it.
import { emitAlarms } from '../../actions/stations/events.ts'
import { ALARM_KINDS, type Alarm, type AlarmKind } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { endAlarms, listOpenAlarms, openAlarms } from '../../store/stations/health.ts'
import { measured, type Seen } from './figures.ts'

export type ReportAlarm = (code: string, alarm: Alarm, begins: boolean) => void

export class Alarms {
  readonly #db: Database
  readonly #tell: ReportAlarm
  /** Open alarms of the whole network. */
  #open: readonly Alarm[] = []

  constructor(db: Database, tell: ReportAlarm) {
    this.#db = db
    this.#tell = tell
  }

  counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { kind } of this.#open) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return counts
  }

  async keep(
    book: StationBook,
    seen: readonly Pick<Seen, 'station' | 'status' | 'write' | 'alarms' | 'leaves'>[],
    now: Date,
  ): Promise<void> {
    const open = await listOpenAlarms(this.#db)
    const leftAlone = new Map<number, readonly AlarmKind[]>(
      seen.map(({ station, alarms, leaves }) => [station.id, alarms ? leaves : ALARM_KINDS]),
    )
    const isLeftAlone = ({ stationId, kind }: Alarm) => leftAlone.get(stationId)?.includes(kind) ?? false
    const current = [...open.filter(isLeftAlone), ...seen.flatMap(({ alarms }) => alarms ?? [])]
    const begun = without(current, open)
    const ended = without(open, current)
    // Another node can have written the same change: only changes that this node wrote are logged.
    const told = [
      ...(begun.length > 0 ? await this.#begin(begun, seen, now) : []).map((alarm) => [alarm, true] as const),
      ...(ended.length > 0 ? await endAlarms(this.#db, ended, now) : []).map((alarm) => [alarm, false] as const),
    ]
    this.#open = current
    for (const [alarm, begins] of told)
      this.#tell(book.byId.get(alarm.stationId)?.code ?? String(alarm.stationId), alarm, begins)
  }

  /** Returns the alarms that no other node had opened. */
  #begin(
    begun: readonly Alarm[],
    seen: readonly Pick<Seen, 'station' | 'status' | 'write'>[],
    now: Date,
  ): Promise<Alarm[]> {
    const byId = new Map(seen.map((one) => [one.station.id, one]))
    return this.#db.transaction(async (tx) => {
      const opened = await openAlarms(tx, begun, now)
      const told = opened.map((alarm) => {
        const one = byId.get(alarm.stationId)!
        return { station: measured(one), status: one.status, alarm }
      })
      await emitAlarms(tx, told, now)
      return opened
    })
  }
}

function without(alarms: readonly Alarm[], others: readonly Alarm[]): Alarm[] {
  const keyOf = ({ stationId, kind }: Alarm) => `${stationId} ${kind}`
  const keys = new Set(others.map(keyOf))
  return alarms.filter((alarm) => !keys.has(keyOf(alarm)))
}
