// The last message of an epoch is marked (DF393, DF005), and receivers wait for it. If messages are left out, another
// message becomes the last one, and the stream does not show which until the epoch is over. So the newest observation
// message is held back until
//   - another message of its epoch follows: then it is not the last;
//   - the marked message was left out, or another epoch starts: then it is the last;
//   - or it is the message that ended each of the previous epochs: then it is sent at once as the last.
// A rover can use an epoch only with its last message, and in a regular stream that message is never held back.
import { CONSTELLATIONS } from '../observations/head.ts'
import type { ConversionCounts } from './counts.ts'
import type { FrameRow } from './frame-row.ts'
import { FrameSink } from './frame-sink.ts'

/** Number of consecutive epochs that must end with the same message before it is sent at once. */
const SURE_AFTER = 3
/** Each wrong prediction doubles the required number, up to this: some messages come in every fifth epoch only. */
const SUREST_AFTER = 4096

export class EpochClosing {
  #held = new FrameSink()
  #spare = new FrameSink()
  readonly #row: FrameRow
  readonly #counts: ConversionCounts
  #isHeld = false
  #type = 0
  #closeBit = 0
  /** Messages per constellation in this epoch. */
  readonly #parts = new Uint16Array(CONSTELLATIONS.length)
  /** Type and part number of the last message, in this epoch (`#last`) and in previous ones (`#expected`). */
  #last = 0
  #expected = 0
  #alike = 0
  #needed = SURE_AFTER
  #closedEarly = false
  #wasWrong = false

  constructor(row: FrameRow, counts: ConversionCounts) {
    this.#row = row
    this.#counts = counts
  }

  /** Whether a message of this type is held back and can be extended. */
  holds(type: number): boolean {
    return this.#isHeld && this.#type === type
  }

  /** Returns a sink to write a message into. Call `keep` to add the message to the epoch. */
  begin(): FrameSink {
    this.#spare.begin()
    return this.#spare
  }

  /** Adds the message in the sink to the epoch. `closeBit`: position of its "more follow" bit. */
  keep(type: number, closeBit: number, constellation: number): void {
    if (this.#isHeld) this.#release(true)
    const written = this.#spare
    this.#spare = this.#held
    this.#held = written
    this.#isHeld = true
    this.#type = type
    this.#closeBit = closeBit
    if (this.#closedEarly) this.#wasWrong = true
    this.extend(constellation)
  }

  /** Call after another message was merged into the one that is held back. */
  extend(constellation: number): void {
    const parts = (this.#parts[constellation]! + 1) & 0xff
    this.#parts[constellation] = parts
    this.#last = this.#type * 256 + parts
    if (this.#last !== this.#expected || this.#alike < this.#needed) return
    this.#release(false)
    this.#closedEarly = true
  }

  close(): void {
    if (this.#isHeld) this.#release(false)
    if (this.#last === 0) return
    if (this.#wasWrong) this.#needed = Math.min(2 * this.#needed, SUREST_AFTER)
    this.#alike = this.#last === this.#expected && !this.#wasWrong ? this.#alike + 1 : 1
    this.#expected = this.#last
    this.#last = 0
    this.#closedEarly = false
    this.#wasWrong = false
    this.#parts.fill(0)
  }

  #release(moreFollow: boolean): void {
    this.#isHeld = false
    this.#held.overwrite(this.#closeBit, moreFollow ? 1 : 0, 1)
    this.#row.add(this.#held.frame())
    this.#counts.messagesOut++
  }
}
