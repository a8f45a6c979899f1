// Sessions that are shown live on a customer's page: recorded every second for a while instead of every minute. However many pages are open, a
// limited number is recorded per second; beyond that they take turns.

/** Open pages ask again well before. */
const WATCHED_SECONDS = 45
const MOST_A_SECOND = 50

export class Watched {
  /** Until when, by credential; the next one in turn comes first. */
  readonly #until = new Map<number, number>()

  watch(credentialIds: readonly number[], now: number): void {
    // A credential that is present keeps its place.
    for (const id of credentialIds) this.#until.set(id, now + WATCHED_SECONDS)
  }

  /** The credentials whose turn it is. */
  next(now: number): number[] {
    const first = this.#until.entries().take(MOST_A_SECOND).toArray()
    for (const [id] of first) this.#until.delete(id)
    const looked = first.filter(([, until]) => until >= now)
    for (const [id, until] of looked) this.#until.set(id, until)
    return looked.map(([id]) => id)
  }
}
