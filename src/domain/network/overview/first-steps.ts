// Setup steps of a new network, up to the first rover that receives corrections, and those of a new reseller.
import type { Station } from '../../stations/station.ts'
import { heardAtOf } from '../../stations/status.ts'
import type { Reach } from '../address-reach.ts'
import type { StationUpstream } from '../upstreams/upstream.ts'

const UNNAMED = 'Vértice'

/** In recommended order. */
const NETWORK_STEPS = [
  ...(['name', 'casterAddress', 'webAddress', 'owner', 'station', 'data', 'credential', 'rover'] as const),
] as const
const RESELLER_STEPS = ['credential', 'rover', 'token'] as const
export const FIRST_STEPS = [...NETWORK_STEPS, 'token'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Rows of the owners that the user sees. */
export interface FirstRows {
  readonly hasOwner: boolean
  readonly hasCredential: boolean
  readonly hasToken: boolean
  /** True if a rover has received corrections. */
  readonly hasRover: boolean
}

export interface FirstFacts extends FirstRows {
  readonly networkName: string
  /** Addresses that customers receive. A demo, which is used on this machine only, counts as public. */
  readonly casterReach: Reach
  readonly webReach: Reach
  readonly hasStation: boolean
  /** True if a station has sent data, or an on-demand stream would. */
  readonly hasData: boolean
}

export interface StepState {
  readonly name: FirstStep
  readonly done: boolean
}

type Awaiting = Pick<Station, 'health' | 'bytesAt'> & { readonly upstream?: Pick<StationUpstream, 'state'> | null }

/** True if the source still has to be set up. Streams of upstream casters need no setup: they are pulled on demand. */
export const awaitsData = (station: Awaiting): boolean =>
  heardAtOf(station) === null && station.upstream?.state !== 'offered'

const isDone: Record<FirstStep, (facts: FirstFacts) => boolean> = {
  name: ({ networkName }) => networkName !== UNNAMED,
  casterAddress: ({ casterReach }) => casterReach === 'public',
  webAddress: ({ webReach }) => webReach === 'public',
  owner: ({ hasOwner }) => hasOwner,
  station: ({ hasStation }) => hasStation,
  data: ({ hasData }) => hasData,
  credential: ({ hasCredential }) => hasCredential,
  rover: ({ hasRover }) => hasRover,
  token: ({ hasToken }) => hasToken,
}

export const firstSteps = (facts: FirstFacts, isReseller: boolean): StepState[] =>
  (isReseller ? RESELLER_STEPS : NETWORK_STEPS).map((name) => ({ name, done: isDone[name](facts) }))
