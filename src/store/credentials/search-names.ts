// Finds credentials by words of the customer, the label, the e-mail address or the reference: first names that have the words, some at a
// time in the order of the words, then their credentials, newest first.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { COLUMNS, type CredentialFilter, type ListedCredential, shown, Values } from './listed.ts'

const FIELDS = ['customer_name', 'label', 'customer_email', 'reference'] as const

interface Hit {
  readonly ownerId: number
  readonly word: string
  readonly name: string
}

/** A credential within the order of a search. */
export interface NamePlace extends Hit {
  /** Which of FIELDS has the name. */
  readonly field: number
  readonly id: number
}

interface Question {
  readonly scope: OwnerScope
  readonly filter: CredentialFilter
  readonly search: { readonly username: string | null; readonly words: readonly string[] }
  readonly now: Date
}

/** The first are nearly always enough; whoever has many names without rows (of a filter) gets more at a time. */
const FIRST_NAMES = 5
const MOST_NAMES = 200

export async function searchByName(
  db: Database,
  question: Question,
  after: NamePlace | null,
  limit: number,
): Promise<{ row: ListedCredential; place: NamePlace }[]> {
  const found: { row: ListedCredential; place: NamePlace }[] = []
  let place = after
  for (let names = FIRST_NAMES; found.length < limit; names = Math.min(2 * names, MOST_NAMES)) {
    // The name of the place may have more credentials than were shown: it comes again.
    const hits = await findNames(db, question, place, names)
    if (hits.length === 0) break
    const asked = limit - found.length
    const rows = await findRows(db, question, hits, place, asked)
    for (const { isFirst, ownHit, field, ...row } of rows) {
      place = { ...hits[ownHit - 1]!, field, id: row.id }
      if (isFirst) found.push({ row, place })
    }
    if (rows.length === asked) continue
    if (hits.length < names) break
    place = { ...hits.at(-1)!, field: FIELDS.length, id: 0 } // these names have no more
  }
  return found
}

/** Behind everything that begins with the same. */
export const endOf = (prefix: string) => `${prefix}\u{10ffff}`

export const hasWord = (values: Values, name: string, word: string) =>
  `exists (select from unnest(words_in(${name})) as word where word collate "C" >= ${values.add(word, 'text')} and word collate "C" < ${values.add(endOf(word), 'text')})`

/** Whether some name of a row has all of the words. */
export const namesMatch = (values: Values, words: readonly string[]): string =>
  `(${FIELDS.map((field) => `(${field} is not null and ${words.map((word) => hasWord(values, field, word)).join(' and ')})`).join(' or ')})`

/** From `from` on, that one included. */
function findNames(
  db: Database,
  { scope, filter, search, now }: Question,
  from: Hit | null,
  limit: number,
): Promise<Hit[]> {
  const values = new Values(now)
  const [first, ...others] = search.words
  const count = values.add(limit)
  const word = values.add(from?.word ?? first, 'text')
  const name = values.add(from?.name ?? '', 'text')
  const owner = from ? values.add(from.ownerId) : '0::bigint'
  const end = values.add(endOf(first!), 'text')
  const alsoHas = others.map((other) => ` and ${hasWord(values, 'name', other)}`).join('')
  // Both ends as rows and ordered by all columns: that is the index from one place to another. Of owners before the place's own, that name was shown.
  const text = `select found.* from ${values.owners(scope, filter)} cross join lateral (
      select owner_id as "ownerId", word, name from credential_words
      where (owner_id, word, name) >= (owners.id, ${word}, ${name}) and (owner_id, word) < (owners.id, ${end})
        and not (word = ${word} and name = ${name} and owner_id < ${owner})${alsoHas}
      order by owner_id, word, name limit ${count}
    ) as found order by word, name, "ownerId" limit ${count}`
  return db.query<Hit>(plannedEachTime(text), values.values)
}

type FoundRow = ListedCredential & { isFirst: boolean; ownHit: number; field: number }

/** Credentials of these names behind `after`. `isFirst`: not shown at a name before. */
function findRows(
  db: Database,
  { filter, search, now }: Question,
  hits: readonly Hit[],
  after: NamePlace | null,
  limit: number,
): Promise<FoundRow[]> {
  const values = new Values(now)
  const count = values.add(limit)
  const resumes = after && isSame(hits[0]!, after)
  const field = values.add(resumes ? after.field : -1, 'integer')
  const id = values.add(resumes ? after.id : 0)
  const notUser =
    search.username === null ? 'true' : `not starts_with(username, ${values.add(search.username, 'text')})`
  const wanted = `${values.wishes(filter)} and ${notUser}`
  const columns = ['ownerId', 'word', 'name'] as const
  const [owners, words, names] = columns.map((column) => hits.map((hit) => hit[column]))
  const branches = FIELDS.map(
    (column, place) => `(select ${place} as field, ${COLUMNS} from credentials
      where owner_id = hit.owner_id and ${column} = hit.name collate "default" and ${wanted}
        and id < case when hit.place > 1 or ${place} > ${field} then ${values.add(Number.MAX_SAFE_INTEGER)} when ${place} = ${field} then ${id} else 0 end
      order by owner_id desc, ${column} desc, id desc limit ${count})`,
  )
  const rows = `select place, word as matched, name as matched_name, found.*
    from unnest(${values.add(owners, 'bigint[]')}, ${values.add(words, 'text[]')}, ${values.add(names, 'text[]')}) with ordinality as hit (owner_id, word, name, place)
    cross join lateral (${branches.join(' union all ')}) as found
    order by place, field, found.id desc limit ${count}`
  const isFirst = `(matched collate "C", matched_name collate "C", field) = ${earliest(values, search.words)}`
  const text = `${shown(rows, `place as "ownHit", field, ${isFirst} as "isFirst"`)} order by place, field, page.id desc`
  return db.query<FoundRow>(plannedEachTime(text), values.values)
}

const isSame = (one: Hit, other: Hit) =>
  one.ownerId === other.ownerId && one.word === other.word && one.name === other.name

/** Of all names and words by which the row is found, the one that comes first. */
function earliest(values: Values, [first, ...others]: readonly string[]): string {
  const begin = values.add(first, 'text')
  const end = values.add(endOf(first!), 'text')
  const alsoHas = others.map((other) => ` and ${hasWord(values, 'own.name', other)}`).join('')
  return `(select left(word, 60) collate "C", own.name collate "C", own.field
    from (values ${FIELDS.map((column, place) => `(${place}, ${column})`).join(', ')}) as own (field, name), unnest(words_in(own.name)) as word
    where word collate "C" >= ${begin} and word collate "C" < ${end}${alsoHas} order by 1, 2, 3 limit 1)`
}
