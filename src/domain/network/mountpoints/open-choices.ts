// Mountpoints without login that serve a place: open network mountpoints, and open mountpoints of the nearest station.
import { isOpen, type Mounts } from '../../sessions/access.ts'
import { type Group, isInGroup } from '../../stations/group.ts'
import { isNetworkBase, isShown } from '../../stations/serving.ts'
import type { Network } from '../network.ts'
import type { CandidateStation } from '../sites.ts'
import type { ObservationForm } from './alteration.ts'
import { frameOfNetwork } from './network-mountpoint.ts'

export interface OpenChoice {
  readonly mountpoint: string
  readonly form: ObservationForm
  readonly datum: string
}

interface Offered {
  readonly network: Network
  readonly mounts: Mounts
  readonly groups: ReadonlyMap<number, Group>
}

/** A page shows this many. */
const MOST = 8

/** `reaching`: usable stations whose radius covers the place, nearest first. Without `chosen`, which is shown already. */
export function openChoices(
  { network, mounts, groups }: Offered,
  reaching: readonly CandidateStation[],
  chosen: string | null,
): OpenChoice[] {
  const bases = reaching.filter(({ station }) => isNetworkBase(station))
  const nearest = reaching.find(({ station }) => isShown(station))?.station
  const all = [...mounts.values()].flatMap((mount): OpenChoice[] => {
    if (!isOpen(mount) || mount.name === chosen) return []
    if (mount.kind === 'network') {
      const { groupId, engineAnswers, alteration } = mount.network
      // The area of an engine is unknown; where no station is in range, it is not promised.
      const isServed =
        (engineAnswers && bases.length > 0) || bases.some(({ station }) => isInGroup(groupId, station.id, groups))
      const { datum } = frameOfNetwork(mount.network, network)
      return isServed ? [{ mountpoint: mount.name, form: alteration.form, datum }] : []
    }
    const { station, made, name } = mount
    if (station.id !== nearest?.id) return []
    const { form = 'as_is', announced = null } = made?.alteration ?? {}
    return [{ mountpoint: name, form, datum: (announced ?? station).datum }]
  })
  return all.sort((one, other) => (one.mountpoint < other.mountpoint ? -1 : 1)).slice(0, MOST)
}
