// Log lines that unknown clients can cause in a flood: a limited number per minute, then a summary of those left out.
import { clientOf } from '../../domain/sessions/client-address.ts'

const WINDOW_MS = 60_000
/** Represents all keys that got no line in the window. */
const OTHERS = 'others'

export interface ThrottleLimits {
  readonly linesPerKey: number
  readonly maxLines: number
}

interface Counted {
  lines: number
  leftOut: number
}

export class ThrottledLines {
  readonly #limits: ThrottleLimits
  readonly #summarize: (key: string, leftOut: number) => void
  #keys = new Map<string, Counted>()
  #lines = 0
  #until = 0

  /** `summarize` is called once per key whose lines were left out, when the minute is over. */
  constructor(limits: ThrottleLimits, summarize: (key: string, leftOut: number) => void) {
    this.#limits = limits
    this.#summarize = summarize
  }

  admits(key: string, now: number): boolean {
    this.endWindow(now)
    const { linesPerKey, maxLines } = this.#limits
    const hasRoom = this.#lines < maxLines
    const counted = this.#counted(hasRoom || this.#keys.has(key) ? key : OTHERS)
    if (!hasRoom || counted.lines >= linesPerKey) {
      counted.leftOut += 1
      return false
    }
    counted.lines += 1
    this.#lines += 1
    return true
  }

  /** Call periodically, so that the last minute of a flood is summarised too. */
  endWindow(now: number): void {
    if (now < this.#until) return
    for (const [key, { leftOut }] of this.#keys) if (leftOut > 0) this.#summarize(key, leftOut)
    this.#keys = new Map()
    this.#lines = 0
    this.#until = now + WINDOW_MS
  }

  #counted(key: string): Counted {
    const known = this.#keys.get(key) ?? { lines: 0, leftOut: 0 }
    this.#keys.set(key, known)
    return known
  }
}

/** Per kind of warning. One client address cannot use up the lines of the others. */
const WARNINGS: ThrottleLimits = { linesPerKey: 3, maxLines: 30 }

export class ThrottledLog {
  readonly tickMs = WINDOW_MS
  readonly #warn: (message: string, detail: object) => void
  readonly #kinds = new Map<string, ThrottledLines>()

  constructor(warn: (message: string, detail: object) => void) {
    this.#warn = warn
  }

  /** `message` is the kind and must be constant; varying values belong in `detail`. */
  warn(message: string, address: string, detail: object, now = performance.now()): void {
    if (this.#linesOf(message).admits(clientOf(address), now)) this.#warn(message, { ...detail, address })
  }

  tick(now = performance.now()): void {
    for (const lines of this.#kinds.values()) lines.endWindow(now)
  }

  #linesOf(message: string): ThrottledLines {
    const known = this.#kinds.get(message)
    if (known) return known
    const lines = new ThrottledLines(WARNINGS, (client, leftOut) =>
      this.#warn(`${message} (repeated in the last minute)`, { address: client, leftOut }),
    )
    this.#kinds.set(message, lines)
    return lines
  }
}
