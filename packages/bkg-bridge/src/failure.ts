/**
 * Why the caster is not in step. `folder`: a file cannot be read or written. `marks`: the marks of the managed section
 * are missing or do not match. `owner`: the group of a file cannot be kept. The others are about the caster's admin
 * page.
 */
export type FailureCode = 'folder' | 'marks' | 'owner' | 'unreachable' | 'timeout' | 'login' | 'answer'

/** An expected failure: the bridge reports it and retries. */
export class BkgFailure extends Error {
  readonly code: FailureCode
  /** A file, an address or an HTTP status; never a password. */
  readonly detail: string

  constructor(code: FailureCode, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}
