// Adds, changes and removes network mountpoints besides the default one. Casters apply the change when they next read
// the book.
import { networkEngineContext } from '../../../base/secrets/contexts.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { NOTHING_ALTERED } from '../../../domain/network/mountpoints/alteration.ts'
import { normalAlteration } from '../../../domain/network/mountpoints/alteration-input.ts'
import {
  MOST_NETWORK_MOUNTPOINTS,
  type NetworkMountpoint,
  type NetworkMountpointChange,
  networkFrameFaults,
  networkMessageFaults,
  networkMountpointFaults,
} from '../../../domain/network/mountpoints/network-mountpoint.ts'
import { withoutLogin } from '../../../domain/network/source-address.ts'
import { isInGroup } from '../../../domain/stations/group.ts'
import { isNetworkBase } from '../../../domain/stations/serving.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  deleteNetworkMountpoint,
  findNetworkMountpoint,
  forgetNetworkEngine,
  insertNetworkMountpoint,
  listNetworkMountpoints,
  type NetworkMountpointWrite,
  updateNetworkMountpoint,
  writeNetworkEngineLogin,
} from '../../../store/network/network-mountpoints.ts'
import { listInstalledEquipment } from '../../../store/stations/equipment.ts'
import { listGroups } from '../../../store/stations/groups.ts'
import { listStations, lockStations } from '../../../store/stations/rows.ts'
import { type ActionContext, type KeyedContext, record } from '../../context.ts'
import { previousOf } from '../../previous.ts'
import { nameFaults } from './names.ts'

const UNSET: Omit<NetworkMountpointWrite, 'name'> = {
  ...{ label: null, groupId: null, alteration: NOTHING_ALTERED, isOpen: false, engine: null },
}

export function addNetworkMountpoint(
  context: KeyedContext,
  name: string,
  change: Omit<NetworkMountpointChange, 'name'>,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    if ((await listNetworkMountpoints(tx)).length >= MOST_NETWORK_MOUNTPOINTS)
      throw invalid(wrong(['name'], 'too_many', { most: MOST_NETWORK_MOUNTPOINTS }))
    const written = await asWritten(tx, { ...UNSET, name: '' }, { ...change, name })
    const id = await insertNetworkMountpoint(tx, written, context.now)
    await writeEngine(tx, context, id, change.engine)
    await record(tx, context, { action: 'mountpoint.added', details: toldOf(written) })
    return id
  })
}

/** Connected rovers stay and get the changed stream, unless the mountpoint is no longer for them. */
export function changeNetworkMountpoint(
  context: KeyedContext,
  name: string,
  change: NetworkMountpointChange,
): Promise<NetworkMountpoint> {
  return context.db.transaction(async (tx) => {
    const known = await lockNetworkMountpoint(tx, name)
    const written = await asWritten(tx, known, change)
    // Write this row first: a caster that records an engine response locks this row, then the revision.
    if (change.engine !== undefined) await forgetNetworkEngine(tx, known.id)
    await updateNetworkMountpoint(tx, known.id, written)
    await writeEngine(tx, context, known.id, change.engine)
    const was = previousOf(toldOf(known), { ...change, mountpoint: change.name })
    const details = { ...toldOf(written), was }
    await record(tx, context, { action: 'mountpoint.changed', details })
    return { ...known, ...written }
  })
}

/** Disconnects its rovers and frees the name. */
export function removeNetworkMountpoint(context: ActionContext, name: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockNetworkMountpoint(tx, name)
    await deleteNetworkMountpoint(tx, known.id)
    await record(tx, context, { action: 'mountpoint.removed', details: { mountpoint: known.name } })
  })
}

async function lockNetworkMountpoint(tx: Database, name: string): Promise<NetworkMountpoint> {
  await lockStations(tx)
  const known = await findNetworkMountpoint(tx, name)
  if (!known) throw new Refusal('mountpoint_not_found', { name })
  return known
}

/** Applies the change to the known values. An alteration is replaced as a whole, not merged. */
async function asWritten(
  tx: Database,
  known: NetworkMountpointWrite,
  change: NetworkMountpointChange,
): Promise<NetworkMountpointWrite> {
  const { name = known.name, label, groupId = known.groupId, alteration, isOpen = known.isOpen, engine } = change
  const isRenamed = name.toLowerCase() !== known.name.toLowerCase()
  const faults = [...networkMountpointFaults(change), ...(isRenamed ? await nameFaults(tx, name) : [])]
  if (faults.length > 0) throw invalid(...faults)
  const groups = new Map((await listGroups(tx)).map((group) => [group.id, group]))
  if (groupId !== null && !groups.has(groupId)) throw new Refusal('group_not_found', {})
  const written = {
    ...{ name, groupId, isOpen },
    label: label === undefined ? known.label : label,
    alteration: normalAlteration(alteration ?? known.alteration),
    engine: engine === undefined ? known.engine : engine && withoutLogin(engine).url,
  }
  const bases = (await listStations(tx)).filter(
    (station) => !station.archived && isNetworkBase(station) && isInGroup(groupId, station.id, groups),
  )
  const unfit = [
    ...networkFrameFaults(written, bases),
    ...networkMessageFaults(written, bases, await listInstalledEquipment(tx)),
  ]
  if (unfit.length > 0) throw invalid(...unfit)
  return written
}

async function writeEngine(
  tx: Database,
  { keys }: KeyedContext,
  id: number,
  engine: NetworkMountpointChange['engine'],
): Promise<void> {
  if (engine === undefined) return
  const login = engine === null ? null : withoutLogin(engine).login
  await writeNetworkEngineLogin(tx, id, login === null ? null : keys.encrypt(login, networkEngineContext(id)))
}

/** For the audit log. The address of the engine has no login. */
const toldOf = ({ name, label, groupId, alteration, isOpen, engine }: NetworkMountpointWrite) => ({
  ...{ mountpoint: name, label, groupId, alteration, isOpen, engine },
})
