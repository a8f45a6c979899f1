// Checks whether events may be sent to a URL: here at creation, and again in every attempt on the connected address.
import { isIP } from 'node:net'
import { Names } from '../../base/outgoing/names.ts'
import { type Fault, fault } from '../../domain/codes/fault.ts'
import { parseCidr, type Reach, reachOf } from '../../domain/webhooks/public-address.ts'

/** Short, because the caller that registers a webhook waits for it. */
const TIMEOUT_MS = 3_000

/** `allow`: private CIDRs that are allowed; for these http is allowed too. */
export function targetRefuser(
  allow: readonly string[],
  names = new Names({ timeoutMs: TIMEOUT_MS }),
): (url: string) => Promise<Fault | null> {
  const allowed = allow.map(parseCidr)
  return async (text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || !/^https?:$/.test(url.protocol)) return fault('https_needed')
    if (url.username || url.password) return fault('login_in_address')
    // The URL parser has already normalised every spelling of an IPv4 address (0x7f.1, 2130706433).
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (/(^|\.)localhost\.?$/i.test(host)) return refusal(url.protocol, [reachOf('127.0.0.1', allowed)])
    const reaches = (await addressesOf(names, host)).map((address) => reachOf(address, allowed))
    return refusal(url.protocol, reaches)
  }
}

function refusal(protocol: string, reaches: readonly Reach[]): Fault | null {
  if (reaches.includes('forbidden')) return fault('not_public')
  const allAllowed = reaches.length > 0 && reaches.every((reach) => reach === 'allowed')
  return protocol === 'https:' || allAllowed ? null : fault('https_needed')
}

/** Empty if the name does not resolve now; that may be temporary, and every attempt checks again. */
async function addressesOf(names: Names, host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  const found = await names.addressesOf(host).catch(() => [])
  return found.map(({ address }) => address)
}
