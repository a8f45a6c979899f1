// Forwards a stream up to the end of its last whole frame. Bytes outside frames are forwarded as they arrive: nothing
// is lost or changed.

const NOTHING = Buffer.alloc(0)

export class WholeFrames {
  /** The start of an incomplete frame; a copy, so that no large chunk stays alive. */
  #begun: Buffer = NOTHING

  /** `unfinished`: number of bytes at the end of the stream so far that belong to an incomplete frame. */
  pass(chunk: Buffer, unfinished: number): Buffer {
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk])
    if (unfinished === 0 && this.#begun.length === 0) return bytes
    const end = bytes.length - unfinished
    this.#begun = unfinished === 0 ? NOTHING : Buffer.from(bytes.subarray(end))
    return bytes.subarray(0, end)
  }

  /** The start of an incomplete frame. */
  get begun(): Buffer {
    return this.#begun
  }

  /** Discards an incomplete frame. */
  restart(): void {
    this.#begun = NOTHING
  }
}
