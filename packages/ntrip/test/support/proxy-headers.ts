// PROXY protocol headers, as load balancers send them.

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')

export const PROXY_TCP4 = 0x11
export const PROXY_TCP6 = 0x21

/** Version 1. */
export const proxyLine = (from: string, family = 4) =>
  Buffer.from(`PROXY TCP${family} ${from} ${family === 4 ? '192.0.2.1' : '2001:db8::1'} 40000 2101\r\n`)

/** Version 2 with any bytes after its fixed part. */
export function proxyBytes(kind: number, rest: Buffer, versionAndCommand = 0x21): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(rest.length)
  return Buffer.concat([SIGNATURE, Buffer.from([versionAndCommand, kind]), length, rest])
}

/** Version 2 with an IPv4 address, followed by the fields that proxies add. */
export function proxyHeader(from: string, more: Buffer = Buffer.alloc(0)): Buffer {
  const addresses = [...from.split('.').map(Number), 192, 0, 2, 1]
  return proxyBytes(PROXY_TCP4, Buffer.concat([Buffer.from(addresses), Buffer.from([0x9c, 0x40, 8, 0x35]), more]))
}

/** Version 2 with an IPv6 address, given in hex. */
export const proxyHeaderOf6 = (from: string) =>
  proxyBytes(PROXY_TCP6, Buffer.from(`${from}${'0'.repeat(32)}9c400835`, 'hex'))

/** Version 2, as a proxy sends it for its own health check. */
export const proxyLooks = () => proxyBytes(0, Buffer.alloc(0), 0x20)
