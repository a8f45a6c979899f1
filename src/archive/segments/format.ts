// The file format of a segment: a line that describes it, then records. A record is the time when its frames arrived
// and the frames. A file that ends within a record is valid up to the record before: its writer was killed.
import type { SegmentStart } from '../../domain/archive/segment.ts'

const MAGIC = 'VSEG1 '
/** Length of the frames in bytes (32 bits) and receive time in ms UTC (64-bit float), both little-endian. */
const RECORD_HEAD = 12
/** Longer records and descriptions occur only in damaged files. */
const MAX_RECORD = 16 * 1024 * 1024
const MAX_DESCRIPTION = 4096
const LINE_END = 10

export type SegmentDescription = Omit<SegmentStart, 'name'>

export class DamagedSegment extends Error {}

export const encodeDescription = ({
  stationId,
  hour,
  origin,
  format,
  node,
  fencingToken,
}: SegmentDescription): Buffer =>
  Buffer.from(
    `${MAGIC}${JSON.stringify({ stationId, hour: hour.toISOString(), origin, format, node, fencingToken })}\n`,
  )

/** The head of a record; the frames follow as they are. */
export function encodeRecordHead(length: number, receivedMs: number): Buffer {
  const head = Buffer.allocUnsafe(RECORD_HEAD)
  head.writeUInt32LE(length, 0)
  head.writeDoubleLE(receivedMs, 4)
  return head
}

export interface SegmentListener {
  described?(description: SegmentDescription): void
  /** `bytes` is valid during the call only. */
  record(bytes: Buffer, receivedMs: number): void
}

/** Reads a segment in pieces of any length. Throws `DamagedSegment` if the bytes are not a segment. */
export class SegmentParser {
  readonly #listener: SegmentListener
  #rest: Buffer = Buffer.alloc(0)
  #isDescribed = false

  constructor(listener: SegmentListener) {
    this.#listener = listener
  }

  /** Bytes at the end that are no whole record; not 0 after the last piece if the writer was killed. */
  get unfinishedBytes(): number {
    return this.#rest.length
  }

  push(piece: Buffer): void {
    let bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    if (!this.#isDescribed) {
      const end = bytes.subarray(0, MAX_DESCRIPTION).indexOf(LINE_END)
      if (end < 0) {
        if (bytes.length >= MAX_DESCRIPTION) throw new DamagedSegment('The file does not start as a segment does')
        this.#rest = bytes
        return
      }
      this.#listener.described?.(parseDescription(bytes.toString('utf8', 0, end)))
      this.#isDescribed = true
      bytes = bytes.subarray(end + 1)
    }
    let at = 0
    while (bytes.length - at >= RECORD_HEAD) {
      const length = bytes.readUInt32LE(at)
      if (length > MAX_RECORD) throw new DamagedSegment(`A record of ${length} bytes is longer than any record`)
      if (bytes.length - at < RECORD_HEAD + length) break
      const start = at + RECORD_HEAD
      this.#listener.record(bytes.subarray(start, start + length), bytes.readDoubleLE(at + 4))
      at = start + length
    }
    this.#rest = Buffer.from(bytes.subarray(at))
  }
}

function parseDescription(line: string): SegmentDescription {
  if (!line.startsWith(MAGIC)) throw new DamagedSegment('The file does not start as a segment does')
  try {
    const description = JSON.parse(line.slice(MAGIC.length)) as SegmentDescription & { hour: string }
    return { ...description, hour: new Date(description.hour) }
  } catch {
    throw new DamagedSegment('The description of the segment is not JSON')
  }
}
