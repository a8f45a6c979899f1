// Counts what derived streams could not convert, by mountpoint, until it is saved. Each count is saved once.
import type { NotConverted, WhyNotConverted } from '../../../domain/network/mountpoints/not-converted.ts'
import type { LeftOut } from './alterer.ts'

type Counts = Map<WhyNotConverted, number>

/** An object that counts since its creation. */
interface Counting {
  readonly leftOut: LeftOut
}

export class ConversionCounts {
  readonly #seen = new WeakMap<Counting, LeftOut>()
  readonly #untold = new Map<number, Counts>()
  /** Totals since the start of the process. */
  readonly #all: Counts = new Map()

  /**
   * Attributes what was counted since the last call to the derived mountpoint; `null`: only to the totals.
   */
  see(mountpointId: number | null, counting: Counting): void {
    const { leftOut } = counting
    const before = this.#seen.get(counting)
    this.#seen.set(counting, leftOut)
    for (const [reason, times] of leftOut) {
      const since = times - (before?.get(reason) ?? 0)
      if (since === 0) continue
      addTo(this.#all, reason, since)
      if (mountpointId !== null) this.#add({ mountpointId, reason, times: since })
    }
  }

  get all(): LeftOut {
    return this.#all
  }

  /** Saves all counts; those that cannot be saved are kept for the next call. */
  async tell(listener: (counts: readonly NotConverted[]) => Promise<unknown>): Promise<void> {
    const counts = Array.from(this.#untold, ([mountpointId, byReason]) =>
      Array.from(byReason, ([reason, times]) => ({ mountpointId, reason, times })),
    ).flat()
    this.#untold.clear()
    if (counts.length === 0) return
    try {
      await listener(counts)
    } catch (error) {
      for (const one of counts) this.#add(one)
      throw error
    }
  }

  #add({ mountpointId, reason, times }: NotConverted): void {
    const counts = this.#untold.get(mountpointId) ?? new Map()
    this.#untold.set(mountpointId, counts)
    addTo(counts, reason, times)
  }
}

const addTo = (counts: Counts, reason: WhyNotConverted, times: number) =>
  counts.set(reason, (counts.get(reason) ?? 0) + times)
