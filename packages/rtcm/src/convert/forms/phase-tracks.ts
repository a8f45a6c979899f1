// Carrier phases as 1004 and 1012 send them: as what they are more than the pseudorange of the first frequency, within 262 m. MSM allows
// 1171 m, so whole turns of 1500 cycles are taken off, as those messages have it; how many stays the same while the signal does.

/** DF012, DF018, DF042 and DF048: 20 bits, 0.5 mm. */
const UNIT_M = 0.0005
const LIMIT = 2 ** 19
export const NO_PHASE = -LIMIT
const TURN_CYCLES = 1500

/** DF401 reaches 1171 m from the rough range, which is up to 228 m from the pseudorange of L1. */
const MSM_LIMIT_M = 900

/** By satellite, 1 to 64, and frequency, 0 and 1. */
const TRACKS = 2 * 65
/** The longest that a lock time can tell of (DF013), and an hour's margin. */
const FORGOTTEN_AFTER_MS = 3_600_000
const DAY_MS = 86_400_000

export class PhaseTracks {
  /** Which signal, and on which carrier; 0: none. */
  readonly #carriers = new Float64Array(TRACKS)
  readonly #turns = new Float64Array(TRACKS)
  /** The phase less the pseudorange, as received last, in metres. */
  readonly #received = new Float64Array(TRACKS)
  /** Since when it has been the same one, if that was later than its own lock; in ms of the day. */
  readonly #sinceMs = new Float64Array(TRACKS).fill(Number.NaN)

  /** In units of the field. `carrier` is another number for another signal; `metres`: phase less pseudorange. */
  difference(track: number, carrier: number, metres: number, wavelength: number, nowMs: number): number {
    const turn = TURN_CYCLES * wavelength
    if (this.#carriers[track] !== carrier) {
      if (this.#carriers[track] !== 0) this.#sinceMs[track] = nowMs
      this.#carriers[track] = carrier
      this.#turns[track] = Math.round(metres / turn)
    }
    const value = Math.round((metres - this.#turns[track]! * turn) / UNIT_M)
    if (Math.abs(value) < LIMIT) return value
    // Rovers that know of the 1500 cycles see through it; for the others it is a break.
    this.#turns[track] = Math.round(metres / turn)
    this.#sinceMs[track] = nowMs
    return Math.round((metres - this.#turns[track]! * turn) / UNIT_M)
  }

  /**
   * The way back: the phase less the pseudorange with the turns that the station has taken off while it tracked the signal, in metres.
   * A step of more than half a turn between two epochs is such a turn: real changes are a few metres.
   */
  unrolled(track: number, carrier: number, metres: number, wavelength: number, nowMs: number): number {
    const turn = TURN_CYCLES * wavelength
    if (this.#carriers[track] !== carrier) {
      if (this.#carriers[track] !== 0) this.#sinceMs[track] = nowMs
      this.#carriers[track] = carrier
      this.#turns[track] = 0
    } else this.#turns[track]! -= Math.round((metres - this.#received[track]!) / turn)
    this.#received[track] = metres
    const value = metres + this.#turns[track]! * turn
    if (Math.abs(value) < MSM_LIMIT_M) return value
    this.#turns[track] = 0
    this.#sinceMs[track] = nowMs
    return metres
  }

  /** There is no phase: when there is one again, it may be another. */
  lose(track: number, nowMs: number): void {
    if (this.#carriers[track] !== 0) this.#sinceMs[track] = nowMs
  }

  /** For how long a rover may rely on what it gets, in ms. */
  locked(track: number, ownMs: number, nowMs: number): number {
    const since = this.#sinceMs[track]!
    if (Number.isNaN(since)) return ownMs
    const elapsed = (nowMs - since + DAY_MS) % DAY_MS
    if (elapsed > FORGOTTEN_AFTER_MS) this.#sinceMs[track] = Number.NaN
    return Math.min(ownMs, elapsed)
  }
}
