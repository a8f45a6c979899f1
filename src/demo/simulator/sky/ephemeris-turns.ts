// The schedule of ephemerides in a stream: a satellite that comes into view is sent at once, then every thirty seconds
// at its own offset.
import type { Satellite } from './sky.ts'

const EVERY_S = 30
/** A new receiver gets all ephemerides within three or four epochs, and epochs stay similar in size. */
const NEW_AN_EPOCH = 12

export class EphemerisTurns {
  readonly #dueMs = new Map<Satellite, number>()

  take(inView: readonly Satellite[], instantMs: number): Satellite[] {
    const arrived = inView.filter((satellite) => !this.#dueMs.has(satellite)).slice(0, NEW_AN_EPOCH)
    const repeated = inView.filter((satellite) => instantMs >= (this.#dueMs.get(satellite) ?? Number.POSITIVE_INFINITY))
    for (const satellite of arrived)
      this.#dueMs.set(satellite, instantMs + 1000 * (1 + ((satellite.index * 7) % EVERY_S)))
    for (const satellite of repeated) this.#dueMs.set(satellite, instantMs + 1000 * EVERY_S)
    return [...arrived, ...repeated]
  }
}
