// Mountpoints that a credential opens besides the one that its page names first: further network mountpoints, and
// derived ones that announce another reference frame.
import type { ObservationForm } from '../network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../network/mountpoints/mountpoint.ts'
import { frameOfNetwork, type NetworkMountpoint } from '../network/mountpoints/network-mountpoint.ts'
import type { Network } from '../network/network.ts'
import { type Access, opens } from '../sessions/access.ts'
import type { Group } from '../stations/group.ts'

export interface OtherMountpoint {
  readonly name: string
  readonly form: ObservationForm
  /** Frame of the positions that it announces. */
  readonly datum: string
}

export interface OtherMountpoints {
  /** As many as fit on the sheet. */
  readonly named: readonly OtherMountpoint[]
  readonly more: number
}

export interface OfferedNetworks {
  readonly network: Pick<Network, 'datum' | 'frame' | 'epoch'>
  /** The default one too. */
  readonly networks: readonly NetworkMountpoint[]
  readonly groups: ReadonlyMap<number, Group>
}

interface Opened extends Pick<OfferedNetworks, 'network' | 'networks'> {
  /** Derived mountpoints of the stations that the page names. */
  readonly derived: readonly MadeMountpoint[]
}

/** One paragraph of a sheet holds this many. */
const MOST_NAMED = 6

/** Open network mountpoints are left out: they ignore the credential. */
export const openedNetworks = (access: Access, { networks, groups }: OfferedNetworks): NetworkMountpoint[] =>
  networks.filter((one) => !one.isOpen && opens(access, { kind: 'network', network: one }, groups))

/** `networks` and `derived` are those that the credential opens. */
export function otherMountpoints(
  own: { readonly mountpoint: string; readonly datum: string },
  { network, networks, derived }: Opened,
): OtherMountpoints {
  const all = [
    ...networks.map((one) => otherAt(one, frameOfNetwork(one, network).datum)),
    ...derived.flatMap((one) => {
      const datum = one.alteration.announced?.datum ?? own.datum
      return datum === own.datum ? [] : [otherAt(one, datum)]
    }),
  ].filter(({ name }) => name !== own.mountpoint)
  return { named: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) }
}

const otherAt = ({ name, alteration }: MadeMountpoint | NetworkMountpoint, datum: string): OtherMountpoint => ({
  name,
  form: alteration.form,
  datum,
})
