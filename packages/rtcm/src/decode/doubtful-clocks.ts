// Holds messages back while the times of a stream's constellations contradict each other, until it is known which clock
// is off. A stream without contradictions passes at once, and costs nothing.
import type { Constellation, ObservationHead } from '../observations/head.ts'
import { CONSTELLATIONS, decodeObservationHead } from '../observations/head.ts'
import { ClockOffsets } from './clock-offsets.ts'

/** A constellation that arrives an epoch late at 1 Hz is no contradiction. */
const CONTRADICTION_MS = 1_500
/** About ten epochs of a stream with six constellations in two messages each. */
const MOST_HELD = 128

export interface HeldMessage {
  readonly payload: Uint8Array
  readonly type: number
  readonly constellation: number
  readonly gpsMs: number
  readonly receivedMs: number
}

export class DoubtfulClocks {
  readonly #newestMs = new Float64Array(CONSTELLATIONS.length).fill(Number.NaN)
  readonly #receivedMs = new Float64Array(CONSTELLATIONS.length)
  /** Constellations in the order of their last message. */
  readonly #order: number[] = []
  #offsets: ClockOffsets | null = null
  #held: HeldMessage[] | null = null

  /** Ms by which the constellation's clock is ahead of most others. */
  offsetOf(constellation: number): number {
    return this.#offsets === null ? 0 : this.#offsets.of(constellation)
  }

  get isApart(): boolean {
    return this.#offsets?.isApart === true
  }

  /**
   * Call for every message. `newestMs`: time of the newest open epoch; `null` if the message belongs to an open epoch,
   * or if there is none. Returns the messages to decode now: `null` if it is this one.
   */
  pass(message: HeldMessage, newestMs: number | null): readonly HeldMessage[] | null {
    if (this.#offsets === null && newestMs !== null && this.#contradicts(message, newestMs)) this.#begin(message)
    this.#note(message)
    if (this.#offsets === null) return null
    this.#hear(message, this.#offsets)
    if (this.#held === null) {
      if (this.#offsets.agree) this.#offsets = null
      return null
    }
    this.#held.push({ ...message, payload: message.payload.slice() })
    return this.#offsets.isSettled || this.#held.length === MOST_HELD ? this.release() : []
  }

  /** The messages that are held back. */
  release(): readonly HeldMessage[] {
    const held = this.#held ?? []
    this.#held = null
    return held
  }

  #contradicts({ constellation, gpsMs }: HeldMessage, newestMs: number): boolean {
    if (gpsMs < newestMs - CONTRADICTION_MS) return true
    return Number.isNaN(this.#newestMs[constellation]!) && gpsMs > newestMs + CONTRADICTION_MS
  }

  #note({ constellation, gpsMs, receivedMs }: HeldMessage): void {
    if (this.#order.at(-1) !== constellation) {
      const at = this.#order.indexOf(constellation)
      if (at >= 0) this.#order.splice(at, 1)
      this.#order.push(constellation)
    }
    this.#newestMs[constellation] = gpsMs
    this.#receivedMs[constellation] = receivedMs
  }

  /** A clock that steps back repeats times, which its earlier messages would make look like those of a frozen clock. */
  #begin({ constellation }: HeldMessage): void {
    this.#offsets = new ClockOffsets()
    this.#held = []
    for (const index of this.#order.filter((one) => one !== constellation))
      this.#offsets.hear(seenBefore(CONSTELLATIONS[index]!), this.#newestMs[index]!, this.#receivedMs[index]!)
  }

  #hear({ payload, type, gpsMs, receivedMs }: HeldMessage, offsets: ClockOffsets): void {
    const head = decodeObservationHead(payload, type)
    if (head !== null) offsets.hear(head, gpsMs, receivedMs)
  }
}

const seenBefore = (constellation: Constellation): ObservationHead => ({
  ...{ constellation, stationId: 0, epoch: 0, moreFollow: true, satellites: 1, sbasSatellites: 0 },
  ...{ satellitesTo32: 0, satellitesFrom33: 0, signals: 0 },
})
