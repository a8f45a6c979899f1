// Long work that shares the event loop: some milliseconds at a time, and then whoever else waits has a turn.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Another request waits for such a turn five or six times: whenever it goes on to its next step. */
const TURN_MS = 3
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

/** Work that says where it may be interrupted. */
export type InSteps<Result> = Generator<undefined, Result>

export async function inTurns<Result>(work: InSteps<Result>): Promise<Result> {
  const turns = new Turns()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (turns.isOver) await turns.next()
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

/** A list as JSON, of what is made of each item. */
export async function listInTurns<Item>(
  items: readonly Item[],
  made: (item: Item) => unknown = (item) => item,
): Promise<string> {
  if (items.length <= ITEMS_AT_ONCE) return JSON.stringify(items.map(made))
  const turns = new Turns()
  const parts: string[] = []
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    if (turns.isOver) await turns.next()
    parts.push(JSON.stringify(items.slice(from, from + ITEMS_AT_ONCE).map(made)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}
