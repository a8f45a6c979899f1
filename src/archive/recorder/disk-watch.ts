// Pauses recording before its disk fills.
import { mkdir, statfs } from 'node:fs/promises'
import { type DiskSpace, pausesRecording } from '../../domain/archive/recorded.ts'

const CHECK_EVERY_MS = 5_000

export type ReadSpace = (folder: string) => Promise<DiskSpace>

const spaceOf: ReadSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

export class DiskWatch {
  readonly #folder: string
  readonly #read: ReadSpace
  readonly #changed: (isPaused: boolean, space: DiskSpace) => void
  #nextAt = 0
  isPaused = false
  /** `null` until it was read. */
  space: DiskSpace | null = null

  constructor(folder: string, changed: (isPaused: boolean, space: DiskSpace) => void, read: ReadSpace = spaceOf) {
    this.#folder = folder
    this.#changed = changed
    this.#read = read
  }

  /** Reads the free space if it is time to, or immediately after a write failed because the disk is full. */
  async check(isFull: boolean): Promise<void> {
    if (!isFull && performance.now() < this.#nextAt) return
    this.#nextAt = performance.now() + CHECK_EVERY_MS
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.space = await this.#read(this.#folder)
    const isPaused = isFull || pausesRecording(this.space, this.isPaused)
    if (isPaused === this.isPaused) return
    this.isPaused = isPaused
    this.#changed(isPaused, this.space)
  }
}
