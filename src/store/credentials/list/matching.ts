// Pages of the credentials that match the console's filters and search, for the list, exports and jobs.

import { mapInTurns } from '../../../base/running/turns.ts'
import { stateAt } from '../../../domain/credentials/credential.ts'
import { normalizedUsername } from '../../../domain/sessions/admission.ts'
import { folded, searchWords } from '../../../domain/text/search-words.ts'
import type { StationBook } from '../../current/current.ts'
import { type Database, only, plannedEachTime } from '../../kit/database.ts'
import type { ListedCredential } from '../listed.ts'
import { LIVE } from '../states.ts'
import { listByExpiry } from './by-expiry.ts'
import { conditionsOf } from './conditions.ts'
import { listNewestListed } from './newest.ts'
import { type CredentialSearch, type SearchPlace, searchCredentials } from './search.ts'
import { ListValues, type Selection } from './values.ts'

export interface CredentialQuestion extends Pick<Selection, 'scope' | 'filter'> {
  /** The search as it was typed; empty if nothing is searched. */
  readonly q: string
}

/** Where a page ended and the next one continues. Jobs store it as JSON. */
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

/** Newest first; soonest first if the filter is "expires soon". A search lists user names, names, stations, groups. */
export async function matchingPage(
  { db, book, now }: Services,
  { scope, filter, q }: CredentialQuestion,
  after: MatchPlace | null,
  limit: number,
): Promise<MatchPage> {
  const search = await searchOf(q, book)
  const selection = { scope, filter, now }
  // A search without any letter or digit finds nothing.
  if (search?.words.length === 0) return { rows: [], next: null }
  if (search) {
    const from = after === null || after.by === 'id' || after.by === 'end' ? null : after
    return searchCredentials(db, { ...selection, search }, from, limit)
  }
  // One row more than the page shows whether another page follows.
  if (filter.endsWithinDays !== undefined) {
    const from = after?.by === 'end' ? { expiresAt: new Date(after.at), id: after.id } : null
    const found = await listByExpiry(db, selection, { down: false, after: from, limit: limit + 1 })
    return cut(found, limit, ({ expiresAt, id }) => ({ by: 'end', at: expiresAt.getTime(), id }))
  }
  const before = after?.by === 'id' ? after.id : undefined
  const found = await listNewestListed(db, selection, { before, limit: limit + 1 })
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

interface MatchCount {
  readonly count: number
  readonly connected: number
  readonly revoked: number
  readonly expired: number
}

/** Counts up to `most + 1` matches, and the rovers connected with them now. */
export async function countMatches(
  services: Services,
  question: CredentialQuestion,
  most: number,
): Promise<MatchCount> {
  if (question.q.trim() === '') return countFiltered(services.db, { ...question, now: services.now }, most)
  let [count, connected, revoked, expired] = [0, 0, 0, 0]
  let place: MatchPlace | null = null
  do {
    const page: MatchPage = await matchingPage(services, question, place, AT_ONCE)
    count += page.rows.length
    connected += page.rows.reduce((sum, row) => sum + row.connected, 0)
    const states = page.rows.map((row) => stateAt(row, services.now))
    revoked += states.filter((state) => state === 'revoked').length
    expired += states.filter((state) => state === 'expired').length
    place = page.next
  } while (place && count <= most)
  return { count, connected, revoked, expired }
}

export function countFiltered(db: Database, selection: Selection, most: number): Promise<MatchCount> {
  const values = new ListValues(selection)
  // LIVE lets the planner use the index by expiry.
  const wanted = `${selection.filter.endsWithinDays === undefined ? '' : `${LIVE} and `}${conditionsOf(values)}`
  const from = `from ${values.owners} join credentials on owner_id = owners.id where ${wanted}`
  const text = `select found.*, (select count(*)::integer from sessions where ended_at is null and credential_id in
      (select credentials.id ${from} and credentials.id in (select credential_id from sessions where ended_at is null))) as connected
    from (
      select count(*)::integer as count, count(revoked_at)::integer as revoked,
        (count(*) filter (where revoked_at is null and expires_at <= ${values.now}))::integer as expired
      from (select revoked_at, expires_at ${from} limit ${values.add(most + 1)}) as matches
    ) as found`
  return only<MatchCount>(db, plannedEachTime(text), values.values)
}

const USERNAME = /^[^\s:]{3,}$/u
/** Max stations, and max groups, whose credentials a search lists. */
const MOST_STATIONS = 50

async function searchOf(q: string, book: StationBook): Promise<CredentialSearch | null> {
  if (q.trim() === '') return null
  const words = searchWords(q)
  const typed = normalizedUsername(q)
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
