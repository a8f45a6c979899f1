// The header of the PROXY protocol: a load balancer sends it first on each connection, to name the client's address.
// Version 1 is a line of text, version 2 is binary. The caller collects the bytes and calls again.
import { isIPv4, isIPv6, SocketAddress } from 'node:net'

export interface ProxyHeader {
  /** The client's address; `null` for the balancer's own health checks and for clients without an address. */
  readonly address: string | null
  /** Length of the header in bytes; the client's own bytes follow. */
  readonly length: number
}

/** PROXY protocol, 2.1: the longest line of version 1, with its end. */
const LONGEST_LINE = 107
const LINE_BEGINS = Buffer.from('PROXY ', 'latin1')
const LINE = /^PROXY (?:UNKNOWN(?: .*)?|TCP([46]) ([0-9A-Fa-f.:]+) ([0-9A-Fa-f.:]+) (\d{1,5}) (\d{1,5}))\r\n$/

/** PROXY protocol, 2.2: a signature that starts no other protocol, then version and command, family, length. */
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const FIXED_BYTES = 16
const VERSION_2 = 2
const [LOCAL, PROXY] = [0, 1]
const [TCP_OVER_IPV4, TCP_OVER_IPV6] = [0x11, 0x21]
/** Two addresses and two ports each. */
const [IPV4_BYTES, IPV6_BYTES] = [12, 36]
const IPV4_MAPPED = '::ffff:'
const [LAST_FAMILY, LAST_TRANSPORT] = [3, 2]
/** The longest header that receivers must accept, with the fields (certificates, names) that proxies add. */
const LONGEST_HEADER = 536

/** Returns 'bad' if the bytes do not start with a PROXY header. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | 'incomplete' | 'bad' {
  if (beginsLike(bytes, SIGNATURE)) return readVersion2(bytes)
  return beginsLike(bytes, LINE_BEGINS) ? readVersion1(bytes) : 'bad'
}

/** Compares only as many bytes as were received. */
const beginsLike = (bytes: Buffer, beginning: Buffer) => {
  const length = Math.min(bytes.length, beginning.length)
  return bytes.compare(beginning, 0, length, 0, length) === 0
}

function readVersion1(bytes: Buffer): ProxyHeader | 'incomplete' | 'bad' {
  const end = bytes.subarray(0, LONGEST_LINE).indexOf('\n') + 1
  if (end === 0) return bytes.length < LONGEST_LINE ? 'incomplete' : 'bad'
  const found = LINE.exec(bytes.toString('latin1', 0, end))
  if (!found) return 'bad'
  const [, family, from, to, ...ports] = found
  if (family === undefined) return { address: null, length: end }
  const isRight = [from!, to!].every((address) => (family === '4' ? isIPv4(address) : isIPv6(address)))
  if (!isRight || ports.some((port) => Number(port) > 65_535)) return 'bad'
  return { address: plain(from!), length: end }
}

function readVersion2(bytes: Buffer): ProxyHeader | 'incomplete' | 'bad' {
  if (bytes.length < FIXED_BYTES) return 'incomplete'
  const [versionAndCommand, kind] = [bytes[12]!, bytes[13]!]
  const length = FIXED_BYTES + bytes.readUInt16BE(14)
  const command = versionAndCommand & 0xf
  if (versionAndCommand >> 4 !== VERSION_2 || command > PROXY || length > LONGEST_HEADER) return 'bad'
  if (kind >> 4 > LAST_FAMILY || (kind & 0xf) > LAST_TRANSPORT) return 'bad'
  const needed = command === LOCAL ? 0 : kind === TCP_OVER_IPV4 ? IPV4_BYTES : kind === TCP_OVER_IPV6 ? IPV6_BYTES : 0
  if (length < FIXED_BYTES + needed) return 'bad'
  if (bytes.length < length) return 'incomplete'
  return { address: needed === 0 ? null : plain(addressIn(bytes, kind)), length }
}

function addressIn(bytes: Buffer, kind: number): string {
  if (kind === TCP_OVER_IPV4) return bytes.subarray(FIXED_BYTES, FIXED_BYTES + 4).join('.')
  const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(FIXED_BYTES + 2 * group).toString(16))
  return groups.join(':')
}

/** The notation of Node's `remoteAddress`; an IPv4-mapped IPv6 address becomes its IPv4 address. */
function plain(text: string): string {
  if (isIPv4(text)) return text
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return address.startsWith(IPV4_MAPPED) && address.includes('.') ? address.slice(IPV4_MAPPED.length) : address
}
