// Compresses the file of a segment and reads files whose writer was killed.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { SegmentCounts } from '../../domain/archive/segment.ts'
import type { CompressedFile } from '../../store/archive/recording.ts'
import { EpochCounter } from '../segments/epoch-counter.ts'
import {
  DamagedSegment,
  encodeDescription,
  encodeRecordHead,
  type SegmentDescription,
  SegmentParser,
} from '../segments/format.ts'
import { unfinished } from '../segments/places.ts'

/** Level 1 takes 28 ms for an hour at 1 Hz and leaves 59.1 % of it; the default level 3 takes 75 ms for 58.5 %. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Compresses the first `length` bytes of a file; the target is complete, flushed to the disk, or absent. */
export async function compressFile(source: string, length: number, target: string): Promise<CompressedFile> {
  const aside = unfinished(target)
  const hash = createHash('sha256')
  let storedBytes = 0
  const count = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      storedBytes += piece.length
      done(null, piece)
    },
  })
  const whole = createReadStream(source, { end: length - 1 })
  await pipeline(whole, createZstdCompress(FAST), count, createWriteStream(aside, { mode: 0o600, flush: true }))
  await rename(aside, target)
  return { storedBytes, sha256: hash.digest() }
}

export async function hashFile(file: string): Promise<CompressedFile> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return { storedBytes: (await stat(file)).size, sha256: hash.digest() }
}

export interface ReadSegment {
  /** `null` if the file has no whole description. */
  readonly description: SegmentDescription | null
  readonly counts: SegmentCounts
  /** Length of the description and of the whole records. */
  readonly validBytes: number
  /** Whether something that is no record follows, as opposed to a record that is cut off. */
  readonly isDamaged: boolean
}

/** Reads as far as the file is valid. */
export async function readSegmentFile(file: string, { isCompressed }: { readonly isCompressed: boolean }) {
  const counter = new EpochCounter()
  let description: SegmentDescription | null = null
  let validBytes = 0
  let isDamaged = false
  const headBytes = encodeRecordHead(0, 0).length
  const parser = new SegmentParser({
    described(found) {
      description = found
      validBytes = encodeDescription(found).length
    },
    record(bytes, receivedMs) {
      counter.push(bytes, receivedMs)
      validBytes += headBytes + bytes.length
    },
  })
  const source = createReadStream(file)
  const bytes = isCompressed ? source.pipe(createZstdDecompress()) : source
  source.once('error', (error) => bytes.destroy(error))
  try {
    for await (const piece of bytes) parser.push(piece as Buffer)
  } catch (error) {
    // Errors of the file system have a system call; others are of the decompression.
    if (!(error instanceof DamagedSegment) && (!isCompressed || 'syscall' in (error as object))) throw error
    isDamaged = true
  } finally {
    source.destroy()
  }
  return { description, counts: counter.counts, validBytes, isDamaged } as ReadSegment
}
