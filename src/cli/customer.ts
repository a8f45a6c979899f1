import { eraseCustomer, findHeldOfCustomer } from '../actions/customers/erase.ts'
import { readConfig } from '../config.ts'
import { isEmailAddress } from '../domain/text/email-address.ts'
import { paymentProviderOf } from '../start/shop.ts'
import { loadBook } from '../store/current/current.ts'
import { CommandFailure, deedBy, needed, onFoundation, read, UsageError, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice customer erase EMAIL [--confirm] [--revoke]

erase  shows what is held of the customer with this address: credentials, orders, mails, sessions. With --confirm it is erased: what must
       stay for the books (an order's amount and dates, that there were sessions) loses its names and addresses. There is no way back
       --revoke  also revokes credentials whose time is not over and cancels orders that wait for their money; without it there must be none

docs/operations.md says what is held where, and what backups still hold. That it was done is in the audit log, and not of whom.`,
  { erase },
)

async function erase(args: string[]): Promise<undefined> {
  const { values, positionals } = read(args, { confirm: { type: 'boolean' }, revoke: { type: 'boolean' } })
  const email = needed(positionals[0], 'EMAIL')
  if (!isEmailAddress(email)) throw new UsageError(`EMAIL: expected an address such as ana@example.mx, got "${email}"`)
  await onFoundation(async ({ db, keys, casterDefaults }) => {
    const book = await loadBook(db, casterDefaults)
    const provider = await paymentProviderOf(readConfig())
    const context = deedBy('customer erase', { db, keys, book, provider })
    const held = await findHeldOfCustomer(context, email)
    console.log(`credentials   ${held.credentials.length}${held.living.length > 0 ? `, ${held.living.length} of them not over` : ''}
orders        ${held.orders.length}${held.open.length > 0 ? `, ${held.open.length} of them open` : ''}
mails         ${held.mails}
notices       ${held.handovers}
sessions      ${held.sessions}
refusals      ${held.refusals}
file lines    ${held.fileLines}
audit entries ${held.entries}, besides those about the above`)
    const counts = [
      held.credentials.length,
      held.orders.length,
      held.mails,
      held.handovers,
      held.fileLines,
      held.entries,
    ]
    if (counts.every((count) => count === 0)) return void console.log('nothing is held under this address')
    if (!values.confirm) return void console.log('nothing was changed; --confirm erases it, and there is no way back')
    if (!values.revoke && held.living.length + held.open.length > 0)
      throw new CommandFailure(
        `nothing was erased: ${held.living.length} credentials are not over and ${held.open.length} orders are open; --revoke ends them too`,
      )
    const { events, entries } = await eraseCustomer(context, email, held)
    console.log(`erased, also in ${events} events and ${entries} entries of the audit log`)
  })
}
