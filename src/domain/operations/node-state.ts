/** `lost`: no heartbeat for ten seconds. `drained`: accepts no connections and has none left. */
export const NODE_STATES = ['up', 'draining', 'drained', 'lost'] as const
export type NodeState = (typeof NODE_STATES)[number]

/** A node reads the drain request with one heartbeat and reports its counts with the next; this covers two. */
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
