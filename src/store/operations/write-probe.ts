// Checks whether the database can still write. Updating a row writes to the WAL but needs no new space in the data
// directory, which may be full, so the probe also spills a few hundred kilobytes to a temporary file.
import { type Database, plannedEachTime, statement } from '../kit/database.ts'

const leastMemory = plannedEachTime(`set local work_mem = '64kB'`)
const spill = statement('write-probe-space', 'select count(*)::int as count from generate_series(1, 20000)')
const write = statement(
  'write-probe',
  'insert into write_probe default values on conflict (id) do update set written_at = now()',
)

/** All nodes share the row, so it is written outside a transaction: a client cut off halfway keeps no lock. */
export async function tryToWrite(db: Database): Promise<void> {
  await db.query(write)
  await db.transaction(async (tx) => {
    await tx.query(leastMemory)
    await tx.query<{ count: number }>(spill)
  })
}
