import { eraseCustomer, findHeldOfCustomer } from '../../actions/credentials/customers/erase.ts'
import { readConfig } from '../../base/config/config.ts'
import { paymentProviderOf } from '../../start/roles/shop.ts'
import { loadBook } from '../../store/current/current.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  group,
  onFoundation,
  onOff,
  printFacts,
  printJson,
  UsageError,
  verb,
} from '../kit/command.ts'
import { emailIn } from '../kit/email.ts'

const erase = verb({
  summary: 'shows what is held of the customer with this address; --confirm erases it',
  more: `That is credentials, orders, mails, sessions. What must stay for the books (an order's amount and dates, that there were sessions) loses its names and addresses. There is no way back.

docs/operations/customer-data.md says what is held where, and what backups still hold. That it was done is in the audit log, and not of whom.`,
  args: ['EMAIL'],
  flags: {
    confirm: onOff('erases it'),
    revoke: onOff(
      'also revokes credentials whose time is not over and cancels orders that wait for their money; without it there must be none',
    ),
    ...asJson,
  },
  async run({ confirm, revoke, json }, address) {
    if (json && confirm) throw new UsageError('--json shows what is held; it does not go with --confirm')
    const email = emailIn(address, 'EMAIL')
    await onFoundation(async ({ db, keys, casterDefaults }) => {
      const book = await loadBook(db, casterDefaults)
      const provider = await paymentProviderOf(readConfig())
      const context = commandContext('customer erase', { db, keys, book, provider })
      const held = await findHeldOfCustomer(context, email)
      const counts = {
        credentials: held.credentials.length,
        living: held.living.length,
        orders: held.orders.length,
        open: held.open.length,
        mails: held.mails,
        notices: held.handovers,
        sessions: held.sessions,
        refusals: held.refusals,
        fileLines: held.fileLines,
        auditEntries: held.entries,
      }
      if (json) return printJson(counts)
      printFacts(false, counts, {
        credentials: `${counts.credentials}${counts.living > 0 ? `, ${counts.living} of them not over` : ''}`,
        orders: `${counts.orders}${counts.open > 0 ? `, ${counts.open} of them open` : ''}`,
        mails: counts.mails,
        notices: counts.notices,
        sessions: counts.sessions,
        refusals: counts.refusals,
        'file lines': counts.fileLines,
        'audit entries': `${counts.auditEntries}, besides those about the above`,
      })
      const { sessions, refusals, ...named } = counts // these two belong to the credentials
      if (Object.values(named).every((count) => count === 0)) return console.log('nothing is held under this address')
      if (!confirm) return console.log('nothing was changed; --confirm erases it, and there is no way back')
      if (!revoke && counts.living + counts.open > 0)
        throw new CommandFailure(
          `nothing was erased: ${counts.living} credentials are not over and ${counts.open} orders are open; --revoke ends them too`,
        )
      const { events, entries } = await eraseCustomer(context, email, held)
      console.log(`erased, also in ${events} events and ${entries} entries of the audit log`)
    })
  },
})

export const command = group({ erase })
