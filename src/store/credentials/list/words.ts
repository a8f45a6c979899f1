// Word search in user names, customers, labels, email addresses and references: conditions, and ids from an index.
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { ListValues, type PageValues, type Selection } from './values.ts'

/** Columns searched by word, besides the user name. Each has an index on owner, column and id. */
export const NAMES = ['customer_name', 'label', 'customer_email', 'reference'] as const

/** Sorts after every text that starts with `prefix`. */
export const endOf = (prefix: string) => `${prefix}\u{10ffff}`

/**
 * User names that start with `least`. Most consist of lower-case letters and digits, which every collation orders the
 * same way; some imported from other casters have letters that sort after "z" by code point.
 */
export const usersBeginning = (least: string) =>
  `username >= ${least} and username <= greatest(${least} || 'zzzzzzzzzzzzzzzzzzzz', ${least} || U&'\\+10FFFF') and starts_with(username, ${least})`

const beginsWith = (values: ListValues, word: string) =>
  `word collate "C" >= ${values.text(word)} and word collate "C" < ${values.text(endOf(word))}`

export const nameHasWord = (values: ListValues, name: string, word: string) =>
  `exists (select from unnest(words_in(${name})) as word where ${beginsWith(values, word)})`

const ACCENTED = ['áéíóúüñ', 'aeiouun'] as const
/** The row's texts without case and Spanish accents: five times as fast as `words_in`. */
const PLAIN = `translate(lower(concat_ws(' ', username, ${NAMES.join(', ')})), '${ACCENTED[0]}', '${ACCENTED[1]}')`

export function rowHasWord(values: ListValues, word: string): string {
  const exact = `(starts_with(username, ${values.text(word)}) or exists (
    select from unnest(${NAMES.map((name) => `words_in(${name})`).join(' || ')}) as word where ${beginsWith(values, word)}))`
  if (!/^[a-z0-9]+$/.test(word)) return exact
  const begins = values.text(`(^|[^a-z0-9])${word}`)
  return `(select case when octet_length(plain) = length(plain) then plain ~ ${begins} else ${exact} end from (select ${PLAIN} as plain offset 0) as own)`
}

/** Above these counts the newest credentials are scanned instead, because many of them contain the word. */
const MOST_NAMES = 3_000
const MOST_USERS = 2_000

const mayBeUser = (word: string) => !/[\s:]/.test(word)

const hits = (values: ListValues, word: string) =>
  `credential_words where (owner_id, word) >= (${values.owner}, ${values.text(word)}) and (owner_id, word) < (${values.owner}, ${values.text(endOf(word))})`

/** Finds the word with the fewest rows. 'none': some word matches no row; 'many': every word is frequent. */
export async function rarestWord(
  db: Database,
  selection: Selection,
  words: readonly string[],
): Promise<{ readonly word: string } | 'none' | 'many'> {
  const values = new ListValues(selection)
  const counts = words.map((word) => {
    const names = `from ${values.each(`select from ${hits(values, word)} limit ${MOST_NAMES + 1}`, 'names')}`
    // Counts user names of all owners, because the index has no owner column.
    const users = `from (select from credentials where ${usersBeginning(values.text(word))} limit ${MOST_USERS + 1}) as users`
    return `select (select count(*)::int ${names}) as names, ${mayBeUser(word) ? `(select count(*)::int ${users})` : '0'} as users`
  })
  const found = await db.query<{ names: number; users: number }>(
    plannedEachTime(counts.join(' union all ')),
    values.values,
  )
  if (found.length === 0 || found.some((count) => count.names + count.users === 0)) return 'none'
  const [rarest] = words
    .map((word, index) => ({ word, ...found[index]! }))
    .filter((count) => count.names <= MOST_NAMES && count.users <= MOST_USERS)
    .sort((one, other) => one.names + one.users - (other.names + other.users))
  return rarest ?? 'many'
}

/** Ids of the owner's newest rows that contain the word and match `wanted`. */
export function idsByWord(values: PageValues, word: string, wanted: string): string {
  const { owner, above, below, count } = values
  const between = `id < ${below} and id > ${above} and ${wanted}`
  // The order lists all columns of the index, so that only this index provides the order.
  const ofName = NAMES.map(
    (
      name,
    ) => `(select id from credentials where owner_id = ${owner} and ${name} = hit.name collate "default" and ${between}
      order by owner_id desc, ${name} desc, id desc limit ${count})`,
  )
  const ofUser = `(select id from credentials where ${usersBeginning(values.text(word))} and owner_id + 0 = ${owner} and ${between}
      order by id + 0 desc limit ${count})`
  const ids = `select found.id from (select distinct name from ${hits(values, word)}) as hit
    cross join lateral (${ofName.join(' union all ')}) as found ${mayBeUser(word) ? `union all ${ofUser}` : ''}`
  return `select distinct id from (${ids}) as ids order by id desc limit ${count}`
}
