// Whose ephemeris a stream sends when: at once what has just come into view, after that each satellite in its own second
// of thirty.
import type { Satellite } from './sky.ts'

const EVERY_S = 30
/** A newcomer has those of all satellites within three or four epochs, and no epoch is much longer than the others. */
const NEW_AN_EPOCH = 12

export class EphemerisTurns {
  readonly #dueMs = new Map<Satellite, number>()

  /** Of those in view, the ones to tell of now. */
  take(inView: readonly Satellite[], instantMs: number): Satellite[] {
    const arrived = inView.filter((satellite) => !this.#dueMs.has(satellite)).slice(0, NEW_AN_EPOCH)
    const repeated = inView.filter((satellite) => instantMs >= (this.#dueMs.get(satellite) ?? Number.POSITIVE_INFINITY))
    for (const satellite of arrived)
      this.#dueMs.set(satellite, instantMs + 1000 * (1 + ((satellite.index * 7) % EVERY_S)))
    for (const satellite of repeated) this.#dueMs.set(satellite, instantMs + 1000 * EVERY_S)
    return [...arrived, ...repeated]
  }
}
