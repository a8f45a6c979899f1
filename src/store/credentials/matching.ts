// All credentials that a list's filters and search leave, a page at a time from whichever place: for the list itself, for an export, and
// for what is done with all of them.

import { mapInTurns } from '../../base/running/turns.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { usernameAsMeant } from '../../domain/sessions/admission.ts'
import { folded, searchWords } from '../../domain/text/search-words.ts'
import type { StationBook } from '../current/current.ts'
import type { Database } from '../kit/database.ts'
import { listByExpiry } from './by-expiry.ts'
import type { CredentialFilter, ListedCredential } from './listed.ts'
import { countMatching, listCredentialPage } from './pages.ts'
import { type CredentialSearch, type SearchPlace, searchCredentials } from './search.ts'

export interface CredentialQuestion {
  readonly scope: OwnerScope
  readonly filter: CredentialFilter
  /** What is looked for, as it was typed; empty: nothing. */
  readonly q: string
}

/** Where a page ended; the next goes on behind it. It can be kept as JSON. */
export type MatchPlace =
  | { readonly by: 'id'; readonly id: number }
  | { readonly by: 'end'; readonly at: number; readonly id: number }
  | SearchPlace

export interface MatchPage {
  readonly rows: readonly ListedCredential[]
  readonly next: MatchPlace | null
}

interface Services {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
}

/**
 * Newest first; of those that end soon, the soonest; of a search, what matches the user name, then customer and label, then the station.
 */
export async function matchingPage(
  { db, book, now }: Services,
  { scope, filter, q }: CredentialQuestion,
  after: MatchPlace | null,
  limit: number,
): Promise<MatchPage> {
  const search = await searchOf(q, book)
  // Signs that no word is made of find nothing, rather than everything.
  if (search?.words.length === 0) return { rows: [], next: null }
  if (search) {
    const from = after === null || after.by === 'id' || after.by === 'end' ? null : after
    return searchCredentials(db, { scope, filter, search, now }, from, limit)
  }
  // One more than is wanted tells whether another page follows.
  if (filter.endsWithinDays !== undefined) {
    const from = after?.by === 'end' ? { expiresAt: new Date(after.at), id: after.id } : null
    const found = await listByExpiry(db, scope, filter, { down: false, after: from, limit: limit + 1 }, now)
    return cut(found, limit, ({ expiresAt, id }) => ({ by: 'end', at: expiresAt.getTime(), id }))
  }
  const before = after?.by === 'id' ? after.id : undefined
  const found = await listCredentialPage(db, scope, filter, { before, limit: limit + 1 }, now)
  return cut(found, limit, ({ id }) => ({ by: 'id', id }))
}

function cut(
  found: readonly ListedCredential[],
  limit: number,
  placeOf: (last: ListedCredential) => MatchPlace,
): MatchPage {
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? placeOf(rows.at(-1)!) : null }
}

const AT_ONCE = 1_000

/** How many match, up to `most` and one more, and how many rovers are connected with those now. */
export async function countMatches(
  services: Services,
  question: CredentialQuestion,
  most: number,
): Promise<{ readonly count: number; readonly connected: number }> {
  if (question.q.trim() === '') return countMatching(services.db, question.scope, question.filter, most, services.now)
  let [count, connected] = [0, 0]
  let place: MatchPlace | null = null
  do {
    const page: MatchPage = await matchingPage(services, question, place, AT_ONCE)
    count += page.rows.length
    connected += page.rows.reduce((sum, row) => sum + row.connected, 0)
    place = page.next
  } while (place && count <= most)
  return { count, connected }
}

const USERNAME = /^[^\s:]{3,}$/u
/** Or groups. */
const MOST_STATIONS = 50

/** Null: nothing is looked for. */
async function searchOf(q: string, book: StationBook): Promise<CredentialSearch | null> {
  if (q.trim() === '') return null
  const words = searchWords(q)
  const typed = usernameAsMeant(q)
  const username = USERNAME.test(typed) ? typed : null
  const beginning = folded(q.trim())
  return { username, words, stationIds: await stationsCalled(beginning, book), groupIds: groupsCalled(beginning, book) }
}

async function stationsCalled(beginning: string, { byId }: StationBook): Promise<number[]> {
  const ids = await mapInTurns([...byId.values()], ({ id, code, name, mountpoint }) =>
    [code, name, mountpoint].some((text) => folded(text).startsWith(beginning)) ? [id] : [],
  )
  return ids.flat().slice(0, MOST_STATIONS)
}

const groupsCalled = (beginning: string, { groups }: StationBook): number[] =>
  Array.from(groups.values())
    .filter(({ name }) => folded(name).startsWith(beginning))
    .map(({ id }) => id)
    .slice(0, MOST_STATIONS)
