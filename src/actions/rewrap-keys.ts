// Encrypts every secret anew under the current key, in batches, beside a serving API. Stopping it loses nothing: what
// is done stays done, and the next run goes on with the rest.
import type { KeyRing } from '../secrets.ts'
import type { Database } from '../store/database.ts'
import {
  forgetKeysExcept,
  listForeignRows,
  registerKey,
  replaceSealed,
  SEALED_TABLES,
  type SealedTable,
} from '../store/encryption-keys.ts'

const BATCH = 500

type Report = (table: SealedTable, done: number) => void

export async function rewrapKeys(db: Database, keys: KeyRing, report: Report): Promise<void> {
  await registerKey(db, keys.current.id)
  // A node that still runs with the old key first may write behind our back: go round until nothing is left of it.
  do {
    for (const table of SEALED_TABLES) report(table, await rewrapTable(db, keys, table, report))
  } while (!(await forgetKeysExcept(db, keys.current.id)))
}

async function rewrapTable(db: Database, keys: KeyRing, table: SealedTable, report: Report): Promise<number> {
  let done = 0
  let after = 0
  for (;;) {
    const rows = await listForeignRows(db, table, keys.current.id, after, BATCH)
    const last = rows.at(-1)
    if (!last) return done
    const renewed = rows.map(({ id, context, sealed }) => ({
      id,
      old: sealed,
      new: keys.encrypt(keys.decrypt(sealed, context), context),
    }))
    await replaceSealed(db, table, renewed)
    after = last.id
    done += rows.length
    report(table, done)
  }
}
