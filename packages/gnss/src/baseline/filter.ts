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

  hasPlaceFor(states: number): boolean {
    return this.n + states <= this.#capacity
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

  /** Multiplies a state by a factor, as the time that passes does with a value that returns to zero. */
  scale(state: number, factor: number): void {
    this.x[state]! *= factor
    for (let i = 0; i < this.n; i++) {
      this.#p[state * this.#capacity + i]! *= factor
      this.#p[i * this.#capacity + state]! *= factor
    }
  }

  /** Makes this filter a copy of another one of the same capacity. */
  copy(other: Filter): void {
    const c = this.#capacity
    this.n = other.n
    for (let i = 0; i < other.n; i++) this.#p.set(other.#p.subarray(i * c, i * c + other.n), i * c)
    this.x.set(other.x)
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

  /** `difference`: measured minus predicted. Most of the time of a solver is spent here. */
  update({ states, values }: Partial, difference: number, variance: number): void {
    const { n, x } = this
    const c = this.#capacity
    const gain = this.#gain
    const p = this.#p
    gain.fill(0, 0, n)
    for (let k = 0; k < states.length; k++) {
      const row = states[k]! * c
      const value = values[k]!
      for (let i = 0; i < n; i++) gain[i]! += p[row + i]! * value
    }
    let total = variance
    for (let k = 0; k < states.length; k++) total += values[k]! * gain[states[k]!]!
    const scale = 1 / total
    for (let i = 0; i < n; i++) {
      const own = gain[i]!
      if (own === 0) continue
      x[i]! += own * scale * difference
      const row = i * c
      // The product of the gains first: the matrix stays exactly symmetric.
      for (let j = 0; j < n; j++) p[row + j]! -= own * gain[j]! * scale
    }
  }
}
