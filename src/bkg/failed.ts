import type { BkgFailure, BkgFailureCode } from '../domain/bkg/state.ts'

/** Something that somebody has to look at, and that is tried again. */
export class BkgFailed extends Error {
  readonly failure: BkgFailure

  constructor(code: BkgFailureCode, detail: string) {
    super(`${code}: ${detail}`)
    this.failure = { code, detail }
  }
}
