// A Kalman filter whose measurements are scalars that depend on a few of its states.

/** Coefficients of a measurement by state. */
export interface Partial {
  readonly states: readonly number[]
  readonly values: readonly number[]
}

export class Filter {
  readonly x: Float64Array
  readonly #p: Float64Array
  readonly #capacity: number
  readonly #gain: Float64Array
  /** States in use: 0 to n - 1. */
  n: number

  /** The first `n` states exist from the start, with a variance of 0. */
  constructor(n: number, capacity: number) {
    this.n = n
    this.#capacity = capacity
    this.x = new Float64Array(capacity)
    this.#p = new Float64Array(capacity * capacity)
    this.#gain = new Float64Array(capacity)
  }

  get isFull(): boolean {
    return this.n === this.#capacity
  }

  covariance(one: number, other: number): number {
    return this.#p[one * this.#capacity + other]!
  }

  /** Forgets what is known of a state. */
  reset(state: number, value: number, variance: number): void {
    for (let i = 0; i < this.n; i++) this.#p[state * this.#capacity + i] = this.#p[i * this.#capacity + state] = 0
    this.x[state] = value
    this.#p[state * this.#capacity + state] = variance
  }

  addNoise(state: number, variance: number): void {
    this.#p[state * this.#capacity + state]! += variance
  }

  /** Returns the index of the new state. */
  add(value: number, variance: number): number {
    const state = this.n++
    this.reset(state, value, variance)
    return state
  }

  /** The last state takes the place of the removed one. */
  remove(state: number): void {
    const last = --this.n
    if (state === last) return
    const c = this.#capacity
    this.x[state] = this.x[last]!
    for (let i = 0; i < last; i++)
      if (i !== state) this.#p[state * c + i] = this.#p[i * c + state] = this.#p[last * c + i]!
    this.#p[state * c + state] = this.#p[last * c + last]!
  }

  /** `difference`: measured minus predicted. */
  update({ states, values }: Partial, difference: number, variance: number): void {
    const { n } = this
    const c = this.#capacity
    const gain = this.#gain
    let total = variance
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let k = 0; k < states.length; k++) sum += this.#p[states[k]! * c + i]! * values[k]!
      gain[i] = sum
    }
    for (let k = 0; k < states.length; k++) total += values[k]! * gain[states[k]!]!
    const scale = 1 / total
    for (let i = 0; i < n; i++) {
      const part = gain[i]! * scale
      if (part === 0) continue
      this.x[i]! += part * difference
      for (let j = 0; j <= i; j++) {
        const value = this.#p[i * c + j]! - part * gain[j]!
        this.#p[i * c + j] = value
        this.#p[j * c + i] = value
      }
    }
  }
}
