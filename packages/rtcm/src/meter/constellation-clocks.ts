// Compares the clocks of a stream's constellations: finds the reference and the clocks that are off.
import { epochPeriodMs } from '../epoch.ts'
import { CONSTELLATIONS, type Constellation } from '../observations/head.ts'
import { ConstellationClock, SAME_INSTANT_MS } from './constellation-clock.ts'
import { within } from './run-border.ts'

export interface ClocksApart {
  /** The first constellation of the largest group that agrees. */
  readonly reference: Constellation
  readonly clocks: readonly {
    readonly constellation: Constellation
    /** Offset ahead of the reference; `null` if the clock is frozen. */
    readonly aheadMs: number | null
  }[]
}

/** A constellation that was absent for this time, or for three intervals, is not compared. */
const REMEMBERED_MS = 60_000
const REMEMBERED_INTERVALS = 3

interface Compared {
  readonly index: number
  readonly clock: ConstellationClock
}

export class ConstellationClocks {
  readonly #clocks = CONSTELLATIONS.map(() => new ConstellationClock())
  /** Offset of the majority ahead of the stream's timeline. */
  majorityMs = 0
  /** Number of constellations that have been part of a whole epoch. */
  known = 0

  at(index: number): ConstellationClock {
    return this.#clocks[index]!
  }

  settle(index: number, offsetMs: number, lineStepMs: number): void {
    const clock = this.#clocks[index]!
    if (!clock.isKnown) this.known++
    clock.settle(offsetMs, lineStepMs)
  }

  /** `late`: bit mask of constellations that arrive one epoch late. Returns `null` if all known clocks agree. */
  compare(nowMs: number, intervalMs: number | null, epoch: number, late: number): ClocksApart | null {
    if (late === 0 && this.#agree(epoch)) {
      this.majorityMs = 0
      return null
    }
    const since = nowMs - Math.max(REMEMBERED_MS, REMEMBERED_INTERVALS * (intervalMs ?? 0))
    const heard = this.#clocks
      .map((clock, index) => ({ index, clock }))
      .filter(({ clock }) => clock.isKnown && clock.heardMs >= since)
    const isLate = ({ index }: Compared) => ((late >> index) & 1) === 1
    const reference = majorityOf(heard.filter((one) => !one.clock.isFrozenIn(epoch) && !isLate(one)))
    if (!reference) return null
    this.majorityMs = reference.clock.offsetMs
    const clocks = heard.flatMap((one) => {
      const constellation = CONSTELLATIONS[one.index]!
      if (one.clock.isFrozenIn(epoch)) return { constellation, aheadMs: null }
      const aheadMs = ahead(one, reference) - (isLate(one) ? intervalMs! : 0)
      return one.clock.isSure && Math.abs(aheadMs) > SAME_INSTANT_MS ? { constellation, aheadMs } : []
    })
    return clocks.length === 0 ? null : { reference: CONSTELLATIONS[reference.index]!, clocks }
  }

  #agree(epoch: number): boolean {
    for (const clock of this.#clocks) if (clock.offsetMs !== 0 || clock.isFrozenIn(epoch)) return false
    return true
  }
}

/** The first constellation of the largest group that agrees; GPS wins a tie. */
function majorityOf(moving: readonly Compared[]): Compared | null {
  let best: { readonly one: Compared; readonly agreeing: number } | null = null
  for (const one of moving) {
    const agreeing = moving.filter((other) => Math.abs(ahead(one, other)) <= SAME_INSTANT_MS).length
    if (!best || agreeing > best.agreeing) best = { one, agreeing }
  }
  return best?.one ?? null
}

const ahead = (one: Compared, other: Compared) =>
  within(one.clock.offsetMs - other.clock.offsetMs, epochPeriodMs(CONSTELLATIONS[one.index]!))
