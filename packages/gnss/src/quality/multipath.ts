// Code multipath from the combination of one pseudorange and two phases, which cancels the distance, the clocks, the
// troposphere and the ionosphere. What is left is a constant of the arc, multipath and noise.

const LIGHT = 299_792_458
/** Samples of the sliding mean. At 10 s between samples it spans the usual periods of multipath. */
const WINDOW = 50
/** Samples before the mean is good enough to measure against. */
const LEAST = 20
/** A larger step is a slip that the receiver did not report. */
const SLIP_M = 10
const LONGEST_GAP_MS = 65_000

interface Arc {
  readonly window: Float64Array
  partner: number
  count: number
  sum: number
  lastMs: number
}

/** One signal of a satellite at an instant. */
export interface PhaseAndRange {
  readonly pseudorange: number
  /** Cycles. */
  readonly phase: number
  readonly hz: number
  readonly signal: number
}

export class Multipath {
  readonly #arcs = new Map<number, Arc>()

  /** Call when lock of a signal was lost: the arc and those that use its phase begin again. */
  break(satellite: number, signal: number): void {
    for (const [key, arc] of this.#arcs)
      if (key >>> 6 === satellite && ((key & 63) === signal || arc.partner === signal)) this.#arcs.delete(key)
  }

  /** Metres from the sliding mean of the arc; `null` until the mean is known. `other` is a signal of another band. */
  add(satellite: number, one: PhaseAndRange, other: PhaseAndRange, gpsMs: number): number | null {
    const combined = combination(one, other)
    if (!Number.isFinite(combined)) return null
    const key = (satellite << 6) | one.signal
    const arc = this.#arcs.get(key)
    const isContinuous =
      arc !== undefined &&
      arc.partner === other.signal &&
      gpsMs > arc.lastMs &&
      gpsMs - arc.lastMs <= LONGEST_GAP_MS &&
      Math.abs(combined - arc.sum / Math.min(arc.count, WINDOW)) < SLIP_M
    const current = isContinuous
      ? arc
      : { window: arc?.window ?? new Float64Array(WINDOW), partner: other.signal, count: 0, sum: 0, lastMs: gpsMs }
    if (!isContinuous) this.#arcs.set(key, current)
    return push(current, combined, gpsMs)
  }

  /** Forgets arcs of satellites that have set. */
  forget(beforeMs: number): void {
    for (const [key, { lastMs }] of this.#arcs) if (lastMs < beforeMs) this.#arcs.delete(key)
  }
}

function combination(one: PhaseAndRange, other: PhaseAndRange): number {
  const [metres, otherMetres] = [(one.phase * LIGHT) / one.hz, (other.phase * LIGHT) / other.hz]
  const [square, otherSquare] = [one.hz ** 2, other.hz ** 2]
  return one.pseudorange - metres - ((2 * otherSquare) / (square - otherSquare)) * (metres - otherMetres)
}

function push(arc: Arc, value: number, gpsMs: number): number | null {
  const at = arc.count % WINDOW
  if (arc.count >= WINDOW) arc.sum -= arc.window[at]!
  arc.window[at] = value
  arc.sum += value
  arc.count++
  arc.lastMs = gpsMs
  const samples = Math.min(arc.count, WINDOW)
  if (samples < LEAST) return null
  // The value is part of the mean, which makes its distance smaller by this factor.
  return (value - arc.sum / samples) * Math.sqrt(samples / (samples - 1))
}
