// Divides the pulls between casters that share streams: each takes its share. Pulls that no node has taken by the next
// round are taken too, so none is left behind. No pull is taken from the node that has it.
import type { Holding } from '../../sharing/holding.ts'
import type { Ownership } from '../../sharing/ownership.ts'

export interface PullRound {
  /** Total number of stations to pull. */
  readonly wanted: number
  /** Stations that no node announced to own. */
  readonly free: readonly number[]
  readonly pulled: () => number
  /** Returns false if the station is no longer wanted. */
  readonly begin: (holding: Holding) => boolean
}

export class PullShare {
  /** Stations that were free in the previous round and left to other nodes. */
  #left: ReadonlySet<number> = new Set()

  async take(ownership: Ownership, { wanted, free, pulled, begin }: PullRound): Promise<void> {
    const leftBefore = this.#left
    this.#left = new Set()
    if (free.length === 0) return
    const share = Math.ceil(wanted / (await ownership.dependencies.leases.casters()))
    const had = new Set<number>()
    const take = async (stationIds: readonly number[]) => {
      for (const holding of await ownership.take(stationIds)) {
        had.add(holding.stationId)
        if (!begin(holding)) holding.end()
      }
    }
    await take(free.filter((stationId) => leftBefore.has(stationId)))
    const news = rotated(free.filter((stationId) => !leftBefore.has(stationId)))
    for (let asked = 0; asked < news.length && pulled() < share; ) {
      const some = news.slice(asked, asked + share - pulled())
      asked += some.length
      await take(some)
    }
    this.#left = new Set(free.filter((stationId) => !had.has(stationId)))
  }
}

/** From a random position: casters that start together ask for different stations first. */
function rotated(list: readonly number[]): number[] {
  const from = Math.floor(Math.random() * list.length)
  return [...list.slice(from), ...list.slice(0, from)]
}
