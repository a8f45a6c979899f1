// Carrier phases as 1004 and 1012 send them: as the difference from the pseudorange of the first frequency, within 262
// m. MSM allows 1171 m, so multiples of 1500 cycles ("turns") are subtracted, as those messages define. The multiple
// stays the same while the signal does.

/** DF012, DF018, DF042 and DF048: 20 bits, 0.5 mm. */
const UNIT_M = 0.0005
const LIMIT = 2 ** 19
export const NO_PHASE = -LIMIT
const TURN_CYCLES = 1500

/** DF401 covers 1171 m from the rough range, which is up to 228 m from the pseudorange of L1. */
const MSM_LIMIT_M = 900

/** Tracks are indexed by satellite, 1 to 64, and frequency, 0 and 1. */
const TRACKS = 2 * 65
/** Longer than the longest lock time that DF013 can express (937 s). */
const FORGOTTEN_AFTER_MS = 3_600_000
const DAY_MS = 86_400_000

export class PhaseTracks {
  /** Signal and carrier of each track; 0 if none. */
  readonly #carriers = new Float64Array(TRACKS)
  readonly #turns = new Float64Array(TRACKS)
  /** The last received phase minus pseudorange, in metres. */
  readonly #received = new Float64Array(TRACKS)
  /** Start of the current phase, in ms of the day, if the converter broke it after the signal's own lock; else NaN. */
  readonly #sinceMs = new Float64Array(TRACKS).fill(Number.NaN)

  /**
   * Returns the difference in units of the field. `carrier` identifies the signal; `metres` is phase minus pseudorange.
   */
  difference(track: number, carrier: number, metres: number, wavelength: number, nowMs: number): number {
    const turn = TURN_CYCLES * wavelength
    if (this.#carriers[track] !== carrier) {
      if (this.#carriers[track] !== 0) this.#sinceMs[track] = nowMs
      this.#carriers[track] = carrier
      this.#turns[track] = Math.round(metres / turn)
    }
    const value = Math.round((metres - this.#turns[track]! * turn) / UNIT_M)
    if (Math.abs(value) < LIMIT) return value
    // Rovers that handle the 1500 cycles correct for this; for others it is a loss of lock.
    this.#turns[track] = Math.round(metres / turn)
    this.#sinceMs[track] = nowMs
    return Math.round((metres - this.#turns[track]! * turn) / UNIT_M)
  }

  /**
   * The inverse: phase minus pseudorange in metres, with the turns that the station subtracted while it tracked the
   * signal. A step of more than half a turn between two epochs is such a turn: real changes are a few metres.
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

  /** Call for an epoch without a phase: the next phase can have another ambiguity. */
  lose(track: number, nowMs: number): void {
    if (this.#carriers[track] !== 0) this.#sinceMs[track] = nowMs
  }

  /** Lock time to send, in ms: the shorter of the signal's own and the time since the converter broke the phase. */
  locked(track: number, ownMs: number, nowMs: number): number {
    const since = this.#sinceMs[track]!
    if (Number.isNaN(since)) return ownMs
    const elapsed = (nowMs - since + DAY_MS) % DAY_MS
    if (elapsed > FORGOTTEN_AFTER_MS) this.#sinceMs[track] = Number.NaN
    return Math.min(ownMs, elapsed)
  }
}
