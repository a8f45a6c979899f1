// A Kalman filter whose measurements are scalars that depend on a few of its states.

/** Coefficients of a measurement by state. */
export interface Partial {
  readonly states: readonly number[]
  readonly values: readonly number[]
}

/** States added to the room when it is full: 13 kB to 30 kB. */
const MORE = 12

export class Filter {
  x: Float64Array
  /** Rows of `room` states. */
  #p: Float64Array
  #gain: Float64Array
  #room: number
  readonly #most: number
  /** States in use: 0 to n - 1. */
  n: number

  /** The first `n` states exist from the start, with a variance of 0. Memory for all `most` states is used only if needed. */
  constructor(n: number, most: number) {
    this.n = n
    this.#most = most
    this.#room = n
    this.x = new Float64Array(n)
    this.#p = new Float64Array(n * n)
    this.#gain = new Float64Array(n)
  }

  hasPlaceFor(states: number): boolean {
    return this.n + states <= this.#most
  }

  covariance(one: number, other: number): number {
    return this.#p[one * this.#room + other]!
  }

  /** Forgets what is known of a state. */
  reset(state: number, value: number, variance: number): void {
    for (let i = 0; i < this.n; i++) this.#p[state * this.#room + i] = this.#p[i * this.#room + state] = 0
    this.x[state] = value
    this.#p[state * this.#room + state] = variance
  }

  addNoise(state: number, variance: number): void {
    this.#p[state * this.#room + state]! += variance
  }

  /** Multiplies a state by a factor, as the time that passes does with a value that returns to zero. */
  scale(state: number, factor: number): void {
    this.x[state]! *= factor
    for (let i = 0; i < this.n; i++) {
      this.#p[state * this.#room + i]! *= factor
      this.#p[i * this.#room + state]! *= factor
    }
  }

  /** Makes this filter a copy of another one. */
  copy(other: Filter): void {
    if (this.#room < other.n) this.#makeRoom(other.#room)
    this.n = other.n
    for (let i = 0; i < other.n; i++)
      this.#p.set(other.#p.subarray(i * other.#room, i * other.#room + other.n), i * this.#room)
    this.x.set(other.x.subarray(0, other.n))
  }

  /** Returns the index of the new state. */
  add(value: number, variance: number): number {
    if (this.n === this.#room) this.#makeRoom(Math.min(this.#most, this.#room + MORE))
    const state = this.n++
    this.reset(state, value, variance)
    return state
  }

  #makeRoom(room: number): void {
    const [x, p] = [new Float64Array(room), new Float64Array(room * room)]
    x.set(this.x.subarray(0, this.n))
    for (let i = 0; i < this.n; i++) p.set(this.#p.subarray(i * this.#room, i * this.#room + this.n), i * room)
    this.x = x
    this.#p = p
    this.#gain = new Float64Array(room)
    this.#room = room
  }

  /** The last state takes the place of the removed one. */
  remove(state: number): void {
    const last = --this.n
    if (state === last) return
    const c = this.#room
    this.x[state] = this.x[last]!
    for (let i = 0; i < last; i++)
      if (i !== state) this.#p[state * c + i] = this.#p[i * c + state] = this.#p[last * c + i]!
    this.#p[state * c + state] = this.#p[last * c + last]!
  }

  /** `difference`: measured minus predicted. Most of the time of a solver is spent here. */
  update({ states, values }: Partial, difference: number, variance: number): void {
    const { n, x } = this
    const c = this.#room
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
