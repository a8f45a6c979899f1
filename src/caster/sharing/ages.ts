// How old is what comes from another node. Machines' clocks differ, so nothing is old by their difference: the way that took least of
// late took no time, and who takes longer is older by as much.

/** A correction that is older is worth nothing. */
export const OLDEST_MS = 2_000
/** The quickest of this spell and the one before count: clocks drift, and ways change. */
const SPELL_MS = 60_000
const MOST_NODES = 1_000

interface Quickest {
  since: number
  now: number
  before: number
}

export class Ages {
  readonly #quickest = new Map<string, Quickest>()

  /** Milliseconds; 0 for the first that is heard of a node. `arrivedAt`: on this node's clock, which only goes forward too. */
  of(node: string, sentAt: number, arrivedAt: number): number {
    const took = arrivedAt - sentAt
    const known = this.#quickest.get(node) ?? this.#begin(node, arrivedAt)
    // A node that was stopped for long finds old messages first: what it knew from before still counts for a whole spell.
    if (arrivedAt - known.since > SPELL_MS) {
      known.before = known.now
      known.now = took
      known.since = arrivedAt
    } else if (took < known.now) known.now = took
    return took - Math.min(known.now, known.before)
  }

  #begin(node: string, arrivedAt: number): Quickest {
    if (this.#quickest.size >= MOST_NODES) this.#quickest.delete(this.#quickest.keys().next().value!)
    const known = { since: arrivedAt, now: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY }
    this.#quickest.set(node, known)
    return known
  }
}
