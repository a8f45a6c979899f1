// The live sessions: by credential, within their limits, until their end.

import type { Pass } from '../../domain/sessions/admission.ts'
import type { CredentialChange, KnownTimes } from '../../domain/sessions/changes.ts'
import { surplusOf } from '../../domain/sessions/limit.ts'
import type { EndReason, SessionLog, SessionName, SessionStart } from '../../domain/sessions/session.ts'
import type { CasterComponent } from '../component.ts'
import type { Rover } from '../rovers/rover.ts'
import { secondsNow } from '../rovers/stream-gaps.ts'
import { Watched } from './watched.ts'

/** A revocation, a change or a kick that arrives during an admission must still find the session. */
const REMEMBERED_MS = 60_000
const SECONDS_PER_RECORD = 60

export class Sessions implements CasterComponent {
  readonly all: Rover[] = []
  /** Expiry of each session, in one array, so that checking all of them touches no rover. */
  readonly #expiries: number[] = []
  readonly #byCredential = new Map<number, Rover[]>()
  /** Admissions in progress, by credential. */
  readonly #coming = new Map<number, number>()
  readonly #revoked = new Map<number, number>()
  readonly #changed = new Map<number, CredentialChange & { readonly at: number }>()
  /** Sessions that must end as soon as their admission is complete. */
  readonly #endsToCome = new Map<string, { readonly at: number; readonly reason: EndReason }>()
  readonly #watched = new Watched()
  #added = 0
  #seconds = 0
  readonly #record: SessionLog
  readonly #clock: () => Date

  constructor(record: SessionLog, clock: () => Date) {
    this.#record = record
    this.#clock = clock
  }

  countOf(credentialId: number): number {
    return this.#byCredential.get(credentialId)?.length ?? 0
  }

  /** Whether one more session would replace another, counting admissions in progress. */
  isFull({ id, maxSessions }: Pick<Pass, 'id' | 'maxSessions'>): boolean {
    return this.countOf(id) + (this.#coming.get(id) ?? 0) >= maxSessions
  }

  /** Marks an admission of the credential as in progress until `expectNoMore`. */
  expect(credentialId: number): void {
    this.#coming.set(credentialId, (this.#coming.get(credentialId) ?? 0) + 1)
  }

  expectNoMore(credentialId: number): void {
    const others = this.#coming.get(credentialId)! - 1
    if (others > 0) this.#coming.set(credentialId, others)
    else this.#coming.delete(credentialId)
  }

  wasJustRevoked(credentialId: number): boolean {
    return this.#revoked.has(credentialId)
  }

  /** While the database is unavailable: ends the oldest local sessions beyond the limit. */
  addFromMemory(rover: Rover, start: SessionStart, limit: Pick<Pass, 'maxSessions'>): void {
    const others = this.#byCredential.get(start.credentialId!) ?? []
    for (const oldest of others.slice(0, surplusOf(limit, others.length + 1))) oldest.end('replaced')
    this.add(rover)
    this.#record.opened(start)
  }

  /** Adds a session on an open mountpoint, recorded without a query. */
  addOpen(rover: Rover, start: SessionStart): void {
    this.add(rover)
    this.#record.opened(start)
  }

  add(rover: Rover): void {
    const id = rover.credentialId
    const rest = id === null ? undefined : this.#byCredential.get(id)
    if (rest) rest.push(rover)
    else if (id !== null) this.#byCredential.set(id, [rover])
    rover.session.index = this.all.length
    rover.session.turn = this.#added++ % SECONDS_PER_RECORD
    this.all.push(rover)
    this.#expiries.push(rover.session.expiresAt)
  }

  roverEnded(rover: Rover, reason: EndReason): void {
    const { index } = rover.session
    const last = this.all.pop()!
    const lastExpiry = this.#expiries.pop()!
    if (last !== rover) {
      this.all[index] = last
      this.#expiries[index] = lastExpiry
      last.session.index = index
    }
    const id = rover.credentialId
    if (id !== null) this.#forget(id, rover)
    this.#record.closed(rover.progress(), this.#clock(), reason, id)
  }

  #forget(credentialId: number, rover: Rover): void {
    const others = (this.#byCredential.get(credentialId) ?? []).filter((other) => other !== rover)
    if (others.length > 0) this.#byCredential.set(credentialId, others)
    else this.#byCredential.delete(credentialId)
  }

  revoke(credentialId: number): void {
    this.#revoked.set(credentialId, performance.now())
    for (const rover of this.#byCredential.get(credentialId) ?? []) rover.end('revoked')
  }

  /**
   * Ends sessions that were admitted before the last change that disconnects (`cuts`). The others get the new expiry.
   * `settle` handles admissions in progress.
   */
  change(change: CredentialChange): void {
    this.#changed.set(change.id, { ...change, at: performance.now() })
    for (const rover of this.#byCredential.get(change.id) ?? []) this.#follow(rover, change)
  }

  #follow(rover: Rover, { cuts, expiresAt, suspended }: CredentialChange): void {
    const { session } = rover
    if (session.cuts < cuts) return void rover.end(suspended ? 'suspended' : 'changed')
    session.expiresAt = expiresAt
    this.#expiries[session.index] = expiresAt
  }

  /** For admissions in progress see `settle`. */
  end({ id, credentialId }: SessionName, reason: EndReason): void {
    const among = credentialId === null ? this.all : this.#byCredential.get(credentialId)
    const rover = among?.find((one) => one.id === id)
    if (rover) rover.end(reason)
    else this.#endsToCome.set(id, { at: performance.now(), reason })
  }

  /** Call when the admission is complete: applies changes that arrived meanwhile. */
  settle(rover: Rover): void {
    if (rover.hasEnded) return
    const end = this.#endsToCome.get(rover.id)
    if (end) return void rover.end(end.reason)
    const change = rover.credentialId === null ? undefined : this.#changed.get(rover.credentialId)
    if (change) this.#follow(rover, change)
  }

  /** The credentials that have sessions; of several sessions, the state of the first. */
  known(): KnownTimes[] {
    return [...this.#byCredential].map(([id, [first]]) => {
      const { cuts, expiresAt } = first!.session
      return { id, cuts, expiresAt }
    })
  }

  /** Ends expired sessions. One pass costs less than a timer per session, and follows a clock that is set. */
  tick(): void {
    const now = this.#clock().getTime()
    for (let index = this.all.length - 1; index >= 0; index--)
      if (this.#expiries[index]! <= now) this.all[index]!.end('expired')
    const forget = performance.now() - REMEMBERED_MS
    for (const [id, at] of this.#revoked) if (at < forget) this.#revoked.delete(id)
    for (const [id, { at }] of this.#changed) if (at < forget) this.#changed.delete(id)
    for (const [id, { at }] of this.#endsToCome) if (at < forget) this.#endsToCome.delete(id)
  }

  /** Called every second: checks all streams for gaps, records a sixtieth of the sessions. All would delay streams. */
  recordSome(): void {
    const now = secondsNow()
    this.#seconds += 1
    const turn = this.#seconds % SECONDS_PER_RECORD
    for (const rover of this.all) {
      rover.gaps.check(rover.bytes, rover.feed, now)
      if (rover.session.turn === turn && rover.hasNews) this.roverNoted(rover)
    }
    for (const id of this.#watched.next(now)) {
      const newest = this.#byCredential.get(id)?.at(-1)
      if (newest) this.roverNoted(newest)
    }
  }

  /** Call while pages of these credentials are open and show their progress live. */
  watch(credentialIds: readonly number[]): void {
    const here = credentialIds.filter((id) => this.#byCredential.has(id))
    this.#watched.watch(here, secondsNow())
  }

  /** Records the progress immediately: an operator asks why a rover gets nothing while it is connected. */
  roverNoted(rover: Rover): void {
    rover.session.recordedBytes = rover.bytes
    rover.session.recordedPositions = rover.position.count
    this.#record.progressed(rover.progress())
  }

  stop(): void {
    for (const rover of [...this.all]) rover.end('shutdown')
  }
}
