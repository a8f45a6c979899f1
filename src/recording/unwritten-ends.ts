// Sessions that have ended but are still open in the database: a rover that reconnects must not be rejected because of
// its own previous session.
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

  /** Unwritten ends of the same credentials. */
  of(sessions: readonly SessionName[]): string[] {
    if (this.#byCredential.size === 0) return []
    const credentialIds = new Set(sessions.map(({ credentialId }) => credentialId))
    return [...credentialIds].flatMap((id) => [...(this.#byCredential.get(id) ?? [])])
  }
}
