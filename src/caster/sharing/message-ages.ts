// The age of messages from another node. Clocks of machines differ, so ages are relative: the message with the shortest
// recent delay counts as new, and others are older by their extra delay.

/** Older corrections are useless to a rover. */
export const OLDEST_MS = 2_000
/** The shortest delay of this period and the one before counts, because clocks drift and routes change. */
const SPELL_MS = 60_000
const MOST_NODES = 1_000

interface Quickest {
  since: number
  now: number
  before: number
}

export class MessageAges {
  readonly #quickest = new Map<string, Quickest>()

  /** Age in milliseconds; 0 for the first message of a node. `arrivedAt`: on this node's monotonic clock. */
  of(node: string, sentAt: number, arrivedAt: number): number {
    const took = arrivedAt - sentAt
    const known = this.#quickest.get(node) ?? this.#begin(node, arrivedAt)
    // A node that was frozen reads old messages first: its earlier values still count for a whole period.
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
