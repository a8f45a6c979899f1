// How the customer's equipment is doing at this moment, as far as anybody knows: connected and how, or why not. The figures are those of the
// customer's own sessions; of its position only how far the base is.
import { type AccessFacts, refusedSince } from '../credentials/access-findings.ts'
import type { RefusalReason } from '../sessions/admission.ts'
import type { EndReason, NoteParams } from '../sessions/session.ts'
import { MINUTE_MS } from '../time/units.ts'

/** What its last GGA told. `other`: something that no customer has a word for. */
export type Solution = 'fix' | 'float' | 'dgps' | 'single' | 'none' | 'other'

/** What keeps corrections from an equipment that is connected. */
export const LIVE_TROUBLES = [
  'no_gga',
  'gga_bad_checksum',
  'gga_unreadable',
  'gga_without_position',
  'outside_coverage',
  'outside_group',
  'outside_fence',
  'fence_place_unknown',
  'base_down',
  'bus_away',
  'vrs_lost',
] as const satisfies readonly (keyof NoteParams)[]
export type LiveTrouble = (typeof LIVE_TROUBLES)[number]

export interface LiveRefusal {
  readonly kind: 'refused'
  readonly reason: RefusalReason
  readonly at: Date
  readonly times: number
  /** What the equipment asked for, and what the credential opens. */
  readonly asked: string
  readonly opens: string | null
}

export interface LiveSession {
  readonly kind: 'connected'
  readonly since: Date
  /** Whose corrections it gets; null: nobody's, or the engine's. */
  readonly base: string | null
  readonly distanceKm: number | null
  /** null: it does not say where it is, or has not for a while. */
  readonly solution: Solution | null
  /** null: nothing was sent yet, or nobody told. */
  readonly dataAt: Date | null
  /** As of when all this is known; null: it has only just come. */
  readonly toldAt: Date | null
  /** Corrections reached it lately. */
  readonly flows: boolean
  readonly trouble: LiveTrouble | null
  /** Somebody was refused with the same user meanwhile: another device, or somebody who guesses. */
  readonly other: LiveRefusal | null
}

export type Live =
  | LiveSession
  | LiveRefusal
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly from: Date; readonly at: Date }
  | { readonly kind: 'never' }

export interface SeenSession {
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
  /** Its caster lives and has it. */
  readonly isOpen: boolean
  readonly base: string | null
  readonly distanceKm: number | null
  readonly quality: number | null
  readonly positionAt: Date | null
  readonly dataAt: Date | null
  readonly toldAt: Date | null
  /** Oldest first. */
  readonly notes: readonly { readonly code: string }[]
}

export interface LiveFacts {
  /** The mountpoint that the credential is for; null: its station is archived. */
  readonly opens: string | null
  /** The one that is open, or else the newest; null: there was none. */
  readonly session: SeenSession | null
  /** The newest. */
  readonly refusal: AccessFacts['refusals'][number] | null
}

/** Base stations send every second, some every few; after so long something is wrong. */
const FLOWING_MS = 15_000
/** A GGA comes every few seconds; what an older one said need not be so any more. */
const POSITION_MS = MINUTE_MS

export function liveOf(facts: LiveFacts): Live {
  const { session } = facts
  const refused = refusalOf(facts)
  if (session?.isOpen) return connected(session, refused)
  const endedAt = session && (session.endedAt ?? session.toldAt ?? session.startedAt)
  if (refused && (!endedAt || refused.at > endedAt)) return refused
  if (!session || !endedAt) return { kind: 'never' }
  // Open, and its caster is gone: nobody knows why it ended.
  return { kind: 'ended', reason: session.endReason ?? 'node_lost', from: session.startedAt, at: endedAt }
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
    flows: isWithin(dataAt, FLOWING_MS),
    trouble: troubleOf(session.notes),
  }
}

/** Notes that say nothing about whether corrections come. */
const ASIDE: readonly string[] = ['from_memory', 'left_out', 'asking_vrs'] satisfies (keyof NoteParams)[]

/** The last word on it counts: whoever got a base after that has no trouble any more. */
function troubleOf(notes: SeenSession['notes']): LiveTrouble | null {
  const last = notes.findLast(({ code }) => !ASIDE.includes(code))?.code
  return LIVE_TROUBLES.find((code) => code === last) ?? null
}

/** NMEA 0183, the quality of a GGA. */
function solutionOf(quality: number): Solution {
  const solutions: Readonly<Record<number, Solution>> = { 0: 'none', 1: 'single', 2: 'dgps', 4: 'fix', 5: 'float' }
  return solutions[quality] ?? 'other'
}
