// Collects frames in reusable, growing memory. `take` returns a copy, because the receiver may keep it.

const NOTHING = Buffer.alloc(0)

export class FrameRow {
  #memory = Buffer.allocUnsafeSlow(4096)
  #length = 0

  add(frame: Uint8Array): void {
    const end = this.#length + frame.length
    if (end > this.#memory.length) this.#grow(end)
    this.#memory.set(frame, this.#length)
    this.#length = end
  }

  take(): Buffer {
    if (this.#length === 0) return NOTHING
    const frames = Buffer.from(this.#memory.subarray(0, this.#length))
    this.#length = 0
    return frames
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#memory.length, least))
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}
