// Where one run of messages ends and the next begins, when that was not plain from the times that they tell.
import { SAME_INSTANT_MS } from './constellation-clock.ts'

/** A constellation in a run, as its first message there told it. */
export interface Member {
  /** In CONSTELLATIONS. */
  readonly index: number
  readonly periodMs: number
  instantMs: number
  /** On the stream's line, which it has been on before if it is known. */
  timeMs: number
  isKnown: boolean
  arrivalMs: number
  /** Since the message before. */
  gapMs: number
  /** The message before said that it was the last one. */
  isAfterEnd: boolean
}

interface LastMessage {
  readonly arrivalMs: number
  readonly saidEnd: boolean
}

/** A gap between messages says where a run begins if it is clearly wider than others. */
const CLEARLY = 2
const JITTER_MS = 10

/**
 * How many of the last members belong to the run that begins with another message. Members that agree stay together. Those that
 * agree with what begins belong to it, and else those behind the widest gap in the arrival, or behind the mark.
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

/** Places behind that constellation, before which nobody agrees with anybody behind. */
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
 * Who tells the time of this run and was sent with the next all the same, one epoch late: behind the mark and behind the gap.
 * Bits by constellation. A mark on the first message is a known untruth, and says nothing.
 */
export function stragglers(members: readonly Member[], last: LastMessage, nextArrivalMs: number): number {
  const marked = members.filter(({ isAfterEnd }, place) => place > 0 && isAfterEnd)
  const from = members.indexOf(marked[0]!)
  if (marked.length !== 1 || last.saidEnd || from < 2 || from < members.length / 2) return 0
  if (!isClearlyWider(marked[0]!.gapMs, nextArrivalMs - last.arrivalMs)) return 0
  return members.slice(from).reduce((bits, { index }) => bits | (1 << index), 0)
}

const isClearlyWider = (gapMs: number, otherMs: number) => gapMs > CLEARLY * otherMs + JITTER_MS

type Timed = Pick<Member, 'timeMs' | 'periodMs'>

export const agree = (one: Timed, other: Timed): boolean =>
  Math.abs(within(one.timeMs - other.timeMs, Math.min(one.periodMs, other.periodMs))) <= SAME_INSTANT_MS

/** The shortest difference that two fields of that period can mean. */
export const within = (differenceMs: number, periodMs: number): number =>
  differenceMs - Math.round(differenceMs / periodMs) * periodMs
