// Closes segments one at a time: compresses the file, puts it into the storage and completes its row in the index.
// A segment whose storage or database is unreachable waits on the disk and is retried.
import { rm, stat } from 'node:fs/promises'
import type { Component } from '../../base/running/component.ts'
import type { SegmentCounts, SegmentStart } from '../../domain/archive/segment.ts'
import {
  type CompressedFile,
  deleteUnstored,
  isIndexed,
  markStored,
  saveClosedSegment,
  wasDeleted,
} from '../../store/archive/recording.ts'
import type { Database } from '../../store/kit/database.ts'
import type { Storage } from '../storage/storage.ts'
import { compressFile, hashFile } from './compress.ts'

const RETRY_MS = 30_000

export interface ToClose {
  readonly start: SegmentStart
  readonly counts: SegmentCounts
  /** `null` if the file is compressed already. */
  readonly open: { readonly file: string; readonly validBytes: number } | null
  readonly closedFile: string
}

interface Pending extends ToClose {
  compressed: CompressedFile | null
  isIndexed: boolean
}

export interface ClosingDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly clock: () => Date
  readonly warn: (message: string, detail: object) => void
}

export class Closing implements Component {
  readonly tickMs = 1_000
  readonly #dependencies: ClosingDependencies
  #waiting: Pending[] = []
  #retryAt = 0
  #untilMs = Number.POSITIVE_INFINITY
  #running: Promise<void> | null = null
  #hasWarned = false
  /** Bytes of frames and of their compressed files since the start. */
  framesBytes = 0
  storedBytes = 0

  constructor(dependencies: ClosingDependencies) {
    this.#dependencies = dependencies
  }

  /** Segments that are complete and not in the storage yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  has(name: string): boolean {
    return this.#waiting.some(({ start }) => start.name === name)
  }

  add(segment: ToClose): void {
    this.#waiting.push({ ...segment, compressed: null, isIndexed: false })
  }

  async tick(): Promise<void> {
    if (performance.now() >= this.#retryAt) await this.#run()
  }

  /** Closes what waits, until this time (performance.now). The rest stays on the disk. */
  async finish(untilMs: number): Promise<void> {
    this.#untilMs = untilMs
    await this.#running
    await this.#run()
  }

  #run(): Promise<void> {
    this.#running ??= this.#closeAll().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /**
   * While the storage is unreachable, segments are compressed and indexed, so that the budget can delete them. Stops at
   * another failure. Both are retried later.
   */
  async #closeAll(): Promise<void> {
    let isReachable = true
    for (const segment of [...this.#waiting]) {
      if (performance.now() >= this.#untilMs) return
      try {
        const isKept = await this.#prepare(segment)
        if (isKept && !isReachable) continue
      } catch (err) {
        this.#failed(err, segment)
        // A file that cannot be read must not keep the others waiting.
        this.#done(segment)
        this.#waiting.push(segment)
        return
      }
      try {
        await this.#store(segment)
        this.#hasWarned = false
        this.#done(segment)
      } catch (err) {
        this.#failed(err, segment)
        isReachable = false
      }
    }
  }

  #done(segment: Pending): void {
    this.#waiting.splice(this.#waiting.indexOf(segment), 1)
  }

  #failed(err: unknown, { start }: Pending): void {
    if (!this.#hasWarned) this.#dependencies.warn(NOT_STORED, { err, segment: start.name })
    this.#hasWarned = true
    this.#retryAt = performance.now() + RETRY_MS
  }

  /** Compresses and indexes the segment. Returns whether it has to be stored. */
  async #prepare(segment: Pending): Promise<boolean> {
    const { db, clock } = this.#dependencies
    const { start, counts, open, closedFile } = segment
    // By the budget or an operator.
    const isDeleted = (segment.isIndexed && !(await isIndexed(db, start.name))) || (await wasDeleted(db, start.name))
    if (isDeleted || counts.bytes === 0) {
      if (!isDeleted) await deleteUnstored(db, start.name)
      await Promise.all([open?.file, closedFile].map(async (file) => file && rm(file, { force: true })))
      segment.compressed = null
      return false
    }
    if (!segment.compressed && (await isTaken(segment))) return false
    segment.compressed ??= await this.#compress(segment)
    if (!segment.isIndexed) await saveClosedSegment(db, { ...start, ...counts }, segment.compressed, clock())
    segment.isIndexed = true
    return true
  }

  async #store({ start, counts, closedFile, compressed }: Pending): Promise<void> {
    if (!compressed) return
    const { db, storage } = this.#dependencies
    // A put that succeeded although it was reported as failed may have moved the file.
    if (await exists(closedFile)) await storage.put(start.name, closedFile)
    if (!(await markStored(db, start.name))) await storage.remove(start.name)
    this.framesBytes += counts.bytes
    this.storedBytes += compressed.storedBytes
  }

  async #compress({ open, closedFile }: ToClose): Promise<CompressedFile> {
    if (!open) return hashFile(closedFile)
    const compressed = await compressFile(open.file, open.validBytes, closedFile)
    await rm(open.file, { force: true })
    return compressed
  }
}

/** Whether another node closes the file, which took this one for gone. */
const isTaken = async ({ open, closedFile }: ToClose): Promise<boolean> =>
  !(await exists(open?.file ?? closedFile)) && !(await exists(closedFile))

const NOT_STORED = 'Could not store a recorded segment; it waits on the disk, will retry in 30 s'

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
