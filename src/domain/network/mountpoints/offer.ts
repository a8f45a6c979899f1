// The sourcetable as rovers see it: every mountpoint of this caster, and whether it can be opened now.
import { isOpen, type Mount, type Mounts, mountAt } from '../../sessions/access.ts'
import { type Group, isInGroup } from '../../stations/group.ts'
import { isNetworkBase, isShown } from '../../stations/serving.ts'
import type { Station } from '../../stations/station.ts'
import { isSilentOrUnheard } from '../../stations/status.ts'
import type { Network } from '../network.ts'
import type { MadeMountpoint } from './mountpoint.ts'
import type { NetworkMountpoint } from './network-mountpoint.ts'
import { tableLineMountpoint } from './table-lines.ts'

/**
 * `on_demand`: an external caster's stream that starts when a rover requests it. `hidden`: served, but not listed.
 * `elsewhere`: a line of the operator about another caster.
 */
export const OFFER_STATES = ['live', 'on_demand', 'offline', 'hidden', 'elsewhere'] as const
export type OfferState = (typeof OFFER_STATES)[number]

export const OFFER_KINDS = ['network', 'station', 'derived', 'external', 'elsewhere'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

export interface Offer {
  readonly name: string
  readonly kind: OfferKind
  readonly state: OfferState
  /** The name of the stream in the sourcetable. */
  readonly label: string
  readonly format: string
  readonly isOpen: boolean
  readonly station: Station | null
  readonly made: MadeMountpoint | null
  /** Set for network mountpoints. */
  readonly network: NetworkMountpoint | null
}

type Offering = Pick<Network, 'name' | 'format' | 'tableLines'>
/** Whether a base of the group, or of the whole network, sends data. */
type Flowing = (groupId: number | null) => boolean

/** Sorted by name, network mountpoints first. */
export function offersAt(
  network: Offering,
  active: readonly Station[],
  mounts: Mounts,
  groups: ReadonlyMap<number, Group>,
  now: Date,
): Offer[] {
  const bases = active.filter((station) => isNetworkBase(station) && flows(station, now))
  const isFlowing: Flowing = (groupId) => bases.some(({ id }) => isInGroup(groupId, id, groups))
  const own = [...mounts.values()].map((mount) => offerOf(mount, network, isFlowing, now))
  const elsewhere = (network.tableLines ?? []).flatMap((line) => {
    const name = tableLineMountpoint(line)
    return name === null || mountAt(mounts, name) !== null ? [] : [lineOffer(name, line.split(';'))]
  })
  const rank = ({ kind, name }: Offer) => `${kind === 'network' ? 0 : 1}${name.toLowerCase()}`
  return [...own, ...elsewhere].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

function offerOf(mount: Mount, network: Offering, isFlowing: Flowing, now: Date): Offer {
  const { name } = mount
  if (mount.kind === 'network') {
    const { isOpen, engineAnswers, groupId, label } = mount.network
    const state = engineAnswers || isFlowing(groupId) ? 'live' : 'offline'
    return {
      ...{ name, kind: 'network', state, label: label ?? network.name, format: network.format, isOpen },
      ...{ station: null, made: null, network: mount.network },
    }
  }
  const { station, made } = mount
  return {
    ...{ name, station, made, network: null, isOpen: isOpen(mount), format: station.format },
    kind: made ? 'derived' : station.upstream ? 'external' : 'station',
    state: stateAt(station, now),
    label: made?.label ?? station.name,
  }
}

const flows = (station: Station, now: Date) => ['live', 'on_demand'].includes(stateAt(station, now))

function stateAt(station: Station, now: Date): OfferState {
  const { upstream, failedAt = null } = station
  const isSilent = isSilentOrUnheard(station, now)
  const startsOnDemand = upstream?.state === 'offered' && failedAt === null
  if (isSilent && !startsOnDemand) return 'offline'
  if (!isShown(station)) return 'hidden'
  return isSilent ? 'on_demand' : 'live'
}

/** Fields of an STR line: type, mountpoint, identifier, format, …; field 15 is the authentication. */
function lineOffer(name: string, fields: readonly string[]): Offer {
  const [, , label = '', format = ''] = fields
  const isOpen = fields[15] === 'N'
  return {
    name,
    kind: 'elsewhere',
    state: 'elsewhere',
    label,
    format,
    isOpen,
    station: null,
    made: null,
    network: null,
  }
}
