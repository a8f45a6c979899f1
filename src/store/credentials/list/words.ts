// Words of user names, customers, labels, e-mail addresses and references, as conditions and as an access path.
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { ListValues, type PageValues, type Selection } from './values.ts'

/** The columns that are searched by words besides the user name; each has an index by owner, itself and id. */
export const NAMES = ['customer_name', 'label', 'customer_email', 'reference'] as const

/** Greater than every text that begins with `prefix`. */
export const endOf = (prefix: string) => `${prefix}\u{10ffff}`

/**
 * The user names that begin with `least`. Most consist of lower-case letters and digits, which every collation orders alike; some that
 * came from other casters have letters that sort after "z" by code point.
 */
export const usersBeginning = (least: string) =>
  `username >= ${least} and username <= greatest(${least} || 'zzzzzzzzzzzzzzzzzzzz', ${least} || U&'\\+10FFFF') and starts_with(username, ${least})`

const beginsWith = (values: ListValues, word: string) =>
  `word collate "C" >= ${values.text(word)} and word collate "C" < ${values.text(endOf(word))}`

/** Some word of the text `name` begins with `word`. */
export const nameHasWord = (values: ListValues, name: string, word: string) =>
  `exists (select from unnest(words_in(${name})) as word where ${beginsWith(values, word)})`

const ACCENTED = ['áéíóúüñ', 'aeiouun'] as const
/** The texts of a row without case and without the accents of Spanish: five times as fast as `words_in`. */
const PLAIN = `translate(lower(concat_ws(' ', username, ${NAMES.join(', ')})), '${ACCENTED[0]}', '${ACCENTED[1]}')`

/** Some word of the row begins with `word`. */
export function rowHasWord(values: ListValues, word: string): string {
  const exact = `(starts_with(username, ${values.text(word)}) or exists (
    select from unnest(${NAMES.map((name) => `words_in(${name})`).join(' || ')}) as word where ${beginsWith(values, word)}))`
  if (!/^[a-z0-9]+$/.test(word)) return exact
  const begins = values.text(`(^|[^a-z0-9])${word}`)
  return `(select case when octet_length(plain) = length(plain) then plain ~ ${begins} else ${exact} end from (select ${PLAIN} as plain offset 0) as own)`
}

/** With more names than this the newest credentials are scanned: many of them have the word then. */
const MOST_NAMES = 3_000
const MOST_USERS = 2_000

const mayBeUser = (word: string) => !/[\s:]/.test(word)

/** The owner's entries of `credential_words` that begin with `word`. */
const hits = (values: ListValues, word: string) =>
  `credential_words where (owner_id, word) >= (${values.owner}, ${values.text(word)}) and (owner_id, word) < (${values.owner}, ${values.text(endOf(word))})`

/** The word that the fewest rows have; 'none': no row has one of them; 'many': each of them is frequent. */
export async function rarestWord(
  db: Database,
  selection: Selection,
  words: readonly string[],
): Promise<{ readonly word: string } | 'none' | 'many'> {
  const values = new ListValues(selection)
  const counts = words.map((word) => {
    const names = `from ${values.each(`select from ${hits(values, word)} limit ${MOST_NAMES + 1}`, 'names')}`
    // User names of all owners: the index has no owner.
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

/** The ids of the owner's newest rows that have the word and meet `wanted`. */
export function idsByWord(values: PageValues, word: string, wanted: string): string {
  const { owner, above, below, count } = values
  const between = `id < ${below} and id > ${above} and ${wanted}`
  // Ordered by all columns of the index: only that index returns this order.
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
