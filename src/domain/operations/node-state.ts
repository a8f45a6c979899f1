// How a process of the service is, as operators are told.

/** Lost: it has not said for ten seconds that it lives. Drained: it takes nobody, and has nobody left. */
export const NODE_STATES = ['up', 'draining', 'drained', 'lost'] as const
export type NodeState = (typeof NODE_STATES)[number]

/** It hears of the wish when it says that it lives, and tells what became of it the next time: twice in so long. */
const HAS_TOLD_MS = 4_000

export interface NodeFacts {
  readonly alive: boolean
  readonly seenAt: Date
  readonly drainingSince: Date | null
  readonly rovers: number | null
  readonly stations: number | null
}

export function nodeState({ alive, seenAt, drainingSince, rovers, stations }: NodeFacts): NodeState {
  if (!alive) return 'lost'
  if (drainingSince === null) return 'up'
  const hasTold = seenAt.getTime() - drainingSince.getTime() > HAS_TOLD_MS
  return hasTold && rovers === 0 && stations === 0 ? 'drained' : 'draining'
}
