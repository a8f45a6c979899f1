// Address of a station's stream without NTRIP: over TCP, UDP or a serial port.
import { isCidr } from '../webhooks/public-address.ts'
import { parseSourceAddress, type SourceAddress, withoutLogin } from './source-address.ts'

/** `from`: the addresses or CIDRs that may send; empty means all. */
export type RawAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /** The station connects to this port. `firstLine`: what it must send first; `null` if nothing. */
  | {
      readonly kind: 'tcp_listen'
      readonly port: number
      readonly firstLine: string | null
      readonly from: readonly string[]
    }
  | { readonly kind: 'udp_listen'; readonly port: number; readonly from: readonly string[] }
  | { readonly kind: 'serial'; readonly path: string; readonly baud: number }

/** Address from which a station can be pulled. */
export type PullAddress = SourceAddress | RawAddress

export const isRaw = (address: PullAddress): address is RawAddress => 'kind' in address

export const parsePullAddress = (text: string): PullAddress | null => parseSourceAddress(text) ?? parseRawAddress(text)

const TCP = /^tcp:\/\/([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/
const LISTEN = /^(tcp|udp):\/\/(?:([^@/?#\s]{1,300})@)?:(\d{1,5})(?:\?from=([0-9A-Fa-f:.,/]{2,500}))?$/
const SERIAL = /^serial:\/\/(\/dev\/[A-Za-z0-9_./-]{1,100})(?:\?baud=(\d{3,7}))?$/
export const LONGEST_FIRST_LINE = 100
const PRINTABLE = /^[\x21-\x7e]{8,100}$/
/** Speeds of termios(3) from 300 on. */
const BAUDS = [
  ...[300, 600, 1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200],
  ...[230_400, 460_800, 500_000, 576_000, 921_600, 1_000_000, 1_500_000, 2_000_000, 3_000_000, 4_000_000],
]
const DEFAULT_BAUD = 115_200

/**
 * Returns `null` if the text is no address of this kind. A port on which the caster listens needs a sender or a first
 * line, because anyone could otherwise send a stream.
 */
function parseRawAddress(text: string): RawAddress | null {
  const [, host, toPort] = TCP.exec(text) ?? []
  if (host && toPort) {
    const port = portIn(toPort)
    return port === null ? null : { kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port }
  }
  const [, path, baud = String(DEFAULT_BAUD)] = SERIAL.exec(text) ?? []
  if (path)
    return BAUDS.includes(Number(baud)) && !path.includes('..') ? { kind: 'serial', path, baud: Number(baud) } : null
  const [, protocol, login, written, senders] = LISTEN.exec(text) ?? []
  const port = written ? portIn(written) : null
  const from = senders?.split(',') ?? []
  if (!port || !from.every(isCidr)) return null
  if (protocol === 'udp') return from.length > 0 && !login ? { kind: 'udp_listen', port, from } : null
  const firstLine = login ? decoded(login) : null
  if (login ? firstLine === null || !PRINTABLE.test(firstLine) : from.length === 0) return null
  return { kind: 'tcp_listen', port, firstLine, from }
}

function portIn(text: string): number | null {
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? port : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Splits a valid address into what may be shown, and the secret login or first line. */
export function withoutSecret(text: string): { readonly url: string; readonly login: string | null } {
  if (parseSourceAddress(text)) return withoutLogin(text)
  const [, protocol, login, rest] = /^(\w+:\/\/)([^@/]+)@(.*)$/.exec(text) ?? []
  return login === undefined ? { url: text, login: null } : { url: `${protocol}${rest}`, login }
}

/** The host, port or device, for messages. */
export function placeOf(address: PullAddress): string {
  if (!isRaw(address) || address.kind === 'tcp') return address.host
  if (address.kind === 'serial') return address.path
  return `${address.kind === 'udp_listen' ? 'udp' : 'tcp'} ${address.port}`
}

/** Ports and serial devices of a machine that stations may use (CASTER_PULL_ALLOW). */
export type Inputs = readonly ({ readonly from: number; readonly to: number } | { readonly device: string })[]

/** Whether the address uses no port or device of this machine other than these. */
export function mayUse(inputs: Inputs, address: RawAddress): boolean {
  if (address.kind === 'tcp') return true
  return inputs.some((input) =>
    address.kind === 'serial'
      ? 'device' in input && input.device === address.path
      : 'from' in input && address.port >= input.from && address.port <= input.to,
  )
}
