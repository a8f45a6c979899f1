// Long work that shares the event loop: it runs for some milliseconds, then yields.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Short, because another request waits for five or six such turns, one at each of its steps. */
const TURN_MS = 3
/** Max time at the front of the line, about as long as a batch of a thousand takes; then the next work runs. */
const FIRST_IN_LINE_MS = 100
const ITEMS_AT_ONCE = 100
/** Too few to check the clock; most responses have one item. */
const FEW_ITEMS = 10

export class Turns {
  #since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS
  }

  async next(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}

/**
 * Work that takes more than one turn waits in line for other such work. Two interleaved batches would both finish at
 * the end, with the database idle until then: 10,700 credentials per second, against 12,800 one after the other.
 */
class TurnsInLine extends Turns {
  static readonly #waiting: (() => void)[] = []
  static #isTaken = false
  #firstSince: number | null = null

  override async next(): Promise<void> {
    if (this.#firstSince !== null && performance.now() - this.#firstSince >= FIRST_IN_LINE_MS) this.end()
    if (this.#firstSince === null) {
      if (TurnsInLine.#isTaken) await new Promise<void>((goOn) => TurnsInLine.#waiting.push(goOn))
      TurnsInLine.#isTaken = true
      this.#firstSince = performance.now()
    }
    await super.next()
  }

  end(): void {
    if (this.#firstSince === null) return
    this.#firstSince = null
    const goOn = TurnsInLine.#waiting.shift()
    if (goOn) goOn()
    else TurnsInLine.#isTaken = false
  }
}

/** Work that yields where it may be interrupted. */
export type InSteps<Result> = Generator<undefined, Result>

export async function inTurns<Result>(work: InSteps<Result>): Promise<Result> {
  const turns = new TurnsInLine()
  try {
    for (;;) {
      const { done, value } = work.next()
      if (done) return value
      if (turns.isOver) await turns.next()
    }
  } finally {
    turns.end()
  }
}

/** Runs without yielding, for processes that serve no other requests, such as commands. */
export function atOnce<Result>(work: InSteps<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

export const mapInTurns = async <Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> => (items.length <= FEW_ITEMS ? items.map(make) : inTurns(mapInSteps(items, make)))

export function* mapInSteps<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): InSteps<Made[]> {
  const made: Made[] = []
  for (const [index, item] of items.entries()) {
    made.push(make(item, index))
    yield
  }
  return made
}

/** Same text as JSON.stringify. Responses are large because of their lists, so these are serialised in parts. */
export async function jsonInTurns(answer: Readonly<Record<string, unknown>>): Promise<string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(answer)) {
    const json = Array.isArray(value) ? await listInTurns(value) : JSON.stringify(value)
    if (json !== undefined) fields.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${fields.join(',')}}`
}

async function listInTurns(items: readonly unknown[]): Promise<string> {
  return items.length <= ITEMS_AT_ONCE ? JSON.stringify(items) : inTurns(listInSteps(items))
}

function* listInSteps(items: readonly unknown[]): InSteps<string> {
  const parts: string[] = []
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    parts.push(JSON.stringify(items.slice(from, from + ITEMS_AT_ONCE)).slice(1, -1))
    yield
  }
  return `[${parts.join(',')}]`
}
