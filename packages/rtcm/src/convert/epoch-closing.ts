// The last message of an epoch says so (DF393, DF005), and receivers wait for it. When messages are left out, another one becomes the
// last, and a stream cannot know which before the epoch is over. So the newest observation message is held back until
//   - another one of its epoch follows: then it is not the last;
//   - the one that ends the epoch was left out, or another epoch begins: then it is;
//   - or it is the one that was the last in each of the epochs before: then it is not waited for.
// An epoch is of use when its last message is there, and that one is never held back in a stream that goes on as it did.
import { CONSTELLATIONS } from '../observations/head.ts'
import type { ConversionCounts } from './counts.ts'
import type { FrameRow } from './frame-row.ts'
import { FrameSink } from './frame-sink.ts'

/** So many epochs in a row must have ended with the same message. */
const SURE_AFTER = 3
/** Who was wrong asks for twice as many: messages that come in every fifth epoch only would make him wrong again and again. */
const SUREST_AFTER = 4096

export class EpochClosing {
  #held = new FrameSink()
  #spare = new FrameSink()
  readonly #row: FrameRow
  readonly #counts: ConversionCounts
  #isHeld = false
  #type = 0
  #closeBit = 0
  /** How many messages of each constellation are in this epoch. */
  readonly #parts = new Uint16Array(CONSTELLATIONS.length)
  /** Number and part of the last message of this epoch, and of those before it. */
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

  /** A message of this number is held back, and more may be added to it. */
  holds(type: number): boolean {
    return this.#isHeld && this.#type === type
  }

  /** To be written into, then kept; or not. */
  begin(): FrameSink {
    this.#spare.begin()
    return this.#spare
  }

  /** What was written is one of the epoch's messages. `closeBit`: where it says that more follow. */
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

  /** The message that is held back has become longer by another one's part. */
  extend(constellation: number): void {
    const parts = (this.#parts[constellation]! + 1) & 0xff
    this.#parts[constellation] = parts
    this.#last = this.#type * 256 + parts
    if (this.#last !== this.#expected || this.#alike < this.#needed) return
    this.#release(false)
    this.#closedEarly = true
  }

  /** The epoch is over. */
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
