// Finds credentials by what people remember: user name, words of the customer or label, station, group. The kinds are
// listed one after another, each in index order, so the cost of a page does not depend on the number of matches.
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { RAW_COLUMNS } from '../columns.ts'
import { type ListedCredential, listedFrom } from '../listed.ts'
import { conditionsOf } from './conditions.ts'
import { type NamePlace, namesMatch, searchByName } from './search-names.ts'
import { ListValues, type Selection } from './values.ts'
import { usersBeginning } from './words.ts'

export interface CredentialSearch {
  /** Prefix of a user name; `null` if the text cannot be one. */
  readonly username: string | null
  /** Prefixes of words of the customer, label or email address, longest first. */
  readonly words: readonly string[]
  /** Stations and groups whose name starts with the text. */
  readonly stationIds: readonly number[]
  readonly groupIds: readonly number[]
}

export type SearchPlace =
  | { readonly by: 'user'; readonly username: string }
  | ({ readonly by: 'name' } & NamePlace)
  | { readonly by: 'station' | 'group'; readonly id: number }

export interface SearchQuestion extends Selection {
  readonly search: CredentialSearch
}

interface Match {
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
    // One row more than the page shows whether another page follows.
    found.push(...(await matches(db, question, kind, { after: from, limit: limit + 1 - found.length })))
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  return { rows: page.map(({ row }) => row), next: found.length > limit ? page.at(-1)!.place : null }
}

async function matches(
  db: Database,
  question: SearchQuestion,
  kind: SearchPlace['by'],
  { after, limit }: { after: SearchPlace | null; limit: number },
): Promise<Match[]> {
  if (kind === 'user') return byUser(db, question, after?.by === 'user' ? after.username : null, limit)
  if (kind !== 'name') return byAccess(db, question, kind, { after: after?.by === kind ? after.id : null, limit })
  const found = await searchByName(db, question, after?.by === 'name' ? after : null, limit)
  return found.map(({ row, place }) => ({ row, place: { by: 'name', ...place } }))
}

async function byUser(db: Database, question: SearchQuestion, after: string | null, limit: number): Promise<Match[]> {
  const { scope, filter, search } = question
  if (search.username === null) return []
  const values = new ListValues(question)
  const behind = after === null ? 'true' : `username > ${values.text(after)}`
  const owner =
    scope === 'all'
      ? `is_test = ${values.add(filter.test === true, 'boolean')}`
      : `owner_id in (select id from ${values.owners})`
  const rows = `select ${RAW_COLUMNS} from credentials
    where ${usersBeginning(values.text(search.username))} and ${behind} and ${owner} and ${conditionsOf(values)}
    order by username limit ${values.add(limit)}`
  const text = `${listedFrom(rows)} order by page.username`
  const found = await db.query<ListedCredential>(plannedEachTime(text), values.values)
  return found.map((row) => ({ row, place: { by: 'user', username: row.username } }))
}

async function byAccess(
  db: Database,
  question: SearchQuestion,
  by: 'station' | 'group',
  { after, limit }: { after: number | null; limit: number },
): Promise<Match[]> {
  const { username, words, stationIds, groupIds } = question.search
  const ids = by === 'station' ? stationIds : groupIds
  if (ids.length === 0) return []
  const values = new ListValues(question)
  const below = values.add(after ?? Number.MAX_SAFE_INTEGER)
  const count = values.add(limit)
  // Leaves out credentials that the other kinds have listed.
  const listedByUser = username === null ? 'false' : `starts_with(username, ${values.text(username)})`
  const wanted = `${conditionsOf(values)} and not ${listedByUser} and not ${namesMatch(values, words)}`
  const rows = `select found.* from ${values.owners} cross join unnest(${values.add(ids, 'bigint[]')}) as wanted
    cross join lateral (
      select ${RAW_COLUMNS} from credentials where owner_id = owners.id and ${by}_id = wanted and id < ${below} and ${wanted}
      order by owner_id desc, ${by}_id desc, id desc limit ${count}
    ) as found order by found.id desc limit ${count}`
  const text = `${listedFrom(rows)} order by page.id desc`
  const found = await db.query<ListedCredential>(plannedEachTime(text), values.values)
  return found.map((row) => ({ row, place: { by, id: row.id } }))
}
