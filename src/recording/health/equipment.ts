// Equipment that stations announce. The database is asked when a node first receives a station, and after a change has
// lasted.
import {
  type AnnouncedEquipment,
  isContradicting,
  isSameAnnouncement,
  STEADY_EQUIPMENT_MS,
} from '../../domain/archive/announced.ts'
import type { Seen } from './figures.ts'

export type Equip = (
  stationId: number,
  announcement: { readonly told: AnnouncedEquipment; readonly since: Date; readonly isSteady: boolean },
  now: Date,
) => Promise<void>

interface Known {
  told: AnnouncedEquipment
  since: Date
  /** `first`: passed on before it was steady. `steady`: nothing is left to do. */
  passed: 'first' | 'steady' | null
}

export class AnnouncedEquipments {
  readonly #equip: Equip | null
  readonly #known = new Map<number, Known>()

  constructor(equip: Equip | null) {
    this.#equip = equip
  }

  async keep(
    seen: readonly Pick<Seen, 'station' | 'equipment'>[],
    overruled: ReadonlySet<number>,
    now: Date,
  ): Promise<void> {
    if (!this.#equip) return
    for (const { station, equipment } of seen) {
      if (!equipment || overruled.has(station.id)) continue
      const known = this.#knownOf(station.id, equipment, now)
      // A clock that was set back starts the wait again.
      if (known.since > now) known.since = now
      const isSteady = now.getTime() - known.since.getTime() >= STEADY_EQUIPMENT_MS
      if (known.passed === 'steady' || (known.passed === 'first' && !isSteady)) continue
      await this.#equip(station.id, { told: known.told, since: known.since, isSteady }, now)
      known.passed = isSteady ? 'steady' : 'first'
    }
  }

  #knownOf(stationId: number, told: AnnouncedEquipment, now: Date): Known {
    const before = this.#known.get(stationId)
    if (before && isSameAnnouncement(before.told, told)) return before
    const isMore = before !== undefined && !isContradicting(before.told, told)
    const known: Known = isMore
      ? { told, since: before.since, passed: null }
      : { told, since: now, passed: before ? 'first' : null }
    this.#known.set(stationId, known)
    return known
  }
}
