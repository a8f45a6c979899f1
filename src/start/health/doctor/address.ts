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
    return [
      fail(
        [`${name}: the host name ${host} does not resolve`, `${name}: el nombre ${host} no se resuelve`],
        [`create a DNS record, or correct ${setting}`, `cree un registro DNS o corrija ${setting}`],
      ),
    ]
  if (addresses.every(isHere))
    return [
      warn(
        [`${name}: only reachable from this machine`, `${name}: solo se alcanza desde este equipo`],
        [`set ${setting} to the public address`, `ponga en ${setting} la dirección pública`],
      ),
    ]
  const found: Finding[] = []
  if (!isEncrypted && addresses.some(isPublic))
    found.push(
      warn(
        [`${name}: passwords are sent unencrypted`, `${name}: las contraseñas se envían sin cifrar`],
        ['use a TLS proxy and set BASE_URL to https://…', 'use un proxy TLS y ponga https://… en BASE_URL'],
      ),
    )
  if (answer === 'another')
    found.push(
      fail(
        [`${name}: another service answers there`, `${name}: ahí responde otro servicio`],
        [
          `point ${host} to this service (proxy, DNS), or correct ${setting}`,
          `dirija ${host} a este servicio (proxy, DNS) o corrija ${setting}`,
        ],
      ),
    )
  else if (answer !== null && answer !== 'ours')
    found.push(
      warn(
        [
          `${name}: no response from this machine (${answer.failed})`,
          `${name}: sin respuesta desde este equipo (${answer.failed})`,
        ],
        [
          'check the proxy, the firewall and DNS; behind some routers it only responds from outside, so try it from there',
          'revise el proxy, el firewall y el DNS; con algunos routers solo responde desde fuera: pruebe desde ahí',
        ],
      ),
    )
  if (found.length > 0) return found
  const where = isIP(host) ? '' : ` (${addresses.join(', ')})`
  return [
    ok(
      answer === null
        ? [
            `${name}${where}: not checked, because the service is not running here`,
            `${name}${where}: sin comprobar, porque el servicio no corre aquí`,
          ]
        : [`${name}${where}: responds`, `${name}${where}: responde`],
    ),
  ]
}

export async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
