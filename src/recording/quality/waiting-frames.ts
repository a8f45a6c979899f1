// Frames that wait for the thread, within a bound.
import { INDEX_FIELDS } from './messages.ts'

interface Chunk {
  readonly stationId: number
  readonly frames: Buffer
  readonly receivedMs: number
}

/** Chunks in one buffer. `index`: station, time of arrival (UTC in ms) and length of each chunk. */
export interface Batch {
  readonly frames: ArrayBuffer
  readonly index: Float64Array
}

export class WaitingFrames {
  #chunks: Chunk[] = []
  /** Chunks before this one are removed. */
  #first = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Chunk): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.frames.length
  }

  /** Drops the oldest chunks beyond the bound; returns their bytes. */
  dropOldest(mostBytes: number): number {
    const before = this.#bytes
    while (this.#bytes > mostBytes) this.#removeFirst()
    this.#compact()
    return before - this.#bytes
  }

  /** The oldest chunks, at least one and at most this many bytes; an empty batch if none waits. */
  take(mostBytes: number): Batch {
    let [end, length] = [this.#first, 0]
    for (let next = this.#chunks[end]; next; next = this.#chunks[end]) {
      if (end > this.#first && length + next.frames.length > mostBytes) break
      length += next.frames.length
      end++
    }
    const bytes = new Uint8Array(length)
    const index = new Float64Array((end - this.#first) * INDEX_FIELDS)
    for (let [at, to] = [0, 0]; this.#first < end; at += INDEX_FIELDS) {
      const { stationId, frames, receivedMs } = this.#removeFirst()
      bytes.set(frames, to)
      index.set([stationId, receivedMs, frames.length], at)
      to += frames.length
    }
    this.#compact()
    return { frames: bytes.buffer, index }
  }

  #removeFirst(): Chunk {
    const chunk = this.#chunks[this.#first++]!
    this.#bytes -= chunk.frames.length
    return chunk
  }

  /** Removed chunks keep their frames in memory until then. Half of the list at a time, so a chunk is moved once. */
  #compact(): void {
    if (2 * this.#first < this.#chunks.length) return
    this.#chunks = this.#chunks.slice(this.#first)
    this.#first = 0
  }
}
