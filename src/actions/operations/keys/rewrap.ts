// Re-encrypts every secret with the current key, in batches, while the API keeps serving. Can be interrupted at any
// time: the next run continues with the rest.
import type { KeyRing } from '../../../base/secrets.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  ALL_SEALED,
  forgetKeysExcept,
  listForeignRows,
  registerKey,
  replaceSealed,
  type Sealed,
} from '../../../store/operations/encryption-keys.ts'
import { type KeyedContext, record } from '../../context.ts'

const BATCH = 500

type Report = (sealed: Sealed, done: number) => void

export async function rewrapKeys(context: KeyedContext, report: Report): Promise<void> {
  const { db, keys } = context
  await registerKey(db, keys.current.id)
  const changed: Partial<Record<Sealed, number>> = {}
  // A node that still uses the old key may write concurrently, so repeat until no row uses the old key.
  do {
    for (const sealed of ALL_SEALED) {
      const count = await rewrapColumn(db, keys, sealed, report)
      changed[sealed] = (changed[sealed] ?? 0) + count
      report(sealed, count)
    }
  } while (!(await forgetOthers(context, changed)))
}

/** Only the end is logged: the run may take hours and be interrupted. */
const forgetOthers = (context: KeyedContext, changed: object): Promise<boolean> =>
  context.db.transaction(async (tx) => {
    const key = context.keys.current.id
    const isLast = await forgetKeysExcept(tx, key)
    if (isLast) await record(tx, context, { action: 'keys.rewrapped', details: { key, changed } })
    return isLast
  })

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
