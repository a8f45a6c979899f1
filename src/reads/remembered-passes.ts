// Credentials that this caster admitted during the last day, for use while the database is unavailable (decision 27).
// Memory only admits: a rover that is unknown here, or would be rejected, gets a temporary error. Passwords are kept as
// hashes with a key of this process. While the database is available, the hashes save decrypting the password of a
// returning rover.
import { hash, randomBytes } from 'node:crypto'
import type { Pass } from '../domain/sessions/admission.ts'
import type { CredentialChange, KnownTimes } from '../domain/sessions/changes.ts'
import { DAY_MS, MINUTE_MS } from '../domain/time/units.ts'
import type { StoredPass } from '../store/credentials/passes.ts'

const KEPT_MS = DAY_MS
const MOST_KEPT = 200_000
/** Revocations and changes that arrive during an admission must still apply to it. */
const TOLD_REMEMBERED_MS = MINUTE_MS
/** Authentication tag at the end of a ciphertext; it changes whenever the secret is re-encrypted. */
const TAG_BYTES = 16

/** Times are numbers, which take half the memory of dates. */
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
  seenAt: number
}

export class RememberedPasses {
  readonly #windowMs: number
  readonly #tell: () => void
  readonly #key = randomBytes(32).toString('latin1')
  readonly #byId = new Map<number, Kept>()
  /** Kept as a field: a new iterator would step over all deleted entries again. */
  readonly #oldest = this.#byId.keys()
  readonly #byUsername = new Map<string, Kept>()
  readonly #revoked = new Map<number, number>()
  readonly #cut = new Map<number, { readonly at: number; readonly cuts: number }>()
  #heardAt = performance.now()
  #hasTold = false

  /**
   * `windowMs`: how long after the last database response rovers are admitted from memory; 0 disables this. `tell` is
   * called once per outage.
   */
  constructor(windowMs: number, tell: () => void) {
    this.#windowMs = windowMs
    this.#tell = tell
  }

  heard(): void {
    this.#heardAt = performance.now()
    this.#hasTold = false
  }

  /** Keyed hash that is stored instead of the password. */
  proofOf(username: string, password: string): string {
    return hash('sha256', `${this.#key}${username}\0${password}`, 'binary')
  }

  /** True if this password was right before and the stored secret is unchanged. */
  isKnown({ id, secret }: StoredPass, proof: string): boolean {
    const kept = this.#byId.get(id)
    return kept !== undefined && kept.proof === proof && kept.tag === tagOf(secret)
  }

  /** Call after a successful admission. */
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
    this.#byId.delete(id) // reinserted at the end, so that the oldest come first
    this.#byId.set(id, kept)
    this.#byUsername.set(username, kept)
    if (this.#byId.size > MOST_KEPT) this.#forget(this.#oldest.next().value!)
  }

  /** Ignores entries older than a day, and all entries if the last database response is too old. */
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

  /** True if the credential is remembered and the last database response is recent enough. */
  knows(id: number): boolean {
    return this.#byId.has(id) && performance.now() - this.#heardAt <= this.#windowMs
  }

  /** Call when a rover was admitted from memory. Calls `tell`, once per outage. */
  used(): void {
    if (!this.#hasTold) this.#tell()
    this.#hasTold = true
  }

  revoke(id: number): void {
    this.#revoked.set(id, performance.now())
    this.#forget(id)
  }

  /** Forgets a credential whose sessions were cut, or updates its end. */
  change({ id, cuts, expiresAt }: CredentialChange): void {
    const kept = this.#byId.get(id)
    this.#cut.set(id, { at: performance.now(), cuts })
    if (kept && kept.cuts < cuts) this.#forget(id)
    else if (kept) kept.expiresAt = expiresAt
  }

  /** Marks credentials with open sessions as seen, and forgets stale entries. */
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
