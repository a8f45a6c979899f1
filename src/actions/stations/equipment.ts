// The operator's changes to a station's equipment history and site facts.
import { antennaStateOf } from '../../domain/archive/announced.ts'
import {
  current,
  type NewPeriod,
  overlapFault,
  type Period,
  periodErrors,
  placed,
  tidied,
} from '../../domain/archive/equipment.ts'
import type { SiteFacts } from '../../domain/archive/site.ts'
import { siteErrors } from '../../domain/archive/site-input.ts'
import { allInvalid, invalid, Refusal } from '../../domain/codes/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  deleteEquipment,
  endEquipmentAt,
  insertEquipment,
  listEquipment,
  readAnnouncedEquipment,
  readSiteFacts,
  updateEquipment,
  writeAnnouncedEquipment,
  writeSiteFacts,
} from '../../store/stations/equipment.ts'
import { type ActionContext, record } from '../context.ts'
import { lockActiveStation, type StationRef } from './find.ts'

/** Without `removedAt`, the new equipment replaces what is installed. */
export function addEquipment(context: ActionContext, which: StationRef, input: NewPeriod): Promise<Station> {
  const period = tidied(input)
  const errors = periodErrors(period, context.now)
  if (errors.length > 0) throw allInvalid(errors)
  return onHistory(context, which, async (tx, station, history) => {
    const { ends, overlaps } = placed(history, period)
    if (overlaps) throw invalid(overlapFault(overlaps))
    if (ends) await endEquipmentAt(tx, ends.id, period.installedAt)
    await insertEquipment(tx, station.id, period, 'operator')
    return { ...(ends && { before: toldPeriod(ends) }), after: toldPeriod(period) }
  })
}

/** Undefined fields keep their value. */
export type EquipmentChange = Partial<Omit<NewPeriod, 'kind'>>

export function changeEquipment(
  context: ActionContext,
  which: StationRef,
  id: number,
  change: EquipmentChange,
): Promise<Station> {
  return onHistory(context, which, async (tx, _, history) => {
    const before = found(history, id)
    const after = tidied({ ...before, ...change })
    const errors = periodErrors(after, context.now)
    if (errors.length > 0) throw allInvalid(errors)
    const { overlaps } = placed(history, after, id)
    if (overlaps) throw invalid(overlapFault(overlaps))
    await updateEquipment(tx, id, after, 'operator')
    return { before: toldPeriod(before), after: toldPeriod(after) }
  })
}

/** Ends the installed receiver or antenna. */
export function endEquipment(
  context: ActionContext,
  which: StationRef,
  kind: Period['kind'],
  at: Date,
): Promise<Station> {
  return onHistory(context, which, async (tx, _, history) => {
    const installed = current(history, kind)
    if (!installed) throw new Refusal('equipment_not_found')
    const after = { ...installed, removedAt: at }
    const errors = periodErrors(after, context.now)
    if (errors.length > 0) throw allInvalid(errors)
    await endEquipmentAt(tx, installed.id, at)
    return { before: toldPeriod(installed), after: toldPeriod(after) }
  })
}

export function removeEquipment(context: ActionContext, which: StationRef, id: number): Promise<Station> {
  return onHistory(context, which, async (tx, _, history) => {
    const before = found(history, id)
    await deleteEquipment(tx, id)
    return { before: toldPeriod(before) }
  })
}

/** Undefined fields keep their value. */
export function changeSite(context: ActionContext, which: StationRef, change: Partial<SiteFacts>): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    const after = { ...(await readSiteFacts(tx, id)), ...change }
    const errors = siteErrors(after)
    if (errors.length > 0) throw allInvalid(errors)
    await writeSiteFacts(tx, id, after)
    const details = { code, fields: Object.keys(change) }
    await record(tx, context, { action: 'station.site_changed', subject: { kind: 'station', id }, details })
    return station
  })
}

function onHistory(
  context: ActionContext,
  which: StationRef,
  change: (tx: Database, station: Station, history: readonly Period[]) => Promise<Record<string, unknown>>,
): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    const details = { code, ...(await change(tx, station, await listEquipment(tx, id))) }
    await settleAntenna(tx, id)
    await record(tx, context, { action: 'station.equipment_changed', subject: { kind: 'station', id }, details })
    return station
  })
}

/** Compares the announced antenna with the record again; call after every change of the record. */
export async function settleAntenna(tx: Database, stationId: number): Promise<void> {
  const known = await readAnnouncedEquipment(tx, stationId)
  if (!known) return
  const history = await listEquipment(tx, stationId)
  const recorded = {
    installed: current(history, 'antenna'),
    hasHistory: history.some(({ kind }) => kind === 'antenna'),
  }
  const antennaState = antennaStateOf(recorded, known.announced.antenna, known.rejected)
  if (antennaState !== known.antennaState) await writeAnnouncedEquipment(tx, stationId, { ...known, antennaState })
}

function found(history: readonly Period[], id: number): Period {
  const period = history.find((each) => each.id === id)
  if (!period) throw new Refusal('equipment_not_found')
  return period
}

/** A period in an audit entry. */
export const toldPeriod = ({ kind, type, radome, serial, firmware, up, installedAt, removedAt }: NewPeriod) => ({
  kind,
  type: radome ? `${type} ${radome}` : type,
  ...(serial && { serial }),
  ...(firmware && { firmware }),
  ...(up !== null && { up }),
  from: installedAt.toISOString(),
  ...(removedAt && { until: removedAt.toISOString() }),
})
