// What nobody may write: each of these waits, or lets somebody wait, with a transaction in its hands. The walk has to find them all.
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { answerOnce } from '../../../src/actions/answer-once.ts'
import { checkTarget, type RefuseTarget } from '../../../src/actions/webhooks/target.ts'
import { known, type PasswordHasher } from '../../../src/base/passwords/password-hasher.ts'
import type { KeyRing } from '../../../src/base/secrets.ts'
import type { PaymentProvider } from '../../../src/domain/orders/order.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { countPendingMails } from '../../../src/store/mail/outbox.ts'

/** As POST /webhooks once did. */
export const checkInside = (db: Database, refuseTarget: RefuseTarget) =>
  db.transaction(async () => checkTarget(refuseTarget, 'https://slow.example/'))

/** The work that an idempotent answer is made of is inside its transaction. */
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
