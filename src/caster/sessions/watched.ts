// Sessions that are shown live on a customer's page are recorded every second for a while instead of every minute. The
// number recorded per second is limited; beyond that, sessions take turns.

/** Duration of a watch. An open page renews its watch well before the end. */
const WATCHED_SECONDS = 45
const MOST_A_SECOND = 50

export class Watched {
  /** End of the watch by credential, in order of turns. */
  readonly #until = new Map<number, number>()

  watch(credentialIds: readonly number[], now: number): void {
    // A credential that is already present keeps its position.
    for (const id of credentialIds) this.#until.set(id, now + WATCHED_SECONDS)
  }

  next(now: number): number[] {
    const first = this.#until.entries().take(MOST_A_SECOND).toArray()
    for (const [id] of first) this.#until.delete(id)
    const looked = first.filter(([, until]) => until >= now)
    for (const [id, until] of looked) this.#until.set(id, until)
    return looked.map(([id]) => id)
  }
}
