// The three files as we last read or wrote them: whether somebody else has been at them since, or still is.
import { BkgFailed } from './failed.ts'
import { FILES, type FileKind, type FilesFound, type Looks } from './folder.ts'
import { ChangedMeanwhile, isFresh } from './look.ts'

/** So long whoever goes on changing the files is waited for: revoked users are not to stay in. */
const PATIENCE_MS = 10_000

export class KnownFiles {
  readonly #signs: Partial<Record<FileKind, string>> = {}
  /** Those that our marks were in. */
  readonly #marked = new Set<FileKind>()
  #waitsSince: number | null = null

  isAsLeft(kind: FileKind, { sign }: Pick<Looks[FileKind], 'sign'>): boolean {
    return sign === this.#signs[kind]
  }

  areAsLeft(looks: Looks): boolean {
    return FILES.every((kind) => this.isAsLeft(kind, looks[kind]))
  }

  /** Somebody else may be in the middle of changing one. */
  areBeingChanged(looks: Looks): boolean {
    const now = performance.now()
    const isAtIt = FILES.some((kind) => !this.isAsLeft(kind, looks[kind]) && isFresh(looks[kind], Date.now()))
    this.#waitsSince = isAtIt ? (this.#waitsSince ?? now) : null
    return this.#waitsSince !== null && now - this.#waitsSince < PATIENCE_MS
  }

  /** A file that our marks are gone from is hardly what the operator meant: it was emptied and not filled, or is not there. */
  read(found: FilesFound, looks: Looks): void {
    for (const kind of FILES) {
      const { path, sign, parts } = found[kind]
      if (sign !== looks[kind].sign) throw new ChangedMeanwhile(path)
      this.#signs[kind] = sign
      if (parts.ours !== null) this.#marked.add(kind)
      else if (this.#marked.has(kind)) throw new BkgFailed('marks', path)
    }
  }

  wrote(kind: FileKind, sign: string): void {
    this.#signs[kind] = sign
    this.#marked.add(kind)
  }
}
