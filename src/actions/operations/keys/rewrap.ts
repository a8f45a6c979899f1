// Encrypts every secret anew under the current key, in batches, beside a serving API. Stopping it loses nothing: what
// is done stays done, and the next run goes on with the rest.
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
  // A node that still runs with the old key first may write behind our back: go round until nothing is left of it.
  do {
    for (const sealed of ALL_SEALED) {
      const count = await rewrapColumn(db, keys, sealed, report)
      changed[sealed] = (changed[sealed] ?? 0) + count
      report(sealed, count)
    }
  } while (!(await forgetOthers(context, changed)))
}

/** Its end is what is told: it may take hours, and be stopped and run again. */
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
