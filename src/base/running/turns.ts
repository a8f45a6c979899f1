// Long work that shares the event loop: some milliseconds at a time, and then whoever else waits has a turn.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Another request waits for such a turn five or six times: whenever it goes on to its next step. */
const TURN_MS = 3
/** Then whoever stands in line is first: as long as a batch of a thousand takes. */
const FIRST_IN_LINE_MS = 100
const ITEMS_AT_ONCE = 100
/** Not worth a look at the clock: most answers have one. */
const FEW_ITEMS = 10

export class Turns {
  #since = performance.now()

  /** Whether it is time to let others go first. */
  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS
  }

  async next(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}

/**
 * What takes more than one turn stands in line with what else does. Two batches side by side would both be made at the end of the time that
 * both take, and the database have nothing to do until then: 10,700 credentials a second, and 12,800 one after the other.
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

  /** Whoever is next in line is called up. */
  end(): void {
    if (this.#firstSince === null) return
    this.#firstSince = null
    const goOn = TurnsInLine.#waiting.shift()
    if (goOn) goOn()
    else TurnsInLine.#isTaken = false
  }
}

/** Work that says where it may be interrupted. */
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

/** For whoever keeps nobody waiting, such as a command. */
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

/** The same text as JSON.stringify makes. Answers are large by their lists: of those, some items at a time. */
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
