// Which parts of our source have run, by V8's block coverage in this process. A query takes about a millisecond, so one
// query covers many inputs.
import { Session } from 'node:inspector'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

export class Coverage {
  readonly #session = new Session()
  /** For each function, which of its characters have run. */
  readonly #reached = new Map<string, Uint8Array>()

  constructor() {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  }

  /** Whether code has run since the last query that was not recorded as reached before. */
  isNew(): boolean {
    return this.#ask(false)
  }

  /** Like `isNew`, and records the reached code. */
  take(): boolean {
    return this.#ask(true)
  }

  close(): void {
    this.#session.disconnect()
  }

  #ask(isNoted: boolean): boolean {
    let isNew = false
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error
      for (const { url, functions } of answer.result) {
        if (!url.includes('/src/')) continue
        for (const { ranges } of functions) if (this.#compare(url, ranges, isNoted)) isNew = true
      }
    })
    return isNew
  }

  /** Ranges are ordered from the outside in, and inner ranges override outer ones. */
  #compare(url: string, ranges: readonly Range[], isNoted: boolean): boolean {
    const [{ startOffset: from, endOffset: to, count }] = ranges as [Range]
    if (count === 0) return false
    const key = `${url}:${from}-${to}`
    const known = this.#reached.get(key)
    const now = new Uint8Array(to - from)
    for (const range of ranges) now.fill(range.count > 0 ? 1 : 0, range.startOffset - from, range.endOffset - from)
    const isNew = known === undefined || now.some((ran, at) => ran > known[at]!)
    if (isNew && isNoted) this.#reached.set(key, known ? now.map((ran, at) => ran | known[at]!) : now)
    return isNew
  }
}
