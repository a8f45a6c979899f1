// Batches concurrent callers into one query at a time: a caller that arrives during a round joins the next one.
//
// A round starts after all its callers have asked, so an answer is never older than the question, and a crowd costs one
// round trip (and one commit, if it writes).

const MOST_CALLERS = 500
/** After a round with this many callers the next one waits the full `apartMs`; after fewer, proportionally less. */
export const CROWD = 200
/** Timer resolution; shorter waits are skipped. */
const SHORTEST_WAIT_MS = 1

interface Caller<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

export class SharedRound<Input, Output> {
  readonly #run: (inputs: Input[]) => Promise<Output[]>
  readonly #waiting: Caller<Input, Output>[] = []
  #asking: readonly Caller<Input, Output>[] = []
  readonly #gatherMs: number
  readonly #apartMs: number
  #busy = false
  #beganAt = Number.NEGATIVE_INFINITY
  #lastCallers = 0

  /**
   * `run` answers the inputs in order. `gatherMs` delays every round to collect callers, for work whose result can
   * wait. `apartMs` is the minimum time between the starts of two rounds, scaled by the size of the previous round.
   */
  constructor(run: (inputs: Input[]) => Promise<Output[]>, { gatherMs = 0, apartMs = 0 } = {}) {
    this.#run = run
    this.#gatherMs = gatherMs
    this.#apartMs = apartMs
  }

  join(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      if (this.#busy) return
      this.#busy = true
      this.#afterArrivals()
    })
  }

  /** Resolves callers of the current round for whom `outputOf` has an answer; `all`: also those of the next round. */
  answerEarly(outputOf: (input: Input) => Output | undefined, { all }: { readonly all: boolean }): void {
    for (const { input, resolve } of all ? [...this.#asking, ...this.#waiting] : this.#asking) {
      const output = outputOf(input)
      if (output !== undefined) resolve(output)
    }
  }

  /** Waits one turn of the event loop, so that all requests that have arrived can join: fewer, larger rounds. */
  #afterArrivals(): void {
    const begin = async () => {
      await this.#round()
      if (this.#waiting.length > 0) this.#afterArrivals()
      else this.#busy = false
    }
    const apartMs = this.#apartMs * Math.min(1, this.#lastCallers / CROWD)
    const waitMs = Math.max(this.#gatherMs, this.#beganAt + apartMs - performance.now())
    if (waitMs >= SHORTEST_WAIT_MS) setTimeout(begin, waitMs)
    else setImmediate(begin)
  }

  async #round(): Promise<void> {
    const callers = this.#waiting.splice(0, MOST_CALLERS)
    this.#asking = callers
    this.#lastCallers = callers.length
    this.#beganAt = performance.now()
    try {
      const outputs = await this.#run(callers.map((caller) => caller.input))
      callers.forEach((caller, index) => {
        caller.resolve(outputs[index]!)
      })
    } catch (error) {
      for (const caller of callers) caller.reject(error)
    } finally {
      this.#asking = []
    }
  }
}
