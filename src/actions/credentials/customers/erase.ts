// Takes away what is held of a customer. Whoever is interrupted does it again: the rows that it is all found by are the last to go.
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
  /** Of these, whose time is not over. */
  readonly living: readonly number[]
  readonly orders: readonly held.CustomerOrder[]
  /** Of these, which wait for their money. */
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

/** Living credentials are revoked and open orders cancelled: whoever does not want that looks before. */
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
  // Once more: a credential may have ended meanwhile, and its event named the customer until the texts above were gone.
  await eraseInEvents(db, idsOf(credentials))
  // What is counted says that it was done, and nothing of whom.
  const details = { credentials: credentials.length, orders: orders.length, mails, sessions, events, entries }
  await record(db, context, { action: 'customer.erased', details })
  return { events, entries }
}

/** Those whose time has passed, by the operator's retention. */
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
