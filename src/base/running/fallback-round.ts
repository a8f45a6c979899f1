// A shared query to a service that may be unavailable. Callers with a remembered answer wait at most `timeoutMs`: they
// get the remembered answer if the query fails or takes longer.
import { SharedRound } from './shared-round.ts'

export interface FallbackOptions<Input, Output> {
  readonly timeoutMs: number
  readonly remembered: (input: Input) => Output | undefined
  readonly isAway: (error: unknown) => boolean
  /** True while other queries to this service take too long: callers with a remembered answer then do not wait. */
  readonly isDoubted?: () => boolean
  readonly apartMs?: number
}

export class FallbackRound<Input, Output> {
  readonly #round: SharedRound<Input, Output>
  readonly #remembered: (input: Input) => Output | undefined
  /** The current query is overdue, so new callers with a remembered answer get it immediately. */
  #isLate = false

  readonly #isDoubted: () => boolean

  constructor(run: (inputs: Input[]) => Promise<Output[]>, options: FallbackOptions<Input, Output>) {
    const { timeoutMs, remembered, isAway, isDoubted = () => false, apartMs = 0 } = options
    this.#remembered = remembered
    this.#isDoubted = isDoubted
    this.#round = new SharedRound(
      async (inputs) => {
        const timer = setTimeout(() => {
          this.#isLate = true
          this.#round.answerEarly(remembered, { all: true })
        }, timeoutMs)
        try {
          return await run(inputs)
        } catch (error) {
          if (isAway(error)) this.#round.answerEarly(remembered, { all: false })
          throw error
        } finally {
          clearTimeout(timer)
          this.#isLate = false
        }
      },
      { apartMs },
    )
  }

  get isLate(): boolean {
    return this.#isLate
  }

  join(input: Input): Promise<Output> {
    const known = this.#isLate || this.#isDoubted() ? this.#remembered(input) : undefined
    return known === undefined ? this.#round.join(input) : Promise.resolve(known)
  }
}
