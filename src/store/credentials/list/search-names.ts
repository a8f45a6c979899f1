// Finds credentials by words of the customer, label, email address or reference: first a batch of names that contain
// the words, in word order, then the credentials with these names, newest first.
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { RAW_COLUMNS } from '../columns.ts'
import { type ListedCredential, listedFrom } from '../listed.ts'
import { conditionsOf } from './conditions.ts'
import { ListValues, type Selection } from './values.ts'
import { endOf, NAMES, nameHasWord } from './words.ts'

interface Hit {
  readonly ownerId: number
  readonly word: string
  readonly name: string
}

/** Position of a credential in the search results. */
export interface NamePlace extends Hit {
  /** Index in NAMES of the column that contains the name. */
  readonly field: number
  readonly id: number
}

interface Question extends Selection {
  readonly search: { readonly username: string | null; readonly words: readonly string[] }
}

/** The first few names nearly always fill a page. Batches grow because a filter can leave most names without rows. */
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
    // The name at this position may have more credentials than the previous page listed, so it is included again.
    const hits = await findNames(db, question, place, names)
    if (hits.length === 0) break
    const asked = limit - found.length
    const rows = await findRows(db, question, hits, { after: place, limit: asked })
    for (const { isFirst, ownHit, field, ...row } of rows) {
      place = { ...hits[ownHit - 1]!, field, id: row.id }
      if (isFirst) found.push({ row, place })
    }
    if (rows.length === asked) continue
    if (hits.length < names) break
    place = { ...hits.at(-1)!, field: NAMES.length, id: 0 } // these names have no more rows
  }
  return found
}

/** One name of the row contains all words. */
export const namesMatch = (values: ListValues, words: readonly string[]): string =>
  `(${NAMES.map((field) => `(${field} is not null and ${words.map((word) => nameHasWord(values, field, word)).join(' and ')})`).join(' or ')})`

/** Names starting at `from`, inclusive. */
function findNames(db: Database, question: Question, from: Hit | null, limit: number): Promise<Hit[]> {
  const values = new ListValues(question)
  const [first, ...others] = question.search.words
  const count = values.add(limit)
  const word = values.text(from?.word ?? first!)
  const name = values.text(from?.name ?? '')
  const owner = from ? values.add(from.ownerId) : '0::bigint'
  const end = values.text(endOf(first!))
  const alsoHas = others.map((other) => ` and ${nameHasWord(values, 'name', other)}`).join('')
  // Row comparisons on both ends and the order by all columns make this one index range. Owners with a lower id than
  // the one at `from` have already listed that name.
  const text = `select found.* from ${values.owners} cross join lateral (
      select owner_id as "ownerId", word, name from credential_words
      where (owner_id, word, name) >= (owners.id, ${word}, ${name}) and (owner_id, word) < (owners.id, ${end})
        and not (word = ${word} and name = ${name} and owner_id < ${owner})${alsoHas}
      order by owner_id, word, name limit ${count}
    ) as found order by word, name, "ownerId" limit ${count}`
  return db.query<Hit>(plannedEachTime(text), values.values)
}

type FoundRow = ListedCredential & { isFirst: boolean; ownHit: number; field: number }

/** Credentials with these names after position `after`. `isFirst`: no earlier name has listed the row. */
function findRows(
  db: Database,
  question: Question,
  hits: readonly Hit[],
  { after, limit }: { after: NamePlace | null; limit: number },
): Promise<FoundRow[]> {
  const { username, words: searched } = question.search
  const values = new ListValues(question)
  const count = values.add(limit)
  const resumes = after && isSame(hits[0]!, after)
  const field = values.add(resumes ? after.field : -1, 'integer')
  const id = values.add(resumes ? after.id : 0)
  const notUser = username === null ? 'true' : `not starts_with(username, ${values.text(username)})`
  const wanted = `${conditionsOf(values)} and ${notUser}`
  const columns = ['ownerId', 'word', 'name'] as const
  const [owners, words, names] = columns.map((column) => hits.map((hit) => hit[column]))
  const branches = NAMES.map(
    (column, place) => `(select ${place} as field, ${RAW_COLUMNS} from credentials
      where owner_id = hit.owner_id and ${column} = hit.name collate "default" and ${wanted}
        and id < case when hit.place > 1 or ${place} > ${field} then ${values.add(Number.MAX_SAFE_INTEGER)} when ${place} = ${field} then ${id} else 0 end
      order by owner_id desc, ${column} desc, id desc limit ${count})`,
  )
  const rows = `select place, word as matched, name as matched_name, found.*
    from unnest(${values.add(owners, 'bigint[]')}, ${values.add(words, 'text[]')}, ${values.add(names, 'text[]')}) with ordinality as hit (owner_id, word, name, place)
    cross join lateral (${branches.join(' union all ')}) as found
    order by place, field, found.id desc limit ${count}`
  const isFirst = `(matched collate "C", matched_name collate "C", field) = ${earliest(values, searched)}`
  const text = `${listedFrom(rows, `place as "ownHit", field, ${isFirst} as "isFirst"`)} order by place, field, page.id desc`
  return db.query<FoundRow>(plannedEachTime(text), values.values)
}

const isSame = (one: Hit, other: Hit) =>
  one.ownerId === other.ownerId && one.word === other.word && one.name === other.name

/** The first word and name, in list order, by which the row is found. */
function earliest(values: ListValues, [first, ...others]: readonly string[]): string {
  const [begin, end] = [values.text(first!), values.text(endOf(first!))]
  const alsoHas = others.map((other) => ` and ${nameHasWord(values, 'own.name', other)}`).join('')
  return `(select left(word, 60) collate "C", own.name collate "C", own.field
    from (values ${NAMES.map((column, place) => `(${place}, ${column})`).join(', ')}) as own (field, name), unnest(words_in(own.name)) as word
    where word collate "C" >= ${begin} and word collate "C" < ${end}${alsoHas} order by 1, 2, 3 limit 1)`
}
