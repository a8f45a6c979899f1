// Whom this caster has let in during the last day, for the minutes in which the database cannot be asked (decision 27). Memory only lets
// in: whoever it does not know, or would refuse, is told to come again. It holds what the database holds, so a password is in it only
// as ciphertext.
import type { StoredPass } from '../store/credentials/passes.ts'

const KEPT_MS = 86_400_000
const MOST_KEPT = 200_000
/** A revocation that is told while an admission is under way must still count for it. */
const REVOCATION_REMEMBERED_MS = 60_000

/** Times as numbers and bytes as text: a third of the room of dates and a buffer. */
interface Kept {
  readonly id: number
  readonly username: string
  readonly secret: string
  readonly stationId: number | null
  readonly issuedAt: number
  readonly startsAt: number
  readonly expiresAt: number
  readonly maxSessions: number
  readonly whenFull: StoredPass['whenFull']
  /** When it was last here. */
  seenAt: number
}

export class RememberedPasses {
  readonly #windowMs: number
  readonly #tell: () => void
  readonly #byId = new Map<number, Kept>()
  readonly #byUsername = new Map<string, Kept>()
  readonly #revoked = new Map<number, number>()
  #heardAt = performance.now()
  #hasTold = false

  /** So long after the database was last heard they count; 0: never. `tell`: the first of an outage is let in. */
  constructor(windowMs: number, tell: () => void) {
    this.#windowMs = windowMs
    this.#tell = tell
  }

  /** The database has answered. */
  heard(): void {
    this.#heardAt = performance.now()
    this.#hasTold = false
  }

  remember(pass: StoredPass): void {
    if (this.#windowMs === 0 || this.#revoked.has(pass.id)) return
    this.#forget(pass.id)
    const { id, username, secret, stationId, issuedAt, startsAt, expiresAt, maxSessions, whenFull } = pass
    const kept: Kept = {
      id,
      username,
      secret: secret.toString('latin1'),
      stationId,
      issuedAt: issuedAt.getTime(),
      startsAt: startsAt.getTime(),
      expiresAt: expiresAt.getTime(),
      maxSessions,
      whenFull,
      seenAt: performance.now(),
    }
    this.#byId.set(id, kept)
    this.#byUsername.set(username, kept)
    if (this.#byId.size > MOST_KEPT) this.#forget(this.#byId.keys().next().value!)
  }

  /** Nothing that is older than a day, and nothing at all when the database was heard too long ago. */
  find(username: string): StoredPass | null {
    const now = performance.now()
    const kept = this.#byUsername.get(username)
    if (!kept || now - this.#heardAt > this.#windowMs || now - kept.seenAt > KEPT_MS) return null
    return {
      ...kept,
      secret: Buffer.from(kept.secret, 'latin1'),
      issuedAt: new Date(kept.issuedAt),
      startsAt: new Date(kept.startsAt),
      expiresAt: new Date(kept.expiresAt),
      revokedAt: null,
      sessionsElsewhere: 0,
    }
  }

  /** One that was found has come in. */
  used(): void {
    if (!this.#hasTold) this.#tell()
    this.#hasTold = true
  }

  revoke(id: number): void {
    this.#revoked.set(id, performance.now())
    this.#forget(id)
  }

  /** These have a session. What is over is forgotten. */
  look(live: Iterable<number>): void {
    const now = performance.now()
    for (const id of live) {
      const kept = this.#byId.get(id)
      if (kept) kept.seenAt = now
    }
    for (const { id, seenAt } of this.#byId.values()) if (now - seenAt > KEPT_MS) this.#forget(id)
    for (const [id, at] of this.#revoked) if (now - at > REVOCATION_REMEMBERED_MS) this.#revoked.delete(id)
  }

  get ids(): Iterable<number> {
    return this.#byId.keys()
  }

  #forget(id: number): void {
    const kept = this.#byId.get(id)
    if (!kept) return
    this.#byId.delete(id)
    if (this.#byUsername.get(kept.username) === kept) this.#byUsername.delete(kept.username)
  }
}
