// Setup steps of a new network, up to the first connected rover.
import type { Station } from '../../stations/station.ts'
import { heardAtOf } from '../../stations/status.ts'
import type { StationUpstream } from '../upstreams/upstream.ts'

const UNNAMED = 'Vértice'

/** In recommended order. */
export const FIRST_STEPS = ['name', 'casterAddress', 'owner', 'station', 'data', 'credential', 'rover'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export interface FirstFacts {
  readonly networkName: string
  /** `null` in a demo, which is used on this machine only. */
  readonly casterHost: string | null
  readonly hasOwner: boolean
  readonly hasStation: boolean
  /** True if a station has sent data, or an on-demand stream would. */
  readonly hasData: boolean
  readonly hasCredential: boolean
  readonly hasRover: boolean
}

type Awaiting = Pick<Station, 'health' | 'bytesAt'> & { readonly upstream?: Pick<StationUpstream, 'state'> | null }

/** True if the source still has to be set up. Streams of upstream casters need no setup: they are pulled on demand. */
export const awaitsData = (station: Awaiting): boolean =>
  heardAtOf(station) === null && station.upstream?.state !== 'offered'

export const firstStepsDone = (facts: FirstFacts): Readonly<Record<FirstStep, boolean>> => ({
  name: facts.networkName !== UNNAMED,
  casterAddress: facts.casterHost === null || !isThisMachineOnly(facts.casterHost),
  owner: facts.hasOwner,
  station: facts.hasStation,
  data: facts.hasData,
  credential: facts.hasCredential,
  rover: facts.hasRover,
})

/** True for loopback and unspecified addresses, which a receiver in the field cannot reach. */
export function isThisMachineOnly(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    /^(.+\.)?localhost$/.test(plain) || /^127\.\d+\.\d+\.\d+$/.test(plain) || ['0.0.0.0', '::', '::1'].includes(plain)
  )
}
