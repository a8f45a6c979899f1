// Compares the index of the archive with its files.
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { listIndexedNames, listStoredDaily, listStoredSegments, type StoredFile } from '../../store/archive/overview.ts'
import { listLostSegments } from '../../store/archive/recording.ts'
import type { Database } from '../../store/kit/database.ts'
import { EpochCounter } from '../segments/epoch-counter.ts'
import { SegmentParser } from '../segments/format.ts'
import { FileMissing, type Storage } from './storage.ts'

const BATCH = 200

/**
 * `unindexed`: a file without a row. `counts`: the content is not what the index says. `lost`: on the disk of a machine
 * that no longer runs.
 */
export type ArchiveProblem = 'lost' | 'missing' | 'checksum' | 'unreadable' | 'counts' | 'unindexed'

export interface VerifiedFile {
  readonly name: string
  readonly problem: ArchiveProblem | null
}

/** Reads every file. */
export async function* verifyArchive(db: Database, storage: Storage): AsyncGenerator<VerifiedFile> {
  for (const list of [listStoredSegments, listStoredDaily])
    for (let after = 0; ; ) {
      const files = await list(db, after, BATCH)
      for (const file of files) {
        yield { name: file.name, problem: await problemOf(storage, file) }
        after = file.id
      }
      if (files.length < BATCH) break
    }
  for (let after = 0; ; ) {
    const lost = await listLostSegments(db, null, after, BATCH)
    for (const { name } of lost) yield { name, problem: 'lost' }
    if (lost.length < BATCH) break
    after = lost.at(-1)!.id
  }
  for (const prefix of ['raw/', 'daily/']) {
    let names: string[] = []
    for await (const { name } of storage.list(prefix)) {
      names.push(name)
      if (names.length < BATCH) continue
      yield* unindexed(db, names)
      names = []
    }
    yield* unindexed(db, names)
  }
}

async function* unindexed(db: Database, names: readonly string[]): AsyncGenerator<VerifiedFile> {
  const known = await listIndexedNames(db, names)
  for (const name of names) if (!known.has(name)) yield { name, problem: 'unindexed' }
}

async function problemOf(
  storage: Storage,
  { name, sha256, bytes, epochs }: StoredFile,
): Promise<ArchiveProblem | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of await storage.read(name)) hash.update(piece as Buffer)
  } catch (error) {
    if (error instanceof FileMissing) return 'missing'
    throw error
  }
  if (!hash.digest().equals(sha256)) return 'checksum'
  if (epochs === null) return null
  const counter = new EpochCounter()
  const parser = new SegmentParser({ record: (frames, receivedMs) => counter.push(frames, receivedMs) })
  try {
    await pipeline(await storage.read(name), createZstdDecompress(), async (pieces) => {
      for await (const piece of pieces) parser.push(piece as Buffer)
    })
  } catch {
    return 'unreadable'
  }
  return counter.counts.bytes === bytes && counter.counts.epochs === epochs ? null : 'counts'
}
