// Can the database still write? A row that is written again takes its place in the log, but no new place among the data, which
// may be full; so a few hundred kilobytes are put down and taken away as well.
import { type Database, plannedEachTime, statement } from '../kit/database.ts'

const leastMemory = plannedEachTime(`set local work_mem = '64kB'`)
const spill = statement('write-probe-space', 'select count(*)::int as count from generate_series(1, 20000)')
const write = statement(
  'write-probe',
  'insert into write_probe default values on conflict (id) do update set written_at = now()',
)

/** The row is everybody's: one statement on its own, so that whoever is cut off in between does not keep it from the others. */
export async function tryToWrite(db: Database): Promise<void> {
  await db.query(write)
  await db.transaction(async (tx) => {
    await tx.query(leastMemory)
    await tx.query<{ count: number }>(spill)
  })
}
