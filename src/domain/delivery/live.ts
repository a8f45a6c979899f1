// Current state of the customer's equipment: connected, or why not. Values come from the customer's own sessions. Of
// the position only the distance to the base is included.
import { type AccessFacts, refusedSince } from '../credentials/access-findings.ts'
import type { RefusalReason } from '../sessions/admission.ts'
import { type Trouble, troubleIn } from '../sessions/no-data.ts'
import type { EndReason } from '../sessions/session.ts'
import { MINUTE_MS } from '../time/units.ts'

/** Solution of the last GGA. `other`: a quality without a common name. */
export type Solution = 'fix' | 'float' | 'dgps' | 'single' | 'none' | 'other'

export interface LiveRefusal {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  readonly at: Date
  readonly times: number
  readonly asked: string
  readonly opens: string | null
}

export interface LiveSession {
  readonly kind: 'connected'
  readonly since: Date
  /** Station whose corrections the rover receives; `null` if none, or if a VRS engine serves the rover. */
  readonly base: string | null
  readonly distanceKm: number | null
  /** `null` if the rover reports no position, or none recently. */
  readonly solution: Solution | null
  /** In the last reported solution; `null` if not reported recently. */
  readonly satellites: number | null
  /** From the start of the session to its first fixed solution; `null` if there was none. */
  readonly fixedAfterSeconds: number | null
  /** `null` if nothing was sent yet or the node has not reported. */
  readonly dataAt: Date | null
  /** When the node last reported this session; `null` if the session is too new. */
  readonly toldAt: Date | null
  /** True if corrections were sent recently. */
  readonly flows: boolean
  readonly trouble: Trouble | null
  /** A newer refusal of the same user name: a second device, or an attacker guessing. */
  readonly other: LiveRefusal | null
}

export type Live =
  | LiveSession
  | LiveRefusal
  | {
      readonly kind: 'ended'
      readonly reason: EndReason
      readonly from: Date
      readonly at: Date
      /** Why no data was sent; `null` if some was sent or the reason is unknown. */
      readonly trouble: Trouble | null
    }
  | { readonly kind: 'never' }

export interface SeenSession {
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
  /** True if the session is open and its node is online. */
  readonly isOpen: boolean
  readonly base: string | null
  readonly distanceKm: number | null
  readonly quality: number | null
  readonly positionAt: Date | null
  readonly satellites: number | null
  readonly firstFixedAt: Date | null
  readonly dataAt: Date | null
  readonly toldAt: Date | null
  /** Oldest first. */
  readonly notes: readonly { readonly code: string }[]
}

export interface LiveFacts {
  /** Mountpoint of the credential; `null` if its station is archived or its group was deleted. */
  readonly opens: string | null
  /** The open session, else the newest; `null` if there is none. */
  readonly session: SeenSession | null
  readonly refusal: AccessFacts['refusals'][number] | null
}

/** Stations send every second or every few seconds; a longer pause is a fault. */
const FLOWING_MS = 15_000
/** Rovers send a GGA every few seconds; an older one is stale. */
const POSITION_MS = MINUTE_MS

export function liveOf(facts: LiveFacts): Live {
  const { session } = facts
  const refused = refusalOf(facts)
  if (session?.isOpen) return connected(session, refused)
  const endedAt = session && (session.endedAt ?? session.toldAt ?? session.startedAt)
  if (refused && (!endedAt || refused.at > endedAt)) return refused
  if (!session || !endedAt) return { kind: 'never' }
  // The session has no end but its node is gone, so the end reason is unknown.
  const { endReason, startedAt: from, dataAt, notes } = session
  const trouble = dataAt === null ? troubleOf(notes) : null
  return { kind: 'ended', reason: endReason ?? 'node_lost', from, at: endedAt, trouble }
}

function refusalOf({ opens, session, refusal }: LiveFacts): LiveRefusal | null {
  const found = refusedSince(session, refusal)
  if (!found) return null
  const { reason, lastAt: at, times, mountpoint: asked } = found
  return { kind: 'refused', reason, at, times, asked, opens }
}

function connected(session: SeenSession, other: LiveRefusal | null): LiveSession {
  const { startedAt: since, base, dataAt, toldAt } = session
  const isWithin = (at: Date | null, ms: number) =>
    at !== null && toldAt !== null && toldAt.getTime() - at.getTime() <= ms
  const isPlaced = session.quality !== null && isWithin(session.positionAt, POSITION_MS)
  return {
    kind: 'connected',
    ...{ since, base, dataAt, toldAt, other },
    distanceKm: isPlaced ? session.distanceKm : null,
    solution: isPlaced ? solutionOf(session.quality!) : null,
    satellites: isPlaced ? session.satellites : null,
    fixedAfterSeconds: session.firstFixedAt && secondsFrom(since, session.firstFixedAt),
    flows: isWithin(dataAt, FLOWING_MS),
    trouble: troubleOf(session.notes),
  }
}

const troubleOf = (notes: SeenSession['notes']): Trouble | null =>
  (troubleIn(notes)?.code as Trouble | undefined) ?? null

const secondsFrom = (from: Date, to: Date) => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

/** GGA quality indicator (NMEA 0183). */
function solutionOf(quality: number): Solution {
  const solutions: Readonly<Record<number, Solution>> = { 0: 'none', 1: 'single', 2: 'dgps', 4: 'fix', 5: 'float' }
  return solutions[quality] ?? 'other'
}
