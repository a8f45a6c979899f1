// Where the files of the archive are kept. Names are relative paths with slashes, such as raw/12/2026-11-18/07-k3x.vseg.zst.
import type { Readable } from 'node:stream'

export class FileMissing extends Error {}

export interface Storage {
  /** A name for people: the folder or the bucket. */
  readonly place: string
  /** Stores a local file under the name, whole or not at all. The local file may be moved away. */
  put(name: string, localFile: string): Promise<void>
  /** Rejects with `FileMissing` if there is no such file. */
  read(name: string): Promise<Readable>
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>
  /** Names and sizes of all files whose names start with `prefix`. */
  list(prefix: string): AsyncIterable<{ readonly name: string; readonly bytes: number }>
}
