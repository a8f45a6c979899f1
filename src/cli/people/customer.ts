import { eraseCustomer, findHeldOfCustomer } from '../../actions/credentials/customers/erase.ts'
import { readConfig } from '../../base/config/config.ts'
import { paymentProviderOf } from '../../start/roles/customers/shop.ts'
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
import { emailIn } from '../kit/values.ts'

const erase = verb({
  summary: 'show the data of the customer with this address; with --confirm, erase it',
  more: `Covers credentials, orders, e-mails and sessions. Records that must be kept (amounts and dates of orders, session counts) lose their names and addresses. This cannot be undone.

docs/operations/customer-data.md lists what is stored where and what backups still contain. The audit log records the erasure, but not the customer.`,
  args: ['EMAIL'],
  flags: {
    confirm: onOff('erase the data'),
    revoke: onOff('also revoke active credentials and cancel pending orders; without this option there must be none'),
    ...asJson,
  },
  async run({ confirm, revoke, json }, address) {
    if (json && confirm) throw new UsageError('--json cannot be combined with --confirm')
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
        hosts: held.hosts,
        sessions: held.sessions,
        refusals: held.refusals,
        fileLines: held.fileLines,
        auditEntries: held.entries,
      }
      if (json) return printJson(counts)
      printFacts(false, counts, {
        credentials: `${counts.credentials}${counts.living > 0 ? `, ${counts.living} active` : ''}`,
        orders: `${counts.orders}${counts.open > 0 ? `, ${counts.open} pending` : ''}`,
        mails: counts.mails,
        notices: counts.notices,
        'stations followed': counts.hosts,
        sessions: counts.sessions,
        refusals: counts.refusals,
        'file lines': counts.fileLines,
        'audit entries': `${counts.auditEntries}, plus those about the above`,
      })
      const { sessions, refusals, ...named } = counts // these two belong to the credentials
      if (Object.values(named).every((count) => count === 0)) return console.log('no data for this address')
      if (!confirm) return console.log('nothing was changed; --confirm erases the data and cannot be undone')
      if (!revoke && counts.living + counts.open > 0)
        throw new CommandFailure(
          `nothing was erased: ${counts.living} active credentials and ${counts.open} pending orders; --revoke ends them too`,
        )
      const { events, entries } = await eraseCustomer(context, email, held)
      console.log(`erased, including ${events} events and ${entries} audit log entries`)
    })
  },
})

export const command = group({ erase })
