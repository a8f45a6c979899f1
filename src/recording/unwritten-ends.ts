// Sessions that have ended and still stand in the database as open: who comes back at once must not be refused because of itself.
import type { SessionName } from '../domain/sessions/session.ts'

export class UnwrittenEnds {
  readonly #credentials = new Map<string, number | null>()
  readonly #byCredential = new Map<number | null, Set<string>>()

  add({ id, credentialId }: SessionName): void {
    this.#credentials.set(id, credentialId)
    const ids = this.#byCredential.get(credentialId)
    if (ids) ids.add(id)
    else this.#byCredential.set(credentialId, new Set([id]))
  }

  delete(id: string): void {
    const credentialId = this.#credentials.get(id)
    if (credentialId === undefined) return
    this.#credentials.delete(id)
    const ids = this.#byCredential.get(credentialId)!
    ids.delete(id)
    if (ids.size === 0) this.#byCredential.delete(credentialId)
  }

  /** Of the credentials of these. */
  of(sessions: readonly SessionName[]): string[] {
    if (this.#byCredential.size === 0) return []
    const credentialIds = new Set(sessions.map(({ credentialId }) => credentialId))
    return [...credentialIds].flatMap((id) => [...(this.#byCredential.get(id) ?? [])])
  }
}
