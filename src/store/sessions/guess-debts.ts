// What wrong passwords at the casters cost: time, until which whoever guessed has nothing left over. One line for all casters, by the database's clock.
import { type Database, statement } from '../kit/database.ts'

const add = statement(
  'guess-debts-add',
  `insert into guess_debts as d (key, paid_at)
   select key, now() + ms * interval '1 millisecond' from json_to_recordset($1::json) as r (key text, ms float8) order by key
   on conflict (key) do update set paid_at = greatest(d.paid_at, now()) + (excluded.paid_at - now())
   returning key, (extract(epoch from paid_at - now()) * 1000)::float8 as ms`,
)

/** Adds what guesses at this caster cost, in milliseconds by their key, and returns what is owed to all casters together. */
export async function addGuessDebts(
  db: Database,
  debts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const input = Array.from(debts, ([key, ms]) => ({ key, ms }))
  const rows = await db.query<{ key: string; ms: number }>(add, [JSON.stringify(input)])
  return new Map(rows.map(({ key, ms }) => [key, ms]))
}

/** Those that a caster adds to just now are left for another time: nobody waits for anybody. */
export const deletePaidGuesses = (db: Database) =>
  db.query(
    statement(
      'guess-debts-paid',
      'delete from guess_debts where key in (select key from guess_debts where paid_at < now() for update skip locked)',
    ),
  )
