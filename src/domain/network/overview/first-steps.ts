// What an empty network needs before the first customer can use it.
import type { Station } from '../../stations/station.ts'
import { heardAtOf } from '../../stations/status.ts'
import type { StationUpstream } from '../upstreams/upstream.ts'

/** As a new network is called until somebody names it. */
const UNNAMED = 'Vértice'

/** In the order in which they are best done. */
export const FIRST_STEPS = ['name', 'casterAddress', 'owner', 'station', 'data', 'credential', 'rover'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export interface FirstFacts {
  readonly networkName: string
  /** Null: of a demo, which is for this machine. */
  readonly casterHost: string | null
  /** One each, at least. */
  readonly hasOwner: boolean
  readonly hasStation: boolean
  /** A station has sent data, or would as soon as somebody wants it. */
  readonly hasData: boolean
  readonly hasCredential: boolean
  /** A rover has connected. */
  readonly hasRover: boolean
}

type Awaiting = Pick<Station, 'health' | 'bytesAt'> & { readonly upstream?: Pick<StationUpstream, 'state'> | null }

/** Its source is still to be set up. Another caster's that is offered has one: it is asked for when a rover comes. */
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

/** A name or an address that means another machine to whoever is elsewhere: no receiver in the field gets anywhere by it. */
export function isThisMachineOnly(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    /^(.+\.)?localhost$/.test(plain) || /^127\.\d+\.\d+\.\d+$/.test(plain) || ['0.0.0.0', '::', '::1'].includes(plain)
  )
}
