// Mountpoints that serve many stations: the base nearest to the rover, or a VRS engine. The default one is a setting of
// the network; further ones have a name of their own, a group of stations, a form, an engine, and can be open.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import type { Station } from '../../stations/station.ts'
import type { Network } from '../network.ts'
import { parseSourceAddress } from '../source-address.ts'
import { type InstalledEquipment, NO_EQUIPMENT, stationMessageFaults } from './added-messages.ts'
import { ADDABLE_MESSAGES, type Alteration, altersNothing, NOTHING_ALTERED } from './alteration.ts'
import { stationFrameFaults } from './announced-frame.ts'
import { type MountpointChange, mountpointFaults, mountpointNameFaults } from './mountpoint.ts'

export interface NetworkMountpoint {
  /** `DEFAULT_NETWORK` for the default one. */
  readonly id: number
  readonly name: string
  /** Identifier in the sourcetable; `null` uses the name of the network. */
  readonly label: string | null
  /** Only stations of this group serve; `null` means all. */
  readonly groupId: number | null
  readonly alteration: Alteration
  /** True if no credential is required. */
  readonly isOpen: boolean
  /** Address of the VRS engine without its login; `null` if the nearest base serves. */
  readonly engine: string | null
  /** True if the engine sent data when a caster last probed it. */
  readonly engineAnswers: boolean
  /** The equipment of the stations, if the mountpoint adds messages about it. */
  readonly equipmentOfBases?: ReadonlyMap<number, InstalledEquipment>
}

/** `groupId`, `label` and `engine` can be `null`; undefined fields stay unchanged. */
export interface NetworkMountpointChange extends MountpointChange {
  readonly name?: string | undefined
  readonly groupId?: number | null | undefined
  /** May include a login, which is stored separately and encrypted. */
  readonly engine?: string | null | undefined
}

/** Rows of the database have higher ids. */
export const DEFAULT_NETWORK = 0
/** Bounds the probes of engines and the lines of the sourcetable. */
export const MOST_NETWORK_MOUNTPOINTS = 50
/** Without 1005 and 1006: a mountpoint has one position at most, and each base another. */
const ADDABLE: readonly number[] = ADDABLE_MESSAGES.filter((type) => type !== 1005 && type !== 1006)

/** `/vrs` and network credentials depend on it, so it serves every station to every network credential, unaltered. */
export const defaultNetworkMountpoint = (
  network: Pick<Network, 'mountpoint'> & Partial<Pick<Network, 'upstream' | 'engineAnswers'>>,
): NetworkMountpoint => ({
  ...{ id: DEFAULT_NETWORK, name: network.mountpoint, label: null, groupId: null },
  ...{ alteration: NOTHING_ALTERED, isOpen: false },
  engine: network.upstream ?? null,
  engineAnswers: network.engineAnswers ?? false,
})

/**
 * The network as credentials of this group use it: through the oldest protected network mountpoint of the group, or
 * else through the default one. Responses, pages and sheets name that mountpoint.
 */
export function networkFor(
  groupId: number | null,
  { network, networks }: { readonly network: Network; readonly networks: readonly NetworkMountpoint[] },
): Network {
  if (groupId === null) return network
  const [own] = networks.filter((one) => one.groupId === groupId && !one.isOpen).sort((one, other) => one.id - other.id)
  if (!own) return network
  const { name: mountpoint, engine: upstream, engineAnswers } = own
  return { ...network, ...frameOfNetwork(own, network), mountpoint, upstream, engineAnswers }
}

/** Checks the values alone, without the database. */
export function networkMountpointFaults({ name, engine, ...change }: NetworkMountpointChange): FieldFault[] {
  const faults = mountpointFaults(change)
  if (name !== undefined) faults.push(...mountpointNameFaults(name))
  if (engine != null && parseSourceAddress(engine) === null) faults.push(wrong(['engine'], 'upstream_form'))
  const bad = change.alteration?.added?.types.findIndex((type) => !ADDABLE.includes(type)) ?? -1
  if (bad >= 0) faults.push(wrong(['alteration', 'added', 'types', bad], 'not_one_of', { choices: ADDABLE }))
  return faults
}

/** Rejects a frame that the engine or one of the stations could not announce: its rovers would get no position. */
export function networkFrameFaults(
  { alteration: { announced }, engine }: Pick<NetworkMountpoint, 'alteration' | 'engine'>,
  bases: readonly Station[],
): FieldFault[] {
  if (!announced) return []
  if (engine !== null) return [under('announced', wrong(['frame'], 'frame_of_engine'))]
  for (const station of bases) {
    const faults = stationFrameFaults(announced, station)
    if (faults.length > 0) return faults.map((one) => under('announced', one))
  }
  return []
}

/** Stations that one rejection names. */
const MOST_NAMED = 10

/** Rejects messages for which the records of stations lack facts, and names the first of these stations. */
export function networkMessageFaults(
  { alteration: { added } }: Pick<NetworkMountpoint, 'alteration'>,
  bases: readonly Station[],
  equipment: ReadonlyMap<number, InstalledEquipment>,
): FieldFault[] {
  if (!added) return []
  return bases
    .map((station) => stationMessageFaults(added, station, equipment.get(station.id) ?? NO_EQUIPMENT))
    .filter((faults) => faults.length > 0)
    .slice(0, MOST_NAMED)
    .flatMap((faults) => faults.map((one) => under('added', one)))
}

const under = (part: 'announced' | 'added', found: FieldFault): FieldFault => ({
  ...found,
  path: ['alteration', part, ...found.path],
})

/** The frame of the positions that the mountpoint announces. */
export const frameOfNetwork = <Frame extends Pick<Network, 'datum' | 'frame' | 'epoch'>>(
  { alteration }: Pick<NetworkMountpoint, 'alteration'>,
  network: Frame,
): Pick<Network, 'datum' | 'frame' | 'epoch'> => {
  const { datum, frame, epoch } = alteration.announced ?? network
  return { datum, frame, epoch }
}

/** Whether a stream has to be converted before it reaches a rover. */
export const isAltered = ({ alteration }: Pick<NetworkMountpoint, 'alteration'>): boolean => !altersNothing(alteration)
