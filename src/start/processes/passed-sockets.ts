// Listening sockets that systemd keeps open while the service restarts (vertice.socket). Connections wait in their
// queues until the next process accepts them.
import { readFileSync, readlinkSync } from 'node:fs'
import { endianness } from 'node:os'
import ipaddr from 'ipaddr.js'
import { type Config, passedDescriptors } from '../../base/config/config.ts'
import {
  apiAddresses,
  canBePassed,
  casterAddresses,
  type ListenAddress,
  type PassedDescriptor,
} from '../../base/config/listening.ts'

/** `host` is `null` if the descriptor is not a listening TCP socket. */
export interface PassedSocket extends PassedDescriptor {
  readonly host: string | null
  readonly port: number
}

export function passedSockets(descriptors: readonly PassedDescriptor[] = passedDescriptors()): PassedSocket[] {
  if (descriptors.length === 0) return []
  const addresses = listeningSockets()
  return descriptors.map((one) => ({ ...one, ...(addresses.get(inodeOf(one.fd)) ?? { host: null, port: 0 }) }))
}

export const descriptorsAt = (sockets: readonly PassedSocket[], { host, port }: ListenAddress): number[] =>
  sockets.filter((socket) => socket.port === port && socket.host === canonical(host)).map(({ fd }) => fd)

/**
 * The sockets of one of several casters. Each socket belongs to one caster: otherwise the first to start would accept
 * all waiting rovers. If there are fewer sockets than casters, some casters share one.
 */
export const shareOf = (sockets: readonly PassedSocket[], index: number, casters: number): PassedSocket[] =>
  [...Map.groupBy(sockets, ({ host, port }) => `${host} ${port}`).values()].flatMap((same) => {
    const own = same.filter((_, at) => at % casters === index)
    return own.length > 0 ? own : [same[index % same.length]!]
  })

/** Returns what to do if the passed sockets do not match the settings; `null` if they do. */
export function socketMismatch(sockets: readonly PassedSocket[], config: Config): string | null {
  if (sockets.length === 0) return null
  const wanted = [...apiAddresses(config), ...casterAddresses(config)]
  const missing = wanted.filter((address) => canBePassed(address) && descriptorsAt(sockets, address).length === 0)
  const used = new Set(wanted.flatMap((address) => descriptorsAt(sockets, address)))
  const unused = sockets.filter(({ fd }) => !used.has(fd))
  const parts = [
    ...(missing.length > 0 ? [`does not listen on ${listed(missing)}, so the service does`] : []),
    ...(unused.length > 0 ? [`listens on ${listed(unused)}, where nothing answers`] : []),
  ]
  if (parts.length === 0) return null
  const [{ unit }] = sockets as [PassedSocket]
  return `${unit} ${parts.join(', and ')}: run "vertice service install", then "systemctl restart ${unit}"`
}

const listed = (addresses: readonly { readonly host: string | null; readonly port: number }[]): string =>
  [...new Set(addresses.map(({ host, port }) => (host === null ? 'no TCP port' : `${host} port ${port}`)))].join(', ')

const canonical = (host: string): string => (ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host)

function inodeOf(fd: number): string | null {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? null
  } catch {
    return null
  }
}

/** ` 0: ADDRESS:PORT REMOTE:PORT STATE QUEUES TIMER RETRANSMITS UID TIMEOUT INODE …`; 0A is the state LISTEN. */
const LISTENING = /^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A (?:\S+ +){5}(\d+) /gm

/** Keyed by inode. */
function listeningSockets(): Map<string | null, ListenAddress> {
  const lines = ['tcp', 'tcp6'].map((file) => readProc(`/proc/self/net/${file}`)).join('')
  return new Map(
    Array.from(lines.matchAll(LISTENING), ([, address, port, inode]) => [
      inode!,
      { host: hostOf(address!), port: Number.parseInt(port!, 16) },
    ]),
  )
}

/** The kernel prints 32-bit words in the machine's byte order. */
function hostOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  return ipaddr.fromByteArray([...(endianness() === 'LE' ? bytes.swap32() : bytes)]).toString()
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // a kernel without IPv6 has no tcp6
  }
}
