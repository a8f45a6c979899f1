// Encrypts every secret anew under the current key, in batches, beside a serving API. Stopping it loses nothing: what
// is done stays done, and the next run goes on with the rest.
import type { KeyRing } from '../../secrets.ts'
import type { Database } from '../../store/database.ts'
import {
  ALL_SEALED,
  forgetKeysExcept,
  listForeignRows,
  registerKey,
  replaceSealed,
  type Sealed,
} from '../../store/encryption-keys.ts'

const BATCH = 500

type Report = (sealed: Sealed, done: number) => void

export async function rewrapKeys(db: Database, keys: KeyRing, report: Report): Promise<void> {
  await registerKey(db, keys.current.id)
  // A node that still runs with the old key first may write behind our back: go round until nothing is left of it.
  do {
    for (const sealed of ALL_SEALED) report(sealed, await rewrapColumn(db, keys, sealed, report))
  } while (!(await forgetKeysExcept(db, keys.current.id)))
}

async function rewrapColumn(db: Database, keys: KeyRing, sealed: Sealed, report: Report): Promise<number> {
  let done = 0
  let after = 0
  for (;;) {
    const rows = await listForeignRows(db, sealed, keys.current.id, after, BATCH)
    const last = rows.at(-1)
    if (!last) return done
    const renewed = rows.map(({ id, context, sealed: old }) => ({
      id,
      old,
      new: keys.encrypt(keys.decrypt(old, context), context),
    }))
    await replaceSealed(db, sealed, renewed)
    after = last.id
    done += rows.length
    report(sealed, done)
  }
}
