// The segments of an import, one per hour. They are complete before the first one is stored, so that a file that cannot
// be read adds nothing.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { hourOf, type SegmentFormat, type SegmentStart, segmentName } from '../../domain/archive/segment.ts'
import type { StoredSegment } from '../../store/archive/recording.ts'
import { compressFile } from '../recorder/compress.ts'
import { EpochCounter } from '../segments/epoch-counter.ts'
import { encodeDescription, encodeRecordHead } from '../segments/format.ts'
import type { Storage } from '../storage/storage.ts'

interface HourFile {
  readonly start: SegmentStart
  readonly path: string
  readonly out: WriteStream
  readonly counter: EpochCounter
  bytes: number
}

export interface HourFilesOf {
  readonly stationId: number
  readonly node: string
  readonly format: SegmentFormat
  /** For files that are not complete. */
  readonly dataDir: string
}

export class HourFiles {
  readonly #of: HourFilesOf
  readonly #folder: string
  readonly #part = `import-${randomUUID().slice(0, 8)}`
  readonly #files = new Map<number, HourFile>()

  private constructor(of: HourFilesOf, folder: string) {
    this.#of = of
    this.#folder = folder
  }

  /** Calls `use` with files that are removed afterwards. */
  static async with<Result>(of: HourFilesOf, use: (files: HourFiles) => Promise<Result>): Promise<Result> {
    const folder = await mkdtemp(join(of.dataDir, 'import-'))
    const files = new HourFiles(of, folder)
    try {
      return await use(files)
    } finally {
      await files.#close()
      await rm(folder, { recursive: true, force: true })
    }
  }

  has(atMs: number): boolean {
    return this.#files.has(hourOf(atMs).getTime())
  }

  /** Adds a record. `bytes` are copied. */
  append(bytes: Buffer, atMs: number): EpochCounter {
    const file = this.#fileOf(hourOf(atMs))
    const head = encodeRecordHead(bytes.length, atMs)
    file.out.write(head)
    file.out.write(Buffer.from(bytes))
    file.bytes += head.length + bytes.length
    return file.counter
  }

  /** Puts the files into the storage; not those for which `isWanted` is false. */
  async store(storage: Storage, isWanted = (_epochs: number): boolean => true): Promise<StoredSegment[]> {
    await this.#close()
    const segments: StoredSegment[] = []
    for (const { start, path, counter, bytes } of this.#files.values()) {
      const { counts } = counter
      if (!isWanted(counts.epochs)) continue
      const compressed = `${path}.zst`
      const file = await compressFile(path, bytes, compressed)
      await storage.put(start.name, compressed)
      segments.push({ ...start, ...counts, ...file })
    }
    return segments
  }

  async #close(): Promise<void> {
    await Promise.all(
      [...this.#files.values()].map(async ({ out }) => {
        if (!out.closed) await finished(out.end())
      }),
    )
  }

  #fileOf(hour: Date): HourFile {
    const known = this.#files.get(hour.getTime())
    if (known) return known
    const { stationId, node, format } = this.#of
    const start: SegmentStart = {
      ...{ stationId, hour, origin: 'import', format, node, fencingToken: null },
      name: segmentName({ stationId, hour }, this.#part),
    }
    const path = join(this.#folder, createHash('sha256').update(start.name).digest('hex'))
    const out = createWriteStream(path, { mode: 0o600 })
    const description = encodeDescription(start)
    out.write(description)
    const file = { start, path, out, counter: new EpochCounter(), bytes: description.length }
    this.#files.set(hour.getTime(), file)
    return file
  }
}
