// Finds the border between two runs of messages if their times do not show it.
import { SAME_INSTANT_MS } from './constellation-clock.ts'

/** A constellation in a run, as of its first message. */
export interface Member {
  /** Index in CONSTELLATIONS. */
  readonly index: number
  readonly periodMs: number
  instantMs: number
  /** Time on the stream's timeline; reliable if `isKnown`. */
  timeMs: number
  isKnown: boolean
  arrivalMs: number
  /** Time since the previous message. */
  gapMs: number
  /** Whether the previous message had the end mark. */
  isAfterEnd: boolean
}

interface LastMessage {
  readonly arrivalMs: number
  readonly saidEnd: boolean
}

/** A gap between messages marks the start of a run if it is clearly wider than the other gap. */
const CLEARLY = 2
const JITTER_MS = 10

/**
 * How many of the last members belong to the run that starts with the next message. Members that agree stay together.
 * Members that agree with the next message belong to its run; otherwise those after the widest gap in arrival, or after
 * the end mark.
 */
export function trailing(
  members: readonly Member[],
  last: LastMessage,
  next: Timed & Pick<Member, 'index' | 'arrivalMs'>,
): number {
  const cuts = possibleCuts(members, next.index)
  const agreeing = members.findIndex((member, place) => place >= cuts[0]! && agree(member, next))
  const possible = agreeing < 0 ? cuts : cuts.filter((cut) => cut <= agreeing)
  if (possible.length === 0) return 0
  const widest = possible.reduce((best, cut) => (members[cut]!.gapMs > members[best]!.gapMs ? cut : best))
  const gapHere = next.arrivalMs - last.arrivalMs
  const gapThere = members[widest]!.gapMs
  if (isClearlyWider(gapThere, gapHere)) return members.length - widest
  const marked = possible.find((cut) => members[cut]!.isAfterEnd)
  if (agreeing >= 0) return members.length - (marked ?? possible.at(-1)!)
  const isHere = isClearlyWider(gapHere, gapThere) || last.saidEnd
  return isHere || marked === undefined ? 0 : members.length - marked
}

/** Positions after that constellation where no member before agrees with a member after. */
function possibleCuts(members: readonly Member[], index: number): number[] {
  const from = members.findIndex((member) => member.index === index) + 1
  const cuts: number[] = []
  for (let cut = from; cut < members.length; cut++) {
    const before = members.slice(0, cut)
    if (!members.slice(cut).some((member) => before.some((other) => agree(member, other)))) cuts.push(cut)
  }
  return cuts
}

/**
 * Bit mask of constellations that have the time of this run but arrive with the next one, one epoch late: after the end
 * mark and after the gap. An end mark on the first message is a known receiver fault and is ignored.
 */
export function stragglers(members: readonly Member[], last: LastMessage, nextArrivalMs: number): number {
  const marked = members.filter(({ isAfterEnd }, place) => place > 0 && isAfterEnd)
  const from = members.indexOf(marked[0]!)
  if (marked.length !== 1 || last.saidEnd || from < 2 || from < members.length / 2) return 0
  if (!isClearlyWider(marked[0]!.gapMs, nextArrivalMs - last.arrivalMs)) return 0
  return members.slice(from).reduce((bits, { index }) => bits | (1 << index), 0)
}

export const isClearlyWider = (gapMs: number, otherMs: number) => gapMs > CLEARLY * otherMs + JITTER_MS

type Timed = Pick<Member, 'timeMs' | 'periodMs'>

export const agree = (one: Timed, other: Timed): boolean =>
  Math.abs(within(one.timeMs - other.timeMs, Math.min(one.periodMs, other.periodMs))) <= SAME_INSTANT_MS

/** The shortest difference that two fields of this period can mean. */
export const within = (differenceMs: number, periodMs: number): number =>
  differenceMs - Math.round(differenceMs / periodMs) * periodMs
