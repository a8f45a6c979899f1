// How casters that share their streams share the pulls: each takes as many as fall to it. What nobody has taken by its next round it takes too,
// so nothing stays behind where one of them cannot; and nothing that is pulled is torn away from who has it.
import type { Holding, Ownership } from '../sharing/ownership.ts'

export interface PullRound {
  /** How many are to be pulled in all. */
  readonly wanted: number
  /** Those that nobody is heard to have. */
  readonly free: readonly number[]
  /** How many this node has now. */
  readonly pulled: () => number
  /** False: it is not wanted any more. */
  readonly begin: (holding: Holding) => boolean
}

export class PullShare {
  /** Free in the round before, and left to others. */
  #left: ReadonlySet<number> = new Set()

  async take(ownership: Ownership, { wanted, free, pulled, begin }: PullRound): Promise<void> {
    const leftBefore = this.#left
    this.#left = new Set()
    if (free.length === 0) return
    const share = Math.ceil(wanted / (await ownership.means.leases.casters()))
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

/** From anywhere on: casters that start together ask for different ones first. */
function rotated(list: readonly number[]): number[] {
  const from = Math.floor(Math.random() * list.length)
  return [...list.slice(from), ...list.slice(0, from)]
}
