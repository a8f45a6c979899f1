// May a stream be fetched from this address? Asked when somebody enters it; the caster asks again of every connection that it makes.
import { isIP } from 'node:net'
import { type Fault, fault } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { type NameAddress, parseSourceAddress } from '../../domain/network/source-address.ts'
import { parseCidr, reachOf } from '../../domain/webhooks/public-address.ts'

/** Why no stream may be fetched from there, or null. */
export type RefuseSource = (url: string) => Promise<Fault | null>

/** `allow`: CIDRs that are allowed although private. A name that does not resolve now may do so later, and the caster looks again. */
export function sourceRefuser(
  allow: readonly string[],
  addressesOf: (host: string) => Promise<readonly NameAddress[]>,
): RefuseSource {
  const allowed = allow.map(parseCidr)
  return async (url) => {
    const source = parseSourceAddress(url)
    if (!source) return null // what is no address at all is the action's to say
    const { host } = source
    const addresses = isIP(host) ? [{ address: host }] : await addressesOf(host).catch(() => [])
    const bad = addresses.find(({ address }) => reachOf(address, allowed) === 'forbidden')
    return bad === undefined ? null : fault('source_not_public', { address: bad.address })
  }
}

/** Asks the network, so it comes before the transaction of the action, never inside it. */
export async function checkSource(refuse: RefuseSource, field: string, url: string | null | undefined): Promise<void> {
  const refused = url ? await refuse(url) : null
  if (refused) throw invalid({ path: [field], ...refused })
}
