// The GPS time of GLONASS epochs. GLONASS sends no day and counts leap seconds: the other constellations of the stream
// tell both, and the receive time before they do.
import { glonassGpsTime } from '../epoch.ts'
import { gpsFromUtc } from '../gps-time.ts'

/** After a longer time the clock of the machine may have been set. */
const TRUSTED_MS = 600_000
/** Epochs arrive within a second. */
const LATENCY_MS = 500

export class GlonassTimes {
  /** The last time of another constellation in GPS time, or of GLONASS alone, and when it was received. */
  readonly #known = { gpsMs: Number.NaN, receivedMs: 0, isOwn: true }
  #timeOfDay = Number.NaN
  #isOtherSince = false

  /** `timeOfDay`: DF034. Returns GPS time; `null` if the field is invalid. */
  timeOf(timeOfDay: number, receivedMs: number): number | null {
    // A receiver that repeats 03:00:00 for a leap second sends the same field in two epochs.
    const isRepeated = timeOfDay === this.#timeOfDay && this.#isOtherSince
    const gpsMs = glonassGpsTime(timeOfDay, this.#nearMs(receivedMs), isRepeated)
    if (gpsMs === null) return null
    this.#timeOfDay = timeOfDay
    this.#isOtherSince = false
    if (this.#known.isOwn) this.#know(gpsMs, receivedMs)
    return gpsMs
  }

  hearOther(gpsMs: number, receivedMs: number): void {
    this.#isOtherSince = true
    this.#known.isOwn = false
    this.#know(gpsMs, receivedMs)
  }

  #know(gpsMs: number, receivedMs: number): void {
    this.#known.gpsMs = gpsMs
    this.#known.receivedMs = receivedMs
  }

  /** GLONASS may be sent before the other constellations of its epoch. */
  #nearMs(receivedMs: number): number {
    const { gpsMs, isOwn } = this.#known
    const passedMs = receivedMs - this.#known.receivedMs
    const isTrusted = passedMs >= -LATENCY_MS && passedMs < TRUSTED_MS
    if (Number.isNaN(gpsMs) || (isOwn && !isTrusted)) return gpsFromUtc(receivedMs) - LATENCY_MS
    return gpsMs + (isTrusted ? Math.max(0, passedMs) : 0)
  }
}
