// Forbidden code for the test of walk.ts: each function waits, or lets a caller wait, inside a transaction. The walk
// must find them all.
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { answerOnce } from '../../../src/actions/answer-once.ts'
import { checkTarget, type RefuseTarget } from '../../../src/actions/webhooks/target.ts'
import { known, type PasswordHasher } from '../../../src/base/passwords/password-hasher.ts'
import type { KeyRing } from '../../../src/base/secrets.ts'
import type { PaymentProvider } from '../../../src/domain/orders/order.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { countPendingMails } from '../../../src/store/mail/outbox.ts'

/** A former bug of POST /webhooks. */
export const checkInside = (db: Database, refuseTarget: RefuseTarget) =>
  db.transaction(async () => checkTarget(refuseTarget, 'https://slow.example/'))

/** The callback of `answerOnce` runs inside its transaction. */
export const answerInside = (services: { readonly db: Database; readonly keys: KeyRing }) =>
  answerOnce(
    { ...services, now: new Date() },
    { ownerId: 1, key: 'k', request: 'r' },
    {
      work: async (tx) => {
        await countPendingMails(tx)
        return lookup('slow.example')
      },
    },
  )

export const payInside = (db: Database, provider: PaymentProvider) => db.transaction(async () => provider.close('cs_1'))

export const hashInside = (db: Database, hasher: PasswordHasher) =>
  db.transaction(async () => hasher.hash('secret', known(1)))

export async function dialInside(tx: Database): Promise<void> {
  await countPendingMails(tx)
  dial()
}

const dial = () => connect(25, 'mail.example')
