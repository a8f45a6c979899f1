// Sessions that somebody looks at on the customer's page: written down every second for a while instead of every minute. However many pages
// are open, so many are written in a second and no more; beyond that they take turns.

/** Pages ask again well before that, or are closed. */
const WATCHED_SECONDS = 45
const MOST_A_SECOND = 50

export class Watched {
  /** By credential, until when; whose turn is next comes first. */
  readonly #until = new Map<number, number>()

  watch(credentialIds: readonly number[], now: number): void {
    // One that is in it keeps its place.
    for (const id of credentialIds) this.#until.set(id, now + WATCHED_SECONDS)
  }

  /** Whose turn it is. */
  next(now: number): number[] {
    const first = this.#until.entries().take(MOST_A_SECOND).toArray()
    for (const [id] of first) this.#until.delete(id)
    const looked = first.filter(([, until]) => until >= now)
    for (const [id, until] of looked) this.#until.set(id, until)
    return looked.map(([id]) => id)
  }
}
