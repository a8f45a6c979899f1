// Finds credentials by what people remember: the user name, words of the customer or the label, the station, the group. One kind of match
// after the other, each in the order of its index, so that any number of matches costs no more than the page that is shown.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { COLUMNS, type CredentialFilter, type ListedCredential, shown, Values } from './listed.ts'
import { type NamePlace, namesMatch, searchByName } from './search-names.ts'
import { lastWith } from './wishes.ts'

export interface CredentialSearch {
  /** The beginning of a user name; null: it cannot be one. */
  readonly username: string | null
  /** Each the beginning of a word of the customer, the label or the e-mail address; the longest first. */
  readonly words: readonly string[]
  /** Stations that are called so. */
  readonly stationIds: readonly number[]
  /** Groups that are called so. */
  readonly groupIds: readonly number[]
}

/** Where a page ended: the next goes on behind it. */
export type SearchPlace =
  | { readonly by: 'user'; readonly username: string }
  | ({ readonly by: 'name' } & NamePlace)
  | { readonly by: 'station' | 'group'; readonly id: number }

export interface SearchQuestion {
  readonly scope: OwnerScope
  readonly filter: CredentialFilter
  readonly search: CredentialSearch
  readonly now: Date
}

export interface Match {
  readonly row: ListedCredential
  readonly place: SearchPlace
}

const KINDS = ['user', 'name', 'station', 'group'] as const

export async function searchCredentials(
  db: Database,
  question: SearchQuestion,
  after: SearchPlace | null,
  limit: number,
): Promise<{ rows: readonly ListedCredential[]; next: SearchPlace | null }> {
  const found: Match[] = []
  for (const kind of KINDS.slice(after ? KINDS.indexOf(after.by) : 0)) {
    const from = after?.by === kind ? after : null
    // One more than is wanted tells whether another page follows.
    found.push(...(await matches(db, kind, question, from, limit + 1 - found.length)))
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  return { rows: page.map(({ row }) => row), next: found.length > limit ? page.at(-1)!.place : null }
}

async function matches(
  db: Database,
  kind: SearchPlace['by'],
  question: SearchQuestion,
  after: SearchPlace | null,
  limit: number,
): Promise<Match[]> {
  const { username, stationIds, groupIds } = question.search
  if (kind === 'user') return username === null ? [] : byUser(db, question, after?.by === 'user' ? after : null, limit)
  if (kind === 'station' || kind === 'group') {
    const ids = kind === 'station' ? stationIds : groupIds
    return ids.length === 0 ? [] : byAccess(db, question, kind, ids, after?.by === kind ? after : null, limit)
  }
  const found = await searchByName(db, question, after?.by === 'name' ? after : null, limit)
  return found.map(({ row, place }) => ({ row, place: { by: 'name', ...place } }))
}

async function byUser(
  db: Database,
  { scope, filter, search, now }: SearchQuestion,
  after: { username: string } | null,
  limit: number,
): Promise<Match[]> {
  const values = new Values(now)
  const prefix = values.add(search.username, 'text')
  const behind = after ? `username > ${values.add(after.username, 'text')}` : 'true'
  const owner =
    scope === 'all'
      ? `is_test = ${values.add(filter.test === true, 'boolean')}`
      : `owner_id in (select id from ${values.owners(scope, filter)})`
  const rows = `select ${COLUMNS} from credentials
    where username >= ${prefix} and username <= ${lastWith(prefix)} and starts_with(username, ${prefix})
      and ${behind} and ${owner} and ${values.wishes(filter)}
    order by username limit ${values.add(limit)}`
  const found = await db.query<ListedCredential>(plannedEachTime(`${shown(rows)} order by username`), values.values)
  return found.map((row) => ({ row, place: { by: 'user', username: row.username } }))
}

async function byAccess(
  db: Database,
  { scope, filter, search, now }: SearchQuestion,
  by: 'station' | 'group',
  ids: readonly number[],
  after: { id: number } | null,
  limit: number,
): Promise<Match[]> {
  const values = new Values(now)
  const below = values.add(after?.id ?? Number.MAX_SAFE_INTEGER)
  const count = values.add(limit)
  // What the other kinds of match have shown is not shown again.
  const shownByUser =
    search.username === null ? 'false' : `starts_with(username, ${values.add(search.username, 'text')})`
  const wanted = `${values.wishes(filter)} and not ${shownByUser} and not ${namesMatch(values, search.words)}`
  const rows = `select found.* from ${values.owners(scope, filter)} cross join unnest(${values.add(ids, 'bigint[]')}) as wanted
    cross join lateral (
      select ${COLUMNS} from credentials where owner_id = owners.id and ${by}_id = wanted and id < ${below} and ${wanted}
      order by owner_id desc, ${by}_id desc, id desc limit ${count}
    ) as found order by found.id desc limit ${count}`
  const found = await db.query<ListedCredential>(plannedEachTime(`${shown(rows)} order by page.id desc`), values.values)
  return found.map((row) => ({ row, place: { by, id: row.id } }))
}
