// Checks whether others can reach the service: pages and API at BASE_URL, the caster at its public host.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('address')

export interface AddressFacts {
  readonly name: string
  readonly host: string
  readonly isEncrypted: boolean
  readonly setting: string
  /** Empty if the name does not resolve. */
  readonly addresses: readonly string[]
  /** `null` if not probed, because the service does not run here. */
  readonly answer: 'ours' | 'another' | { readonly failed: string } | null
}

const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).range() : 'unknown')
const isHere = (address: string) => rangeOf(address) === 'loopback'
const isPublic = (address: string) => rangeOf(address) === 'unicast'

export function addressFindings({ name, host, isEncrypted, setting, addresses, answer }: AddressFacts): Finding[] {
  if (addresses.length === 0)
    return [fail(`${name}: the host name ${host} does not resolve`, `create a DNS record, or correct ${setting}`)]
  if (addresses.every(isHere))
    return [warn(`${name}: only reachable from this machine`, `set ${setting} to the public address`)]
  const found: Finding[] = []
  if (!isEncrypted && addresses.some(isPublic))
    found.push(warn(`${name}: passwords are sent unencrypted`, 'use a TLS proxy and set BASE_URL to https://…'))
  if (answer === 'another')
    found.push(
      fail(
        `${name}: another service answers there`,
        `point ${host} to this service (proxy, DNS), or correct ${setting}`,
      ),
    )
  else if (answer !== null && answer !== 'ours')
    found.push(
      warn(
        `${name}: no response from this machine (${answer.failed})`,
        `check the proxy, the firewall and DNS; behind some routers it only responds from outside, so try it from there`,
      ),
    )
  if (found.length > 0) return found
  const where = isIP(host) ? '' : ` (${addresses.join(', ')})`
  return [
    ok(`${name}${where}: ${answer === null ? 'not checked, because the service is not running here' : 'responds'}`),
  ]
}

export async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
