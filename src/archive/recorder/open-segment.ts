// A segment that is being written. Frames are collected in memory and appended to its file every second.
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SegmentCounts, SegmentStart } from '../../domain/archive/segment.ts'
import { EpochCounter } from '../segments/epoch-counter.ts'
import { encodeDescription, encodeRecordHead } from '../segments/format.ts'

interface Chunk {
  readonly frames: Buffer
  readonly receivedMs: number
}

export class OpenSegment {
  readonly start: SegmentStart
  readonly file: string
  readonly #counter = new EpochCounter()
  #waiting: Chunk[] = []
  #waitingBytes = 0
  #handle: FileHandle | null = null
  /** End of the last whole record. A failed write leaves bytes behind it, which the next write replaces. */
  #end = 0
  /** Failed writes in a row. */
  failures = 0
  /** Fencing token of the last lease under which frames arrived. */
  fencingToken: number | null

  constructor(start: SegmentStart, file: string) {
    this.start = start
    this.file = file
    this.fencingToken = start.fencingToken
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Length of the part of the file that is valid; 0 if nothing was written. */
  get writtenBytes(): number {
    return this.#end
  }

  /** Counts of what is in the file; what waits is not included. */
  get counts(): SegmentCounts {
    return this.#counter.counts
  }

  add(frames: Buffer, receivedMs: number): void {
    this.#waiting.push({ frames, receivedMs })
    this.#waitingBytes += frames.length
  }

  /** Returns the number of bytes that are given up. */
  drop(): number {
    const bytes = this.#waitingBytes
    this.#waiting = []
    this.#waitingBytes = 0
    return bytes
  }

  /** Appends what was collected and returns its size. After a failure it is kept for the next call. */
  async flush(): Promise<number> {
    const chunks = this.#waiting
    if (chunks.length === 0) return 0
    this.#waiting = []
    try {
      this.#handle ??= await this.#create()
      const records = chunks.flatMap(({ frames, receivedMs }) => [encodeRecordHead(frames.length, receivedMs), frames])
      const bytes = Buffer.concat(this.#end === 0 ? [encodeDescription(this.start), ...records] : records)
      await writeAll(this.#handle, bytes, this.#end)
      this.#end += bytes.length
      this.failures = 0
    } catch (error) {
      this.failures++
      this.#waiting = [...chunks, ...this.#waiting]
      throw error
    }
    const written = chunks.reduce((sum, { frames }) => sum + frames.length, 0)
    this.#waitingBytes -= written
    for (const { frames, receivedMs } of chunks) this.#counter.push(frames, receivedMs)
    return written
  }

  /** Moves what is not written yet to another segment. */
  passOn(to: OpenSegment): void {
    for (const { frames, receivedMs } of this.#waiting) to.add(frames, receivedMs)
    this.drop()
  }

  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }

  async #create(): Promise<FileHandle> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 })
    return open(this.file, 'w', 0o600)
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
