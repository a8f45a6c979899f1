// Stations by hand of somebody in the administration area: the same actions as the commands', with an entry in the audit log.

import { type FieldFault, wrong } from '../../domain/fault.ts'
import { parseUpstream, withoutLogin } from '../../domain/network/upstream.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/database.ts'
import { findStation, findStationByCode, lockStations } from '../../store/stations/rows.ts'
import { type DeedContext, record, type SecretServices } from '../context.ts'
import { archiveStation } from './archive.ts'
import { type SavedStations, saveStations } from './save.ts'
import { pushSecret, setPull } from './source.ts'

type Change = Omit<StationInput, 'code'>
type WithKeys = DeedContext & Pick<SecretServices, 'keys'>

/** An existing code is refused, where `saveStations` would change that station. Returns the new one's id. */
export function addStation(context: DeedContext, input: StationInput): Promise<number> {
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    const known = await findStationByCode(tx, input.code)
    if (known) throw new Refusal('station_exists', { code: known.code, archived: known.archived })
    await save(tx, [input], context.now)
    const { id } = (await findStationByCode(tx, input.code))!
    await record(tx, context, { action: 'station.added', subject: { kind: 'station', id }, details: { ...input } })
    return id
  })
}

/** Also puts it into maintenance and takes it out again: that is what is declared of it. */
export function changeStation(context: DeedContext, id: number, change: Change): Promise<void> {
  return context.db.transaction(async (tx) => {
    const station = await stationToChange(tx, id)
    await save(tx, [{ code: station.code, ...change }], context.now)
    const details = { code: station.code, ...change }
    await record(tx, context, { action: actionOf(station, change), subject: { kind: 'station', id }, details })
  })
}

function actionOf({ declaredStatus }: Station, change: Change) {
  if (change.declaredStatus === undefined || change.declaredStatus === declaredStatus) return 'station.changed' as const
  if (change.declaredStatus === 'maintenance') return 'station.maintenance_began' as const
  return declaredStatus === 'maintenance' ? ('station.maintenance_ended' as const) : ('station.changed' as const)
}

/** Its credentials and its history stay. */
export function archiveStationFor(context: DeedContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const { code } = await stationToChange(tx, id)
    await archiveStation(tx, code, context.now)
    await record(tx, context, { action: 'station.archived', subject: { kind: 'station', id }, details: { code } })
  })
}

export function restoreStation(context: DeedContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    const station = await findStation(tx, id)
    if (!station) throw noStation()
    if (!station.archived) return
    const { code } = station
    await save(tx, [{ code }], context.now)
    await record(tx, context, { action: 'station.restored', subject: { kind: 'station', id }, details: { code } })
  })
}

/** All or nothing; `found` were found already, by whoever read the file. */
export function importStations(
  context: DeedContext,
  inputs: readonly StationInput[],
  found: readonly FieldFault[],
): Promise<SavedStations> {
  return context.db.transaction(async (tx) => {
    const saved = await saveStations(tx, inputs, context.now, found)
    const codes = inputs.map(({ code }) => code)
    await record(tx, context, { action: 'stations.imported', details: { ...saved, codes } })
    return saved
  })
}

/** A new one, which is only ever in this answer; the one before stops working for the next connection. */
export function renewPushSecret(context: WithKeys, id: number): Promise<{ mountpoint: string; secret: string }> {
  return context.db.transaction(async (tx) => {
    const { code, mountpoint } = await stationToChange(tx, id)
    const secret = await pushSecret(tx, context.keys, code, true)
    await record(tx, context, { action: 'station.secret_made', subject: { kind: 'station', id }, details: { code } })
    return { mountpoint, secret }
  })
}

/** `address` null: it is not pulled any more. The audit log tells it without its user and password. */
export function changePull(context: WithKeys, id: number, address: string | null): Promise<void> {
  return context.db.transaction(async (tx) => {
    const { code } = await stationToChange(tx, id)
    if (address !== null && !parseUpstream(address)) throw invalid(wrong(['url'], 'upstream_form'))
    await setPull(tx, context.keys, code, address)
    const details = { code, url: address === null ? null : withoutLogin(address).url }
    await record(tx, context, { action: 'station.pull_changed', subject: { kind: 'station', id }, details })
  })
}

/** Locked before it is read: nobody changes it between the two. */
async function stationToChange(tx: Database, id: number): Promise<Station> {
  await lockStations(tx)
  const station = await findStation(tx, id)
  if (!station || station.archived) throw noStation()
  return station
}

const noStation = () => new Refusal('station_not_found')

/** One station: the errors point at its fields, not into a list. */
async function save(tx: Database, inputs: readonly [StationInput], now: Date): Promise<void> {
  try {
    await saveStations(tx, inputs, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw invalid(...error.fields.map(({ path: [, ...path], ...found }) => ({ ...found, path })))
  }
}
