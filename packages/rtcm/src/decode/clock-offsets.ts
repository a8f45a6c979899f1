// Finds constellations whose clock differs from that of the others by whole seconds: leap seconds that are missing or
// outdated, BeiDou in the time scale of GPS, GLONASS in UTC.
import { SAME_INSTANT_MS } from '../meter/constellation-clock.ts'
import { Epochs } from '../meter/epochs.ts'
import { CONSTELLATIONS, type ObservationHead } from '../observations/head.ts'

const SECOND_MS = 1_000
/** Clocks that agree for this many epochs are right: the meter is certain of an offset after five. */
const AGREED_AFTER = 8

export class ClockOffsets {
  readonly #epochs = new Epochs()
  /** By constellation: ms ahead of most others. */
  readonly #offsetsMs = new Float64Array(CONSTELLATIONS.length)
  #serial = 0
  /** Whether a clock is off. */
  isApart = false
  #agreed = 0

  /** `instantMs` and `arrivalMs` may count from different starts. */
  hear(head: ObservationHead, instantMs: number, arrivalMs: number): void {
    this.#epochs.add(head, instantMs, arrivalMs)
    if (this.#epochs.serial === this.#serial) return
    this.#serial = this.#epochs.serial
    this.#compare(arrivalMs)
  }

  /** Ms by which the constellation's clock is ahead; 0 until certain. */
  of(constellation: number): number {
    return this.#offsetsMs[constellation]!
  }

  /** Whether the offsets are certain. */
  get isSettled(): boolean {
    return this.isApart || this.agree
  }

  /** Whether all clocks have agreed for some epochs. */
  get agree(): boolean {
    return this.#agreed >= AGREED_AFTER
  }

  #compare(nowMs: number): void {
    const apart = this.#epochs.clocksApart(nowMs)
    this.#offsetsMs.fill(0)
    this.isApart = false
    for (const { constellation, aheadMs } of apart?.clocks ?? []) {
      if (aheadMs === null || !this.#isClockError(aheadMs)) continue
      this.#offsetsMs[CONSTELLATIONS.indexOf(constellation)] = Math.round(aheadMs / SECOND_MS) * SECOND_MS
      this.isApart = true
    }
    this.#agreed = this.isApart ? 0 : this.#agreed + 1
  }

  /**
   * A constellation that is sent one epoch late has the right time. One that is off by a part of a second was measured
   * then.
   */
  #isClockError(aheadMs: number): boolean {
    const aheadBy = Math.abs(aheadMs)
    const intervalMs = this.#epochs.intervalMs
    if (intervalMs === null || Math.abs(aheadBy - intervalMs) <= SAME_INSTANT_MS) return false
    return (
      aheadBy > SAME_INSTANT_MS && Math.abs(aheadBy - Math.round(aheadBy / SECOND_MS) * SECOND_MS) <= SAME_INSTANT_MS
    )
  }
}
