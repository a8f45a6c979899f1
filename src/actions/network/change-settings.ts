// What describes the network, changed in the console.
import type { StoredNetwork } from '../../store/network/settings.ts'
import { type DeedContext, record, type SecretServices } from '../context.ts'
import { setNetwork } from './set.ts'

export function changeSettings(
  context: DeedContext & Pick<SecretServices, 'keys'>,
  change: Partial<StoredNetwork>,
): Promise<StoredNetwork> {
  return context.db.transaction(async (tx) => {
    const network = await setNetwork(tx, context.keys, change, context.now)
    // As it is stored: the address of the VRS engine without its login.
    const details = Object.fromEntries(Object.keys(change).map((name) => [name, network[name as keyof StoredNetwork]]))
    await record(tx, context, { action: 'settings.changed', details })
    return network
  })
}

/** That somebody had a mail sent from here, and what came of it. */
export const recordMailTest = (context: DeedContext, recipient: string, outcome: string) =>
  record(context.db, context, { action: 'mail.tested', details: { recipient, outcome } })
