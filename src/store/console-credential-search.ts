// Finds credentials by what people remember: the user name, a word of the customer or the label, the station. One kind of match
// after the other, each in the order of its index, so that any number of matches costs no more than the page that is shown.
import type { OwnerScope } from '../domain/permissions.ts'
import { COLUMNS, type CredentialFilter, type ListedCredential, shown, Values } from './console-credential-query.ts'
import { type Database, plannedEachTime } from './database.ts'

export interface CredentialSearch {
  /** The beginning of a user name; null: it cannot be one. */
  readonly username: string | null
  /** Each the beginning of a word of the customer or the label; the longest first. */
  readonly words: readonly string[]
  /** Stations that are called so. */
  readonly stationIds: readonly number[]
}

/** Where a page ended: the next goes on behind it. */
export type SearchPlace =
  | { readonly by: 'user'; readonly username: string }
  | { readonly by: 'word'; readonly word: string; readonly id: number }
  | { readonly by: 'station'; readonly id: number }

export interface SearchPage {
  readonly rows: readonly ListedCredential[]
  /** null: there are no more. */
  readonly next: SearchPlace | null
}

type Match = ListedCredential & { matched: string | null }

interface Question {
  readonly scope: OwnerScope
  readonly filter: CredentialFilter
  readonly search: CredentialSearch
  readonly now: Date
}

const KINDS = ['user', 'word', 'station'] as const

export async function searchCredentials(
  db: Database,
  question: Question,
  after: SearchPlace | null,
  limit: number,
): Promise<SearchPage> {
  const found: { row: Match; place: SearchPlace }[] = []
  for (const kind of KINDS.slice(after ? KINDS.indexOf(after.by) : 0)) {
    const from = after?.by === kind ? after : null
    // One more than is wanted tells whether another page follows.
    for (const row of await matches(db, kind, question, from, limit + 1 - found.length))
      found.push({ row, place: placeOf(kind, row) })
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  return { rows: page.map(({ row }) => row), next: found.length > limit ? page.at(-1)!.place : null }
}

const placeOf = (by: SearchPlace['by'], { id, username, matched }: Match): SearchPlace =>
  by === 'user' ? { by, username } : by === 'word' ? { by, word: matched!, id } : { by, id }

async function matches(
  db: Database,
  kind: SearchPlace['by'],
  question: Question,
  after: SearchPlace | null,
  limit: number,
): Promise<Match[]> {
  const { username, words, stationIds } = question.search
  const values = new Values(question.now)
  const count = values.add(limit)
  if (kind === 'user' && username !== null) return ask(byUser(values, question, after, count), 'username')
  if (kind === 'word' && words.length > 0) return ask(byWord(values, question, after, count), 'matched, page.id desc')
  if (kind === 'station' && stationIds.length > 0) return ask(byStation(values, question, after, count), 'page.id desc')
  return []

  function ask(rows: string, order: string): Promise<Match[]> {
    return db.query<Match>(plannedEachTime(`${shown(rows, 'matched')} order by ${order}`), values.all)
  }
}

/** Behind everything that begins with the same. */
const endOf = (prefix: string) => `${prefix}\u{10ffff}`

function byUser(values: Values, { scope, filter, search }: Question, after: SearchPlace | null, count: string): string {
  const prefix = values.add(search.username, 'text')
  const from = after?.by === 'user' ? values.add(after.username, 'text') : null
  const owner = scope === 'all' ? 'true' : `owner_id = ${values.add(scope)}`
  // User names are lower-case letters and digits, which every collation orders alike.
  return `select ${COLUMNS}, null as matched from credentials
    where username >= ${prefix} and username <= ${prefix} || 'zzzzzzzzzzzzzzzz' and starts_with(username, ${prefix})
      ${from ? `and username > ${from}` : ''} and ${owner} and ${values.conditions(filter)}
    order by username limit ${count}`
}

function byWord(values: Values, { scope, filter, search }: Question, after: SearchPlace | null, count: string): string {
  const [first, ...others] = search.words.map(
    (word) => [values.add(word, 'text'), values.add(endOf(word), 'text')] as const,
  )
  const [begin, end] = first!
  const from =
    after?.by === 'word'
      ? `(owners.id, ${values.add(after.word, 'text')}, ${values.add(-after.id)})`
      : `(owners.id, ${begin}, ${values.add(Number.MIN_SAFE_INTEGER)})`
  const theirs = 'unnest(words_of(customer_name, label, customer_email)) as word'
  const alsoHas = others.map(
    ([least, most]) =>
      `exists (select from ${theirs} where word collate "C" >= ${least} and word collate "C" < ${most})`,
  )
  // Somebody with two such words is shown once, at the first of them.
  const once = `matched = (select min(word collate "C") from ${theirs} where word collate "C" >= ${begin} and word collate "C" < ${end})`
  const wanted = [values.conditions(filter), ...alsoHas, once, ...notByUser(values, search)].join(' and ')
  // Both ends as rows and ordered by all columns: that is the index from one place to another. "offset 0": row by row in that order,
  // whatever the planner thinks of their number.
  return `select found.* from ${values.owners(scope)} cross join lateral (
      select row.*, matched from (
        select owner_id as whose, word as matched, recency from credential_words
        where (owner_id, word, recency) > ${from} and (owner_id, word) < (owners.id, ${end})
      ) as hits cross join lateral (select ${COLUMNS} from credentials where id = -recency offset 0) as row
      where ${wanted} order by whose, matched, recency limit ${count}
    ) as found order by matched, found.id desc limit ${count}`
}

function byStation(
  values: Values,
  { scope, filter, search }: Question,
  after: SearchPlace | null,
  count: string,
): string {
  const below = values.add(after?.by === 'station' ? after.id : Number.MAX_SAFE_INTEGER)
  const wanted = [values.conditions(filter), ...notByUser(values, search), ...notByWords(values, search)].join(' and ')
  return `select found.*, null as matched from ${values.owners(scope)} cross join unnest(${values.add(search.stationIds, 'bigint[]')}) as station
    cross join lateral (
      select ${COLUMNS} from credentials where owner_id = owners.id and station_id = station and id < ${below} and ${wanted}
      order by owner_id desc, station_id desc, id desc limit ${count}
    ) as found order by found.id desc limit ${count}`
}

// What one kind of match has shown, the next does not show again.

const notByUser = (values: Values, { username }: CredentialSearch): string[] =>
  username === null ? [] : [`not starts_with(username, ${values.add(username, 'text')})`]

function notByWords(values: Values, { words }: CredentialSearch): string[] {
  const all = words.map(
    (word) =>
      `exists (select from unnest(words_of(customer_name, label, customer_email)) as word where word collate "C" >= ${values.add(word, 'text')} and word collate "C" < ${values.add(endOf(word), 'text')})`,
  )
  return all.length === 0 ? [] : [`not (${all.join(' and ')})`]
}
