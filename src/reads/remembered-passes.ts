// Whom this caster has let in during the last day, for the minutes in which the database cannot be asked (decision 27). Memory only lets
// in: whoever it does not know, or would refuse, is told to come again. Of a password it keeps a hash with a key of this process. While
// the database answers, that spares whoever comes again the decryption of a password that was compared before.
import { hash, randomBytes } from 'node:crypto'
import type { Pass } from '../domain/sessions/admission.ts'
import type { CredentialChange, KnownTimes } from '../domain/sessions/changes.ts'
import { DAY_MS, MINUTE_MS } from '../domain/time/units.ts'
import type { StoredPass } from '../store/credentials/passes.ts'

const KEPT_MS = DAY_MS
const MOST_KEPT = 200_000
/** A revocation or a change that is told while an admission is under way must still count for it. */
const TOLD_REMEMBERED_MS = MINUTE_MS
/** Of a ciphertext, at its end: another one whenever something was encrypted anew. */
const TAG_BYTES = 16

/** Times are numbers here: dates would take twice the room. */
interface Kept {
  readonly id: number
  readonly username: string
  readonly proof: string
  readonly tag: string
  readonly stationId: number | null
  readonly groupId: number | null
  readonly issuedAt: number
  readonly startsAt: number
  readonly cuts: number
  expiresAt: number
  readonly maxSessions: number
  readonly whenFull: Pass['whenFull']
  readonly geofence: Pass['geofence']
  /** When it was last here. */
  seenAt: number
}

export class RememberedPasses {
  readonly #windowMs: number
  readonly #tell: () => void
  readonly #key = randomBytes(32).toString('latin1')
  readonly #byId = new Map<number, Kept>()
  /** Stays where it is: to look for the first from the beginning passes by whatever was deleted. */
  readonly #oldest = this.#byId.keys()
  readonly #byUsername = new Map<string, Kept>()
  readonly #revoked = new Map<number, number>()
  readonly #cut = new Map<number, { readonly at: number; readonly cuts: number }>()
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

  /** What is kept of a password instead of it. */
  proofOf(username: string, password: string): string {
    return hash('sha256', `${this.#key}${username}\0${password}`, 'binary')
  }

  /** This was right before, and the credential's secret is still the same one. */
  isKnown({ id, secret }: StoredPass, proof: string): boolean {
    const kept = this.#byId.get(id)
    return kept !== undefined && kept.proof === proof && kept.tag === tagOf(secret)
  }

  /** It was let in. */
  remember(pass: StoredPass, proof: string): void {
    if (this.#windowMs === 0 || this.#revoked.has(pass.id) || pass.cuts < (this.#cut.get(pass.id)?.cuts ?? 0)) return
    const { id, username, secret, stationId, groupId, issuedAt, startsAt, expiresAt, maxSessions, whenFull, cuts } =
      pass
    const { geofence } = pass
    const kept: Kept = {
      id,
      username,
      proof,
      tag: tagOf(secret),
      stationId,
      groupId,
      issuedAt: issuedAt.getTime(),
      startsAt: startsAt.getTime(),
      expiresAt: expiresAt.getTime(),
      cuts,
      maxSessions,
      whenFull,
      geofence,
      seenAt: performance.now(),
    }
    this.#byId.delete(id) // and in again at the end: the first ones are the oldest
    this.#byId.set(id, kept)
    this.#byUsername.set(username, kept)
    if (this.#byId.size > MOST_KEPT) this.#forget(this.#oldest.next().value!)
  }

  /** Nothing that is older than a day, and nothing at all when the database was heard too long ago. */
  find(username: string, password: string): Pass | null {
    const now = performance.now()
    const kept = this.#byUsername.get(username)
    if (!kept || now - this.#heardAt > this.#windowMs || now - kept.seenAt > KEPT_MS) return null
    if (kept.proof !== this.proofOf(username, password)) return null
    const { id, stationId, groupId, issuedAt, startsAt, expiresAt, maxSessions, whenFull, cuts, geofence } = kept
    return {
      ...{ id, username, stationId, groupId, maxSessions, whenFull, cuts, geofence },
      ...{ revokedAt: null, suspendedAt: null, isTest: false },
      issuedAt: new Date(issuedAt),
      startsAt: new Date(startsAt),
      expiresAt: new Date(expiresAt),
    }
  }

  /** Its password was right a moment ago. */
  knows(id: number): boolean {
    return this.#byId.has(id) && performance.now() - this.#heardAt <= this.#windowMs
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

  /** What it was let in with may be right no longer, or it ends at another time. */
  change({ id, cuts, expiresAt }: CredentialChange): void {
    const kept = this.#byId.get(id)
    this.#cut.set(id, { at: performance.now(), cuts })
    if (kept && kept.cuts < cuts) this.#forget(id)
    else if (kept) kept.expiresAt = expiresAt
  }

  /** These have a session. What is over is forgotten. */
  refresh(live: Iterable<{ readonly id: number }>): void {
    const now = performance.now()
    for (const { id } of live) {
      const kept = this.#byId.get(id)
      if (kept) kept.seenAt = now
    }
    for (const { id, seenAt } of this.#byId.values()) if (now - seenAt > KEPT_MS) this.#forget(id)
    for (const [id, at] of this.#revoked) if (now - at > TOLD_REMEMBERED_MS) this.#revoked.delete(id)
    for (const [id, { at }] of this.#cut) if (now - at > TOLD_REMEMBERED_MS) this.#cut.delete(id)
  }

  get known(): Iterable<KnownTimes> {
    return this.#byId.values()
  }

  #forget(id: number): void {
    const kept = this.#byId.get(id)
    if (!kept) return
    this.#byId.delete(id)
    this.#byUsername.delete(kept.username)
  }
}

const tagOf = (secret: Buffer) => secret.toString('latin1', secret.length - TAG_BYTES)
