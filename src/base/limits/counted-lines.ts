// A line for the log about each of many, who may come in a flood: the first of a minute at once, and after it how many more there were.
import { MINUTE_MS } from '../../domain/time/units.ts'

const WINDOW_MS = MINUTE_MS
/** Told by name within a minute; all others are told as one. */
const MOST_NAMED = 50
const OTHERS = 'others'

export class CountedLines {
  readonly #tell: (who: string, times: number) => void
  /** How many more came since the line about them. */
  #more = new Map<string, number>()
  #until = 0

  constructor(tell: (who: string, times: number) => void) {
    this.#tell = tell
  }

  hit(who: string, now: number): void {
    if (now >= this.#until) this.endMinute(now)
    const name = this.#more.has(who) || this.#more.size < MOST_NAMED ? who : OTHERS
    const more = this.#more.get(name)
    this.#more.set(name, more === undefined ? 0 : more + 1)
    if (more === undefined) this.#tell(name, 1)
  }

  /** Tells what was counted; also when nobody comes any more. */
  endMinute(now: number): void {
    if (now < this.#until) return
    for (const [who, more] of this.#more) if (more > 0) this.#tell(who, more)
    this.#more = new Map()
    this.#until = now + WINDOW_MS
  }
}
