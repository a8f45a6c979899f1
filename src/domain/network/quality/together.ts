// Joins the same bad reason at several stations into one event: a cause outside of the stations, such as a wrong clock
// of a server, a satellite system with a fault, or a network that loses data.
import { MINUTE_MS } from '../../time/units.ts'
import type { Reason, ReasonCode } from './reason.ts'

/** Reasons that begin within this time of each other are one event. Judgements differ by some minutes. */
const TOGETHER_MS = 5 * MINUTE_MS
/** Two stations with the same fault are a coincidence more often than an event. */
const LEAST_STATIONS = 3
/** The others are faults of a site. They all begin together when measuring begins. */
const COMMON: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(['clock_wrong', 'below_horizon', 'ranges_contradict', 'band_lost', 'cn0_fell'] as const),
  ...(['satellites_missing', 'losses_of_lock', 'half_cycles', 'gaps'] as const),
])

export interface BadStation {
  readonly stationId: number
  readonly code: string
  readonly simulated: boolean
  /** The most important one. */
  readonly reason: Reason
}

/** Groups of stations in the order of their start; a station that is part of no event is a group of one. */
export function joinedByCause(stations: readonly BadStation[]): BadStation[][] {
  const groups: BadStation[][] = []
  for (const station of stations.toSorted((one, other) => startOf(one) - startOf(other))) {
    const group = groups.find(([first, ...more]) => isSame(station, first!, more.at(-1) ?? first!))
    if (group) group.push(station)
    else groups.push([station])
  }
  return groups.flatMap((group) => (group.length < LEAST_STATIONS ? group.map((one) => [one]) : [group]))
}

const startOf = ({ reason }: BadStation) => reason.since.getTime()

const isSame = (one: BadStation, first: BadStation, last: BadStation): boolean =>
  COMMON.has(one.reason.code) &&
  one.reason.code === first.reason.code &&
  one.reason.band === first.reason.band &&
  startOf(one) - startOf(last) <= TOGETHER_MS
