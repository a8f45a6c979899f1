// The credentials that a BKG caster has to know, kept up to date: all are read once, and then what is new, what we are told of and what begins or ends.
// From time to time all are read again, in case something was missed.

import { mapInTurns } from '../base/running/turns.ts'
import { openCredential } from '../base/secrets/credential.ts'
import type { KeyRing } from '../base/secrets.ts'
import type { Served } from '../domain/bkg/plan.ts'
import {
  findProvided,
  listNewerCredentials,
  listProvided,
  newestCredential,
  type Place,
  type ProvidedRow,
} from '../store/bkg/provided.ts'
import type { Database } from '../store/kit/database.ts'

const PAGE = 1_000
/** So long a smaller number may come after a greater one: whoever issues takes it, and then commits. */
const LATE_MS = 15_000
const ALL_EVERY_MS = 600_000

interface Entry extends Served {
  readonly issuedAt: number
  readonly startsAt: number
  readonly expiresAt: number
  readonly suspended: boolean
  readonly cuts: number
}

export class BkgModel {
  readonly #db: Database
  readonly #keys: KeyRing
  readonly #entries = new Map<number, Entry>()
  #newest: { readonly id: number; readonly at: number }[] = []
  #allReadAt: number | null = null
  /** Users whose sessions have to end although they may come again. */
  readonly cut = new Set<string>()

  constructor(db: Database, keys: KeyRing) {
    this.#db = db
    this.#keys = keys
  }

  /** The next refresh reads all. */
  doubt(): void {
    this.#allReadAt = null
  }

  /** Since when something is otherwise; null: nothing is. */
  async refresh(told: readonly number[], now: number): Promise<number | null> {
    if (this.#allReadAt === null || Math.abs(now - this.#allReadAt) >= ALL_EVERY_MS) return this.#readAll(now)
    const from = this.#newest[0]?.id ?? 0
    const newer = await listNewerCredentials(this.#db, from)
    const unknown = newer.map(({ id }) => id).filter((id) => !this.#entries.has(id))
    this.#noteNewest(newer.at(-1)?.id ?? from, now)
    const ids = [...new Set([...told, ...unknown])]
    let since: number | null = null
    for (let at = 0; at < ids.length; at += PAGE) {
      const changed = await this.#take(await findProvided(this.#db, ids.slice(at, at + PAGE)), now)
      since = earlier(since, changed)
    }
    return since
  }

  async #readAll(now: number): Promise<number | null> {
    const newest = await newestCredential(this.#db)
    const gone = new Set(this.#entries.keys())
    let since: number | null = null
    let after: Place = { ownerId: 0, id: 0 }
    for (;;) {
      const rows = await listProvided(this.#db, after, PAGE)
      for (const { id } of rows) gone.delete(id)
      since = earlier(since, await this.#take(rows, now))
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) break
      after = last
    }
    for (const id of gone) if (this.#entries.delete(id)) since = earlier(since, now)
    // Nobody knows what was newest before the first reading: what came late then only another one finds.
    this.#allReadAt = this.#newest.length === 0 ? now - ALL_EVERY_MS + LATE_MS : now
    this.#noteNewest(newest, now)
    return since
  }

  async #take(rows: readonly ProvidedRow[], now: number): Promise<number | null> {
    let since: number | null = null
    await mapInTurns(rows, (row) => {
      const before = this.#entries.get(row.id)
      const isOver = row.revokedAt !== null || row.expiresAt.getTime() <= now
      if (isOver) {
        if (this.#entries.delete(row.id)) since = earlier(since, now)
        return
      }
      const entry = entryOf(row, openCredential(this.#keys, row).password)
      this.#entries.set(row.id, entry)
      if (before && isSame(before, entry)) return
      if (before && before.cuts !== entry.cuts) this.cut.add(entry.username)
      since = earlier(since, before ? now : Math.min(now, Math.max(entry.issuedAt, entry.startsAt)))
    })
    return since
  }

  /** What was newest a while ago: from there on others may still come. */
  #noteNewest(id: number, now: number): void {
    this.#newest.push({ id, at: now })
    while (this.#newest.length > 1 && Math.abs(now - this.#newest[1]!.at) >= LATE_MS) this.#newest.shift()
  }

  *served(now: number): Generator<Served> {
    for (const entry of this.#entries.values()) if (isServed(entry, now)) yield entry
  }

  /** When the next of them begins or ends after then; Infinity: none does. */
  nextAfter(now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const { startsAt, expiresAt } of this.#entries.values()) {
      if (startsAt > now && startsAt < next) next = startsAt
      if (expiresAt > now && expiresAt < next) next = expiresAt
    }
    return next
  }
}

const isServed = ({ startsAt, expiresAt, suspended }: Entry, now: number) =>
  !suspended && startsAt <= now && expiresAt > now

const entryOf = (row: ProvidedRow, password: string): Entry => ({
  id: row.id,
  username: row.username,
  password,
  stationId: row.stationId,
  groupId: row.groupId,
  maxSessions: row.maxSessions,
  fence: row.fence,
  issuedAt: row.issuedAt.getTime(),
  startsAt: row.startsAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  suspended: row.suspendedAt !== null,
  cuts: row.cuts,
})

const isSame = (one: Entry, other: Entry) =>
  (Object.keys(one) as (keyof Entry)[]).every((name) => one[name] === other[name])

export const earlier = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)
