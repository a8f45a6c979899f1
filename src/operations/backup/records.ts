// The contents of the frames, compressed: records with a kind, a length and bytes. First the manifest, then each table
// with its rows, in an order that can be loaded, then the sequences.
import { BackupFileError } from './frames.ts'

export interface Manifest {
  readonly madeAt: string
  readonly release: string
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly checksum: string }[]
  /** Ids of the keys that the rows need; `keys` are the keys themselves if the file contains them. */
  readonly keyIds: readonly string[]
  readonly keys: string | null
  readonly tables: readonly string[]
}

export interface TableEnd {
  readonly table: string
  readonly rows: number
  readonly sum: string
}

export interface SequenceValue {
  readonly name: string
  readonly value: number
  readonly called: boolean
}

export type BackupRecord =
  | { readonly kind: 'manifest'; readonly value: Manifest }
  | { readonly kind: 'table'; readonly value: { readonly table: string; readonly columns: readonly string[] } }
  | { readonly kind: 'rows'; readonly value: Buffer }
  | { readonly kind: 'end'; readonly value: TableEnd }
  | { readonly kind: 'sequences'; readonly value: readonly SequenceValue[] }

const KINDS = ['manifest', 'table', 'rows', 'end', 'sequences'] as const
const HEAD_BYTES = 5
const LONGEST_RECORD = 1024 ** 3

export async function* writeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const { kind, value } of records) {
    const body = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))
    const head = Buffer.alloc(HEAD_BYTES)
    head[0] = KINDS.indexOf(kind)
    head.writeUInt32BE(body.length, 1)
    yield head
    yield body
  }
}

export async function* readRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let have: Buffer = Buffer.alloc(0)
  let pieces: Buffer[] = []
  let waitingFor = HEAD_BYTES
  let length = 0
  for await (const piece of source) {
    pieces.push(piece)
    length += piece.length
    if (length < waitingFor) continue // joined once, not with every piece
    have = Buffer.concat(pieces)
    for (;;) {
      const size = have.length < HEAD_BYTES ? null : have.readUInt32BE(1)
      const kind = KINDS[have[0] ?? 0]
      if (size !== null && (size > LONGEST_RECORD || !kind))
        throw new BackupFileError('the backup contains data that this release does not know')
      waitingFor = HEAD_BYTES + (size ?? 0)
      if (size === null || have.length < waitingFor) break
      const body = have.subarray(HEAD_BYTES, waitingFor)
      have = have.subarray(waitingFor)
      yield { kind: kind!, value: kind === 'rows' ? body : JSON.parse(body.toString()) } as BackupRecord
    }
    pieces = [have]
    length = have.length
  }
  if (length > 0) throw new BackupFileError('the backup is truncated')
}
