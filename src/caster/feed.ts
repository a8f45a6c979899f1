// A station's stream: from one source to many rovers. Bytes are passed on as they come, to everybody in a row.
import { NewestEpoch } from '../rtcm/newest-epoch.ts'

/** Whoever gets the stream. `place` is where it stands in its feed, so that leaving costs nothing. */
export interface Receiver {
  place: number
  send(data: Buffer): void
}

/** A base is taken for dead when it is silent for this many of its usual gaps, within bounds; until those are known, late. */
const DEAD_AFTER_GAPS = 3.5
const DEAD_AFTER_AT_LEAST_MS = 3_000
const DEAD_AFTER_AT_MOST_MS = 60_000
/** Parts of the same epoch arrive closer together than this. */
const SAME_EPOCH_MS = 50
const WEIGHT_OF_NEW = 0.2
/** Who speaks for so long without a gap has none. */
const WITHOUT_GAP_MS = 2_000

export class Feed {
  readonly stationId: number
  readonly receivers: Receiver[] = []
  /** For receivers that were away for a while. */
  readonly newest = new NewestEpoch()
  /** Times are of a clock that only goes forward (performance.now). */
  #lastAt = Number.NEGATIVE_INFINITY
  #aliveSince = Number.POSITIVE_INFINITY
  #withoutGapSince = Number.POSITIVE_INFINITY
  #gapMs: number | null = null
  bytesIn = 0

  constructor(stationId: number) {
    this.stationId = stationId
  }

  join(receiver: Receiver): void {
    receiver.place = this.receivers.length
    this.receivers.push(receiver)
  }

  /** The last one takes the place of the one that leaves. */
  leave(receiver: Receiver): void {
    const last = this.receivers.pop()!
    if (last === receiver) return
    this.receivers[receiver.place] = last
    last.place = receiver.place
  }

  publish(data: Buffer, now: number): void {
    const gap = now - this.#lastAt
    if (gap > this.#deadAfterMs) this.#aliveSince = now
    if (gap > SAME_EPOCH_MS) this.#withoutGapSince = now
    // Also of a gap for which it was taken for dead: it may have become slower.
    if (gap > SAME_EPOCH_MS && gap <= DEAD_AFTER_AT_MOST_MS)
      this.#gapMs = gap * WEIGHT_OF_NEW + (this.#gapMs ?? gap) * (1 - WEIGHT_OF_NEW)
    this.#lastAt = now
    this.bytesIn += data.length
    this.newest.push(data)
    // Backwards: a receiver that is dropped on the way is replaced by one that was served already.
    const { receivers } = this
    for (let place = receivers.length - 1; place >= 0; place--) receivers[place]!.send(data)
  }

  isAlive(now: number): boolean {
    return now - this.#lastAt <= this.#deadAfterMs
  }

  /** How long it has flowed without a break. */
  aliveForMs(now: number): number {
    return this.isAlive(now) ? now - this.#aliveSince : 0
  }

  /** Its source is gone for certain; the next one may have another rate. */
  end(): void {
    this.#lastAt = Number.NEGATIVE_INFINITY
    this.#gapMs = null
    this.newest.restart()
  }

  get #deadAfterMs(): number {
    const hasNoGaps = this.#lastAt - this.#withoutGapSince > WITHOUT_GAP_MS
    const usual = hasNoGaps ? 0 : (this.#gapMs ?? Number.POSITIVE_INFINITY) * DEAD_AFTER_GAPS
    return Math.min(Math.max(usual, DEAD_AFTER_AT_LEAST_MS), DEAD_AFTER_AT_MOST_MS)
  }
}
