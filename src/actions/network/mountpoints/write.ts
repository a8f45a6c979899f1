// Adds, changes and removes derived mountpoints. Casters apply the change when they next read the book.

import { current } from '../../../domain/archive/equipment.ts'
import { type FieldFault, wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { stationMessageFaults } from '../../../domain/network/mountpoints/added-messages.ts'
import { altersNothing } from '../../../domain/network/mountpoints/alteration.ts'
import { normalAlteration } from '../../../domain/network/mountpoints/alteration-input.ts'
import { stationFrameFaults } from '../../../domain/network/mountpoints/announced-frame.ts'
import {
  type MadeMountpoint,
  MOST_MOUNTPOINTS_OF_A_STATION,
  type MountpointChange,
  mountpointFaults,
  mountpointNameFaults,
} from '../../../domain/network/mountpoints/mountpoint.ts'
import type { Station } from '../../../domain/stations/station.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  deleteMountpoint,
  findMountpoint,
  insertMountpoint,
  listMountpoints,
  type MountpointWrite,
  updateMountpoint,
} from '../../../store/network/mountpoints.ts'
import { listEquipment } from '../../../store/stations/equipment.ts'
import { findStation, lockStations } from '../../../store/stations/rows.ts'
import { type ActionContext, record } from '../../context.ts'
import { previousOf } from '../../previous.ts'
import { lockActiveStation, type StationRef } from '../../stations/find.ts'
import { nameFaults } from './names.ts'
import { givesNothing, previewMountpoint } from './preview.ts'

export function addMountpoint(
  context: ActionContext,
  name: string,
  of: StationRef,
  change: MountpointChange,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    // The lock on stations guards all mountpoint names; every action that names a station or the network takes it.
    const station = await lockActiveStation(tx, of)
    const others = (await listMountpoints(tx)).filter(({ stationId }) => stationId === station.id)
    const faults = [
      ...mountpointNameFaults(name),
      ...(await nameFaults(tx, name)),
      ...mountpointFaults(change),
      ...(others.length >= MOST_MOUNTPOINTS_OF_A_STATION
        ? [wrong(['name'], 'too_many', { most: MOST_MOUNTPOINTS_OF_A_STATION })]
        : []),
    ]
    const written = asWritten(change, null, station, faults)
    await checkAdded(tx, station, written)
    await checkForm({ db: tx, now: context.now }, station, written)
    const id = await insertMountpoint(tx, { name, stationId: station.id, ...written }, context.now)
    await recordOf(tx, context, 'mountpoint.added', station, { mountpoint: name, ...written })
    return id
  })
}

/** Connected rovers stay and get the changed stream, unless the mountpoint is no longer open and they have no login. */
export function changeMountpoint(context: ActionContext, name: string, change: MountpointChange): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockMountpoint(tx, name)
    const station = (await findStation(tx, known.stationId))!
    const written = asWritten(change, known, station, mountpointFaults(change))
    if (change.alteration) await checkAdded(tx, station, written)
    if (change.alteration) await checkForm({ db: tx, now: context.now }, station, written)
    await updateMountpoint(tx, known.id, written)
    await recordOf(tx, context, 'mountpoint.changed', station, {
      mountpoint: known.name,
      ...written,
      was: previousOf(known, written),
    })
  })
}

/** Disconnects its rovers and frees the name. */
export function removeMountpoint(context: ActionContext, name: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockMountpoint(tx, name)
    await deleteMountpoint(tx, known.id)
    const station = (await findStation(tx, known.stationId))!
    await recordOf(tx, context, 'mountpoint.removed', station, { mountpoint: known.name })
  })
}

async function lockMountpoint(tx: Database, name: string): Promise<MadeMountpoint> {
  await lockStations(tx)
  const known = await findMountpoint(tx, name)
  if (!known) throw new Refusal('mountpoint_not_found', { name })
  return known
}

/** Rejects a form to which none of the station's observations can be converted. */
async function checkForm(
  context: { readonly db: Database; readonly now: Date },
  station: Station,
  { alteration }: MountpointWrite,
): Promise<void> {
  const preview = await previewMountpoint(context, station, alteration)
  if (!givesNothing(preview)) return
  const types = preview.notConverted.map(({ type }) => type)
  throw invalid(wrong(['alteration', 'form'], 'form_gives_nothing', { code: station.code, types }))
}

/** Rejects added messages for which the record of the station lacks facts. */
async function checkAdded(tx: Database, station: Station, { alteration: { added } }: MountpointWrite): Promise<void> {
  if (!added) return
  const history = await listEquipment(tx, station.id)
  const installed = { antenna: current(history, 'antenna'), receiver: current(history, 'receiver') }
  const faults = stationMessageFaults(added, station, installed)
  if (faults.length > 0) throw invalid(...faults.map((one) => ({ ...one, path: ['alteration', 'added', ...one.path] })))
}

/** Applies the change to the known values, or to the defaults. An alteration is replaced as a whole, not merged. */
function asWritten(
  { label, alteration, isOpen }: MountpointChange,
  known: MadeMountpoint | null,
  station: Station,
  faults: readonly FieldFault[],
): MountpointWrite {
  const { isRtcm, code, upstream } = station
  if (faults.length > 0) throw invalid(...faults)
  const altered = normalAlteration(alteration ?? known?.alteration ?? {})
  if (!isRtcm && !altersNothing(altered)) throw invalid(wrong(['alteration'], 'station_not_rtcm', { code }))
  // Each rover has its own upstream connection, so there is no common stream to convert.
  if (upstream?.told.needsGga && !altersNothing(altered))
    throw invalid(wrong(['alteration'], 'station_of_rovers_each', { code }))
  const wrongFrame = alteration && altered.announced ? stationFrameFaults(altered.announced, station) : []
  if (wrongFrame.length > 0)
    throw invalid(...wrongFrame.map((one) => ({ ...one, path: ['alteration', 'announced', ...one.path] })))
  return {
    label: label === undefined ? (known?.label ?? null) : label,
    alteration: altered,
    isOpen: isOpen ?? known?.isOpen ?? false,
  }
}

const recordOf = (
  tx: Database,
  context: ActionContext,
  action: 'mountpoint.added' | 'mountpoint.changed' | 'mountpoint.removed',
  { id, code }: Station,
  details: object,
) => record(tx, context, { action, subject: { kind: 'station', id }, details: { code, ...details } })
