// Cost of wrong passwords at the casters, as time: a client stays blocked until its debt is paid off. Shared by all
// casters, by the database's clock.
import { type Database, statement } from '../kit/database.ts'

const add = statement(
  'guess-debts-add',
  `insert into guess_debts as d (key, paid_at)
   select key, now() + ms * interval '1 millisecond' from json_to_recordset($1::json) as r (key text, ms float8) order by key
   on conflict (key) do update set paid_at = greatest(d.paid_at, now()) + (excluded.paid_at - now())
   returning key, (extract(epoch from paid_at - now()) * 1000)::float8 as ms`,
)

/** Adds this caster's debts, in milliseconds by key, and returns the totals across all casters. */
export async function addGuessDebts(
  db: Database,
  debts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const input = Array.from(debts, ([key, ms]) => ({ key, ms }))
  const rows = await db.query<{ key: string; ms: number }>(add, [JSON.stringify(input)])
  return new Map(rows.map(({ key, ms }) => [key, ms]))
}

/** Skips rows that a caster is updating, so nothing waits. */
export const deletePaidGuesses = (db: Database) =>
  db.query(
    statement(
      'guess-debts-paid',
      'delete from guess_debts where key in (select key from guess_debts where paid_at < now() for update skip locked)',
    ),
  )
