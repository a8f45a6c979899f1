// Finds an owner's credentials by words, newest first: names that have the word which is in the fewest of them, and the credentials of
// each name.
import { type Database, plannedEachTime } from '../kit/database.ts'
import { COLUMNS } from './rows.ts'
import { endOf, lastWith, NAMES, type PageValues } from './wishes.ts'

/** With more names than this the newest credentials are looked through: many of them have the word then. */
const MOST_NAMES = 3_000
const MOST_USERS = 2_000

const mayBeUser = (word: string) => !/[\s:]/.test(word)
const users = (least: string) =>
  `username >= ${least} and username <= ${lastWith(least)} and starts_with(username, ${least})`

/** The word that the fewest rows have; 'none': nothing has one of them; 'many': each of them is everywhere. */
export async function rarestWord(
  db: Database,
  ownerId: number,
  words: readonly string[],
): Promise<{ readonly word: string } | 'none' | 'many'> {
  const values: unknown[] = [ownerId]
  const counts = words.map((word) => {
    const least = `$${values.push(word)}::text`
    const end = `$${values.push(endOf(word))}::text`
    const names = `select from credential_words where (owner_id, word) >= ($1, ${least}) and (owner_id, word) < ($1, ${end}) limit ${MOST_NAMES + 1}`
    // Of all owners: more than so many are not even looked at.
    const named = `select from credentials where ${users(least)} limit ${MOST_USERS + 1}`
    return `select (select count(*)::int from (${names}) as names) as names, ${mayBeUser(word) ? `(select count(*)::int from (${named}) as users)` : '0'} as users`
  })
  const found = await db.query<{ names: number; users: number }>(plannedEachTime(counts.join(' union all ')), values)
  if (found.length === 0 || found.some((count) => count.names + count.users === 0)) return 'none'
  const [rarest] = words
    .map((word, index) => ({ word, ...found[index]! }))
    .filter((count) => count.names <= MOST_NAMES && count.users <= MOST_USERS)
    .sort((one, other) => one.names + one.users - (other.names + other.users))
  return rarest ?? 'many'
}

/** Rows that have the word and of which `wanted` holds. */
export function branchByWord(values: PageValues, word: string, wanted: string): string {
  const least = values.text(word)
  const { owner, above, below, count } = values
  const between = `id < ${below} and id > ${above} and ${wanted}`
  // Ordered by all columns of the index: only that one gives the order.
  const ofName = NAMES.map(
    (
      name,
    ) => `(select id from credentials where owner_id = ${owner} and ${name} = hit.name collate "default" and ${between}
      order by owner_id desc, ${name} desc, id desc limit ${count})`,
  )
  const ofUser = `(select id from credentials where ${users(least)} and owner_id + 0 = ${owner} and ${between} order by id + 0 desc limit ${count})`
  const ids = `select found.id from (
      select distinct name from credential_words
      where (owner_id, word) >= (${owner}, ${least}) and (owner_id, word) < (${owner}, ${values.text(endOf(word))})
    ) as hit cross join lateral (${ofName.join(' union all ')}) as found
    ${mayBeUser(word) ? `union all ${ofUser}` : ''}`
  return `(select ${COLUMNS} from credentials where id in (
      select distinct id from (${ids}) as ids order by id desc limit ${count}) order by id + 0 desc limit ${count})`
}
