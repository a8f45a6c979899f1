// Joins sudden drops of C/N0 at several stations into one event: neighbours that see a drop together name a jammer.
import type { Band } from '@vertice/gnss'
import { MINUTE_MS } from '../../time/units.ts'

/** Drops that begin within this time are one event. */
const TOGETHER_MS = MINUTE_MS

export interface StationDrop {
  readonly stationId: number
  readonly code: string
  readonly simulated: boolean
  readonly band: Band
  readonly since: Date
  readonly dropDb: number
}

export interface InterferenceEvent {
  readonly band: Band
  readonly since: Date
  /** The largest of the stations. */
  readonly dropDb: number
  readonly stations: readonly { readonly id: number; readonly code: string }[]
  /** Every station is simulated. */
  readonly simulated: boolean
}

export function interferenceEvents(drops: readonly StationDrop[]): InterferenceEvent[] {
  const events: { band: Band; last: Date; drops: StationDrop[] }[] = []
  for (const drop of drops.toSorted((one, other) => one.since.getTime() - other.since.getTime())) {
    const event = events.find(
      ({ band, last }) => band === drop.band && drop.since.getTime() - last.getTime() <= TOGETHER_MS,
    )
    if (event) {
      event.drops.push(drop)
      event.last = drop.since
    } else events.push({ band: drop.band, last: drop.since, drops: [drop] })
  }
  return events.map(({ band, drops: of }) => ({
    band,
    since: of[0]!.since,
    dropDb: Math.max(...of.map(({ dropDb }) => dropDb)),
    stations: of
      .map(({ stationId: id, code }) => ({ id, code }))
      .toSorted((one, other) => one.code.localeCompare(other.code)),
    simulated: of.every(({ simulated }) => simulated),
  }))
}
