// How a process of the service is, as operators are told.

/** Lost: it has not said for ten seconds that it lives. Drained: it takes nobody, and has nobody left. */
export const NODE_STATES = ['up', 'draining', 'drained', 'lost'] as const
export type NodeState = (typeof NODE_STATES)[number]

export interface NodeFacts {
  readonly alive: boolean
  readonly drainingSince: Date | null
  readonly rovers: number | null
  readonly stations: number | null
}

export function nodeState({ alive, drainingSince, rovers, stations }: NodeFacts): NodeState {
  if (!alive) return 'lost'
  if (drainingSince === null) return 'up'
  return rovers === 0 && stations === 0 ? 'drained' : 'draining'
}
