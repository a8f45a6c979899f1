// Many callers, one question at a time: whoever asks while a round is under way joins the next one.
//
// A round starts after everybody in it has asked, so its answer is never older than the question, and a crowd costs one
// round trip (and, when it writes, one commit).

const MOST_CALLERS = 500
/** After a round of so many or more, the next one waits for the whole of `apartMs`; after fewer, for a part of it. */
export const CROWD = 200
/** What a timer can measure. A shorter wait is none. */
const SHORTEST_WAIT_MS = 1

interface Caller<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

export class SharedRound<Input, Output> {
  readonly #run: (inputs: Input[]) => Promise<Output[]>
  readonly #waiting: Caller<Input, Output>[] = []
  /** Those of the round that is under way. */
  #asking: readonly Caller<Input, Output>[] = []
  readonly #gatherMs: number
  readonly #apartMs: number
  #busy = false
  #beganAt = Number.NEGATIVE_INFINITY
  #lastCallers = 0

  /**
   * `run` answers the inputs in their order. Rounds become fewer and larger where nobody waits for the answer (`gatherMs`: each waits for
   * company), or where a crowd may wait a little, and a few callers may not (`apartMs`: from the beginning of one to that of the next).
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

  /** Gives an answer from elsewhere to those of the round that is under way for whom there is one; `all`: and to those who wait for the next. */
  answerEarly(outputOf: (input: Input) => Output | undefined, { all }: { readonly all: boolean }): void {
    for (const { input, resolve } of all ? [...this.#asking, ...this.#waiting] : this.#asking) {
      const output = outputOf(input)
      if (output !== undefined) resolve(output)
    }
  }

  /** A turn of the event loop lets all the requests that have already arrived join: rounds become few and large. */
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
