// Names of mountpoints are unique among stations, network mountpoints and derived mountpoints, whatever their case.
// Every action that sets a name holds the lock on stations.
import { type FieldFault, wrong } from '../../../domain/codes/fault.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findMountpoint } from '../../../store/network/mountpoints.ts'
import { findNetworkMountpoint, listNetworkMountpoints } from '../../../store/network/network-mountpoints.ts'
import { readNetwork } from '../../../store/network/settings.ts'
import { findStationByMountpoint } from '../../../store/stations/rows.ts'

/** Rejects a name that another mountpoint has. */
export async function nameFaults(tx: Database, name: string, field = 'name'): Promise<FieldFault[]> {
  const { mountpoint } = await readNetwork(tx)
  if (mountpoint.toLowerCase() === name.toLowerCase())
    return [wrong([field], 'mountpoint_of_network', { mountpoint: name })]
  const holder = await findStationByMountpoint(tx, name)
  if (holder) return [wrong([field], 'mountpoint_of_station', { mountpoint: name, code: holder.code })]
  const isTaken = (await findMountpoint(tx, name)) ?? (await findNetworkMountpoint(tx, name))
  return isTaken ? [wrong([field], 'mountpoint_exists', { mountpoint: name })] : []
}

/** Names of all network mountpoints. */
export async function networkNames(db: Database): Promise<string[]> {
  const { mountpoint } = await readNetwork(db)
  return [mountpoint, ...(await listNetworkMountpoints(db)).map(({ name }) => name)]
}
