// Checks whether a stream may be pulled from an address. Runs on input; the caster checks again on every connection.
import { isIP } from 'node:net'
import { type Fault, fault } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { type Inputs, isRaw, mayUse, parsePullAddress, placeOf } from '../../domain/network/raw-address.ts'
import type { NameAddress } from '../../domain/network/source-address.ts'
import { parseCidr, reachOf } from '../../domain/webhooks/public-address.ts'

/** Returns why no stream may be pulled from the URL, or `null`. */
export type RefuseSource = (url: string) => Promise<Fault | null>

/**
 * `allow`: allowed private CIDRs. `inputs`: ports and serial devices of this machine that stations may use. Accepts a name that does not resolve; the caster checks again when it connects.
 */
export function sourceRefuser(
  allow: readonly string[],
  addressesOf: (host: string) => Promise<readonly NameAddress[]>,
  inputs: Inputs = [],
): RefuseSource {
  const allowed = allow.map(parseCidr)
  return async (url) => {
    const source = parsePullAddress(url)
    if (!source) return null // the action itself reports an invalid address
    if (isRaw(source) && source.kind !== 'tcp')
      return mayUse(inputs, source) ? null : fault('input_not_allowed', { input: placeOf(source) })
    const { host } = source
    const addresses = isIP(host) ? [{ address: host }] : await addressesOf(host).catch(() => [])
    const bad = addresses.find(({ address }) => reachOf(address, allowed) === 'forbidden')
    return bad === undefined ? null : fault('source_not_public', { address: bad.address })
  }
}

/** Uses the network, so call this before the transaction of the action, never inside. */
export async function checkSource(refuse: RefuseSource, field: string, url: string | null | undefined): Promise<void> {
  const refused = url ? await refuse(url) : null
  if (refused) throw invalid({ path: [field], ...refused })
}
