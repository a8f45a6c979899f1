// The live sessions: who they belong to, how many a credential may have, and when each must end.

import type { Pass } from '../../domain/sessions/admission.ts'
import type { CredentialChange, KnownTimes } from '../../domain/sessions/changes.ts'
import { surplusOf } from '../../domain/sessions/limit.ts'
import type { EndReason, SessionLog, SessionName, SessionStart } from '../../domain/sessions/session.ts'
import { type Rover, secondsNow } from './rover.ts'
import { Watched } from './watched.ts'

/** A revocation, a change, or the wish that a session ends, that is noticed while an admission is under way must still find it. */
const REMEMBERED_MS = 60_000
const LOOKS_A_RECORD = 60

export class Sessions {
  readonly all: Rover[] = []
  /** When each of them must end, side by side: a look at all of them touches no rover. */
  readonly #expiries: number[] = []
  readonly #byCredential = new Map<number, Rover[]>()
  /** How many of a credential are on their way in. */
  readonly #coming = new Map<number, number>()
  readonly #revoked = new Map<number, number>()
  readonly #changed = new Map<number, CredentialChange & { readonly at: number }>()
  /** Sessions that were to end before they were here, or after. */
  readonly #endsToCome = new Map<string, { readonly at: number; readonly reason: EndReason }>()
  readonly #watched = new Watched()
  #added = 0
  #looks = 0
  readonly #record: SessionLog
  readonly #clock: () => Date

  constructor(record: SessionLog, clock: () => Date) {
    this.#record = record
    this.#clock = clock
  }

  /** How many it has now. */
  countOf(credentialId: number): number {
    return this.#byCredential.get(credentialId)?.length ?? 0
  }

  /** Whether one more would take the place of another, which may still be on its way in. */
  isFull({ id, maxSessions }: Pick<Pass, 'id' | 'maxSessions'>): boolean {
    return this.countOf(id) + (this.#coming.get(id) ?? 0) >= maxSessions
  }

  /** One of it is on its way in, until that is over. */
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

  /** There was nobody to ask who else has to go: of those here, the oldest beyond what is allowed. */
  addFromMemory(rover: Rover, start: SessionStart, limit: Pick<Pass, 'maxSessions'>): void {
    const others = this.#byCredential.get(start.credentialId!) ?? []
    for (const oldest of others.slice(0, surplusOf(limit, others.length + 1))) oldest.end('replaced')
    this.add(rover)
    this.#record.opened(start)
  }

  /** At an open mountpoint, without a login: nobody is asked, and it is written down beside. */
  addOpen(rover: Rover, start: SessionStart): void {
    this.add(rover)
    this.#record.opened(start)
  }

  add(rover: Rover): void {
    const id = rover.credentialId
    const rest = id === null ? undefined : this.#byCredential.get(id)
    if (rest) rest.push(rover)
    else if (id !== null) this.#byCredential.set(id, [rover])
    rover.index = this.all.length
    rover.turn = this.#added++ % LOOKS_A_RECORD
    this.all.push(rover)
    this.#expiries.push(rover.expiresAt)
  }

  /** Called by a rover that has ended. */
  remove(rover: Rover, reason: EndReason): void {
    const last = this.all.pop()!
    const lastExpiry = this.#expiries.pop()!
    if (last !== rover) {
      this.all[rover.index] = last
      this.#expiries[rover.index] = lastExpiry
      last.index = rover.index
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

  /** Those that came in before its last cut end, the others go on to its new end. Also what is on its way in: see `settle`. */
  change(change: CredentialChange): void {
    this.#changed.set(change.id, { ...change, at: performance.now() })
    for (const rover of this.#byCredential.get(change.id) ?? []) this.#follow(rover, change)
  }

  #follow(rover: Rover, { cuts, expiresAt, suspended }: CredentialChange): void {
    if (rover.cuts < cuts) return void rover.end(suspended ? 'suspended' : 'changed')
    rover.expiresAt = expiresAt
    this.#expiries[rover.index] = expiresAt
  }

  /** Also one that is on its way in: see `settle`. */
  end({ id, credentialId }: SessionName, reason: EndReason): void {
    const among = credentialId === null ? this.all : this.#byCredential.get(credentialId)
    const rover = among?.find((one) => one.id === id)
    if (rover) rover.end(reason)
    else this.#endsToCome.set(id, { at: performance.now(), reason })
  }

  /** It is in: what was wanted of it meanwhile happens now. */
  settle(rover: Rover): void {
    if (rover.hasEnded) return
    const end = this.#endsToCome.get(rover.id)
    if (end) return void rover.end(end.reason)
    const change = rover.credentialId === null ? undefined : this.#changed.get(rover.credentialId)
    if (change) this.#follow(rover, change)
  }

  /** Of every credential that has a session; of several sessions, what the one knows that came in first. */
  known(): KnownTimes[] {
    return [...this.#byCredential].map(([id, [first]]) => ({ id, cuts: first!.cuts, expiresAt: first!.expiresAt }))
  }

  /** A pass over all of them costs less than a timer for each, and a clock that is set does not mislead it. */
  endExpired(): void {
    const now = this.#clock().getTime()
    for (let index = this.all.length - 1; index >= 0; index--)
      if (this.#expiries[index]! <= now) this.all[index]!.end('expired')
    const forget = performance.now() - REMEMBERED_MS
    for (const [id, at] of this.#revoked) if (at < forget) this.#revoked.delete(id)
    for (const [id, { at }] of this.#changed) if (at < forget) this.#changed.delete(id)
    for (const [id, { at }] of this.#endsToCome) if (at < forget) this.#endsToCome.delete(id)
  }

  /**
   * What each of them feels, about once a second. Those whose turn it is are written down, if they have moved on: each about once a
   * minute, not all at once. Ten thousand at once would keep streams waiting.
   */
  look(): void {
    const now = secondsNow()
    this.#looks += 1
    const turn = this.#looks % LOOKS_A_RECORD
    for (const rover of this.all) {
      rover.look(now)
      if (rover.turn === turn && rover.hasNews) this.recordProgressOf(rover)
    }
    for (const id of this.#watched.next(now)) {
      const newest = this.#byCredential.get(id)?.at(-1)
      if (newest) this.recordProgressOf(newest)
    }
  }

  /** Somebody has the pages of these credentials open, and wants to see now what becomes of them. */
  watch(credentialIds: readonly number[]): void {
    const here = credentialIds.filter((id) => this.#byCredential.has(id))
    this.#watched.watch(here, secondsNow())
  }

  recordProgressOf(rover: Rover): void {
    rover.recordedBytes = rover.bytes
    rover.recordedPositions = rover.positions
    this.#record.progressed(rover.progress())
  }

  endAll(reason: EndReason): void {
    for (const rover of [...this.all]) rover.end(reason)
  }
}
