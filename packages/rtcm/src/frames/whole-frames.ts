// Lets a stream through up to the end of its last whole frame. What is in no frame goes through as it comes: nothing is lost or changed.

const NOTHING = Buffer.alloc(0)

export class WholeFrames {
  /** The beginning of a frame; a copy, so that no large chunk is kept alive by it. */
  #begun: Buffer = NOTHING

  /** `unfinished`: how many of the bytes so far, counted from the end, are of a frame that has only begun. */
  pass(chunk: Buffer, unfinished: number): Buffer {
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk])
    if (unfinished === 0 && this.#begun.length === 0) return bytes
    const end = bytes.length - unfinished
    this.#begun = unfinished === 0 ? NOTHING : Buffer.from(bytes.subarray(end))
    return bytes.subarray(0, end)
  }

  /** The beginning of a frame that has not come whole. */
  get begun(): Buffer {
    return this.#begun
  }

  /** Forgets a frame that will not be finished. */
  restart(): void {
    this.#begun = NOTHING
  }
}
