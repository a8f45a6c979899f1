// Erases a customer's personal data. An interrupted run can be repeated: rows that identify the rest are erased last.
import { stateAt } from '../../../domain/credentials/credential.ts'
import type { PaymentProvider } from '../../../domain/orders/order.ts'
import * as held from '../../../store/credentials/customers/erasure.ts'
import type { Database } from '../../../store/kit/database.ts'
import { type NetworkContext, record } from '../../context.ts'
import { cancelOrder } from '../../orders/cancel.ts'
import { revokeCredentials } from '../revoke.ts'
import { BATCH, batchesOf } from './batches.ts'
import { eraseInEvents } from './events.ts'

export interface HeldOfCustomer extends held.HeldBeside {
  readonly credentials: readonly held.CustomerCredential[]
  /** Credentials that are still active. */
  readonly living: readonly number[]
  readonly orders: readonly held.CustomerOrder[]
  /** Orders that are still unpaid. */
  readonly open: readonly number[]
}

export async function findHeldOfCustomer(
  { db, now }: Pick<NetworkContext, 'db' | 'now'>,
  email: string,
): Promise<HeldOfCustomer> {
  const credentials = await held.listCredentialsOf(db, email)
  const orders = await held.listOrdersOf(db, email)
  const whose = { email, credentials: idsOf(credentials), usernames: credentials.map(({ username }) => username) }
  return {
    credentials,
    living: idsOf(credentials.filter((credential) => stateAt(credential, now) === 'active')),
    orders,
    open: idsOf(orders.filter(({ state }) => state === 'pending')),
    ...(await held.countHeldBeside(db, whose)),
  }
}

export interface Erased {
  readonly events: number
  readonly entries: number
}

/** Revokes active credentials and cancels unpaid orders; callers can check `living` and `open` first. */
export async function eraseCustomer(
  context: NetworkContext & { readonly provider: PaymentProvider | null },
  email: string,
  { credentials, living, orders, open, mails, sessions }: HeldOfCustomer,
): Promise<Erased> {
  const { db, now } = context
  for (const ids of batchesOf(living)) await revokeCredentials(context, 'all', ids)
  for (const id of open) await cancelOrder(context, 'all', id)
  await db.transaction(async (tx) => {
    await held.eraseMailsTo(tx, email)
    await held.eraseFileLines(tx, email, idsOf(credentials))
  })
  const events = await eraseInEvents(db, idsOf(credentials))
  let entries = 0
  for (const batch of batchesOf(credentials))
    await db.transaction(async (tx) => {
      const ids = idsOf(batch)
      await held.eraseSessions(
        tx,
        ids,
        batch.map(({ username }) => username),
      )
      await held.eraseCredentialTexts(tx, ids, now)
      entries += await held.eraseInAudit(tx, ids, [], [])
    })
  for (const ids of batchesOf(idsOf(orders)))
    await db.transaction(async (tx) => {
      await held.eraseOrderNames(tx, ids)
      entries += await held.eraseInAudit(tx, [], ids, [])
    })
  entries += await held.eraseInAudit(db, [], [], [email.toLowerCase()])
  // Repeat for events emitted meanwhile: a credential may have expired before its texts were erased.
  await eraseInEvents(db, idsOf(credentials))
  // The audit entry has counts only, so it does not identify the customer.
  const details = { credentials: credentials.length, orders: orders.length, mails, sessions, events, entries }
  await record(db, context, { action: 'customer.erased', details })
  return { events, entries }
}

/** Erases credentials whose retention has passed. */
export const forgetCredentials = (db: Database, ids: readonly number[], now: Date) =>
  db.transaction(async (tx) => {
    await held.eraseCredentialTexts(tx, ids, now)
    await held.eraseInAudit(tx, ids, [], [])
  })

export async function forgetOrders(db: Database, endedBefore: Date): Promise<void> {
  for (;;) {
    const ids = await held.listForgettableOrders(db, endedBefore, BATCH)
    if (ids.length === 0) return
    await db.transaction(async (tx) => {
      await held.eraseOrderNames(tx, ids)
      await held.eraseInAudit(tx, [], ids, [])
    })
  }
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
