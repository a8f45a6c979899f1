// The records of one segment, wherever its file lies: growing or waiting on this node's disk, or in the storage.
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Segment } from '../../domain/archive/segment.ts'
import { SegmentParser } from '../segments/format.ts'
import { closedFile, openFile } from '../segments/places.ts'
import type { Storage } from '../storage/storage.ts'

export interface SegmentRecord {
  readonly bytes: Buffer
  readonly receivedMs: number
}

/** Where segments are read from. `folder`: of the archive on this node. */
export interface SegmentPlaces {
  readonly storage: Storage
  readonly folder: string
}

/** Eight times Node's default: each piece costs a switch between threads. */
const PIECE_BYTES = 128 * 1024

/** In batches, in the order of the file. Throws if the file is missing or damaged, after the records before. */
export async function* recordsOf(
  places: SegmentPlaces,
  { name }: Pick<Segment, 'name'>,
): AsyncGenerator<SegmentRecord[]> {
  const { stream, isCompressed } = await openSegment(places, name)
  let batch: SegmentRecord[] = []
  const parser = new SegmentParser({ record: (bytes, receivedMs) => void batch.push({ bytes, receivedMs }) })
  const pieces = isCompressed ? stream.pipe(createZstdDecompress({ chunkSize: PIECE_BYTES })) : stream
  // A failed source does not end the stream that it is piped to.
  if (isCompressed) stream.once('error', (error) => pieces.destroy(error))
  try {
    for await (const piece of pieces) {
      parser.push(piece as Buffer)
      if (batch.length === 0) continue
      yield batch
      batch = []
    }
  } finally {
    stream.destroy()
    pieces.destroy()
  }
}

/** The disk first: a segment moves from there to the storage, so the storage has what left the disk meanwhile. */
async function openSegment({ storage, folder }: SegmentPlaces, name: string) {
  const [open, closed] = [openFile(folder, name), closedFile(folder, name)]
  for (const [path, isCompressed] of [
    [open, false],
    [closed, true],
  ] as const) {
    const stream = await openFileAt(path)
    if (stream) return { stream, isCompressed }
  }
  return { stream: await storage.read(name), isCompressed: true }
}

async function openFileAt(path: string): Promise<Readable | null> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists) return null
  const stream = createReadStream(path)
  return new Promise((resolve) => {
    stream.once('open', () => resolve(stream))
    stream.once('error', () => resolve(null)) // moved meanwhile
  })
}
