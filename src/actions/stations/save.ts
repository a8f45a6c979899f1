import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import type { Station } from '../../domain/stations/station.ts'
import { markPositionPending } from '../../store/stations/positions.ts'
import { findStationByCode, lockStations } from '../../store/stations/rows.ts'
import { type ActionContext, record } from '../context.ts'
import { previousOf } from '../previous.ts'
import { lockActiveStation, lockStation, type StationRef } from './find.ts'
import { writeStations } from './write.ts'

export interface SavedStation {
  readonly id: number
  readonly created: boolean
}

/** By code: registers a new station, updates a known one, restores an archived one. */
export function saveStation(context: ActionContext, input: StationInput): Promise<SavedStation> {
  return context.db.transaction(async (tx) => {
    const [saved] = await writeStations(tx, [input], context.now).catch((error) => {
      throw pointedAtFields(error)
    })
    const { id, known } = saved!
    const { code: _, ...change } = input
    const was = known && { was: previousOf(known, change) }
    const details = { ...input, code: known?.code ?? input.code, ...was }
    await record(tx, context, { action: actionOf(known, input), subject: { kind: 'station', id }, details })
    return { id, created: !known }
  })
}

/** Rejects an existing code. Returns the new id. */
export function addStation(context: ActionContext, input: StationInput): Promise<number> {
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    const known = await findStationByCode(tx, input.code)
    if (known) throw new Refusal('station_exists', { code: known.code, archived: known.archived })
    return (await saveStation({ ...context, db: tx }, input)).id
  })
}

/** Adds a station whose position is not known yet. The position that it announces first is registered. */
export function addUnplacedStation(context: ActionContext, input: StationInput): Promise<number> {
  return context.db.transaction(async (tx) => {
    const id = await addStation({ ...context, db: tx }, { lat: 0, lng: 0, ...input })
    if (input.lat === undefined && input.lng === undefined) await markPositionPending(tx, id)
    return id
  })
}

/** Also starts and ends maintenance, through the declared status. */
export function changeStation(
  context: ActionContext,
  which: StationRef,
  change: Omit<StationInput, 'code'>,
): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    await saveStation({ ...context, db: tx }, { ...change, code: station.code })
    return station
  })
}

export function restoreStation(context: ActionContext, which: StationRef): Promise<void> {
  return context.db.transaction(async (tx) => {
    const { code, archived } = await lockStation(tx, which)
    if (archived) await saveStation({ ...context, db: tx }, { code })
  })
}

function actionOf(known: Station | undefined, { declaredStatus }: StationInput) {
  if (!known) return 'station.added'
  if (known.archived) return 'station.restored'
  if (declaredStatus === undefined || declaredStatus === known.declaredStatus) return 'station.changed'
  if (declaredStatus === 'maintenance') return 'station.maintenance_began'
  return known.declaredStatus === 'maintenance' ? 'station.maintenance_ended' : 'station.changed'
}

/** Removes the list index from the paths, since there is only one station. */
function pointedAtFields(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  return invalid(...error.fields.map(({ path: [, ...path], ...found }) => ({ ...found, path })))
}
