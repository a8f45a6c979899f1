// A shared question to somebody who may be away. Callers of whom something is remembered do not wait for that: they get what is
// remembered when no answer can be had, or has not come for a while.
import { SharedRound } from './shared-round.ts'

export interface Patience<Input, Output> {
  readonly patienceMs: number
  /** undefined: nothing. */
  readonly remembered: (input: Input) => Output | undefined
  /** The question failed because nobody was there to answer it. */
  readonly isAway: (error: unknown) => boolean
  /** Others wait too long for an answer from there already. */
  readonly isDoubted?: () => boolean
  /** See `SharedRound`. */
  readonly apartMs?: number
}

export class PatientRound<Input, Output> {
  readonly #round: SharedRound<Input, Output>
  readonly #remembered: (input: Input) => Output | undefined
  /** A question has been out for longer than anybody should wait: whoever comes now need not find that out again. */
  #isLate = false

  readonly #isDoubted: () => boolean

  constructor(run: (inputs: Input[]) => Promise<Output[]>, patience: Patience<Input, Output>) {
    const { patienceMs, remembered, isAway, isDoubted = () => false, apartMs = 0 } = patience
    this.#remembered = remembered
    this.#isDoubted = isDoubted
    this.#round = new SharedRound(
      async (inputs) => {
        const timer = setTimeout(() => {
          this.#isLate = true
          this.#round.answerEarly(remembered, { all: true })
        }, patienceMs)
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
