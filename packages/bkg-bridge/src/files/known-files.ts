// The three files as the bridge last read or wrote them, to detect edits by others.
import { BkgFailure } from '../failure.ts'
import { EditedMeanwhile, isFresh } from './fingerprint.ts'
import { FILES, type FileKind, type FilesFound, type Fingerprints } from './folder.ts'

/** Max wait for an editor that keeps changing the files: revoked users must not stay in them. */
const MAX_WAIT_MS = 10_000

export class KnownFiles {
  readonly #signs: Partial<Record<FileKind, string>> = {}
  /** The files that had our marks. */
  readonly #marked = new Set<FileKind>()
  #waitingSince: number | null = null

  isUnchanged(kind: FileKind, { sign }: Pick<Fingerprints[FileKind], 'sign'>): boolean {
    return sign === this.#signs[kind]
  }

  areUnchanged(now: Fingerprints): boolean {
    return FILES.every((kind) => this.isUnchanged(kind, now[kind]))
  }

  /** Whether another program may still be writing one of the files. */
  areBeingEdited(now: Fingerprints): boolean {
    const clock = performance.now()
    const isEditing = FILES.some((kind) => !this.isUnchanged(kind, now[kind]) && isFresh(now[kind], Date.now()))
    this.#waitingSince = isEditing ? (this.#waitingSince ?? clock) : null
    return this.#waitingSince !== null && clock - this.#waitingSince < MAX_WAIT_MS
  }

  /** A file that lost our marks was truncated or deleted, probably by accident: it is reported, not rewritten. */
  read(found: FilesFound, now: Fingerprints): void {
    for (const kind of FILES) {
      const { path, sign, parts } = found[kind]
      if (sign !== now[kind].sign) throw new EditedMeanwhile(path)
      this.#signs[kind] = sign
      if (parts.ours !== null) this.#marked.add(kind)
      else if (this.#marked.has(kind)) throw new BkgFailure('marks', path)
    }
  }

  wrote(kind: FileKind, sign: string): void {
    this.#signs[kind] = sign
    this.#marked.add(kind)
  }
}
