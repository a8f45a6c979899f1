import { describe, expect, it } from 'vitest'
import { readProxyHeader } from '../src/proxy-header.ts'
import {
  PROXY_TCP4,
  PROXY_TCP6,
  proxyBytes,
  proxyHeader,
  proxyHeaderOf6,
  proxyLine,
  proxyLooks,
} from './support/proxy-headers.ts'

const text = (line: string) => readProxyHeader(Buffer.from(line, 'latin1'))
const NAMED = '20010db8000000000000000000000007'

describe('a PROXY header', () => {
  it.each([
    ['version 1', proxyLine('189.203.4.7'), '189.203.4.7'],
    ['version 1 over IPv6', proxyLine('2001:DB8:0:0::7', 6), '2001:db8::7'],
    ['version 1 of an IPv4 inside IPv6', proxyLine('::ffff:189.203.4.7', 6), '189.203.4.7'],
    ['version 2', proxyHeader('189.203.4.7'), '189.203.4.7'],
    ['version 2 with more about the proxy', proxyHeader('189.203.4.7', Buffer.alloc(508, 3)), '189.203.4.7'],
    ['version 2 over IPv6', proxyHeaderOf6(NAMED), '2001:db8::7'],
    ['version 2 of an IPv4 inside IPv6', proxyHeaderOf6(`${'0'.repeat(20)}ffffbdcb0407`), '189.203.4.7'],
  ])('%s', (_, header, address) => {
    expect(readProxyHeader(header)).toEqual({ address, length: header.length })
    expect(readProxyHeader(Buffer.concat([header, Buffer.from('GET / HTTP/1.0')]))).toEqual({
      address,
      length: header.length,
    })
    for (let length = 0; length < header.length; length++)
      expect(readProxyHeader(header.subarray(0, length))).toBe('incomplete')
  })

  it.each([
    ['a proxy that looks whether we live', proxyLooks()],
    ['one that does so with addresses', proxyBytes(PROXY_TCP4, Buffer.alloc(12, 9), 0x20)],
    ['an unknown client, version 1', Buffer.from('PROXY UNKNOWN\r\n')],
    ['an unknown client, followed by other text', Buffer.from('PROXY UNKNOWN ffff:f a b 65535\r\n')],
    ['an unknown client, version 2', proxyBytes(0, Buffer.alloc(20, 1))],
    ['a client on its own machine', proxyBytes(0x31, Buffer.alloc(216, 1))],
  ])('keeps the address of the connection for %s', (_, header) => {
    expect(readProxyHeader(header)).toEqual({ address: null, length: header.length })
  })
})

describe('an invalid PROXY header', () => {
  it.each([
    'GET / HTTP/1.0\r\n\r\n',
    'proxy TCP4 189.203.4.7 192.0.2.1 40000 2101\r\n',
    'PROXY TCP4 189.203.4.7 192.0.2.1 40000 2101\n',
    'PROXY TCP4 189.203.4 192.0.2.1 40000 2101\r\n',
    'PROXY TCP4 189.203.4.07 192.0.2.1 40000 2101\r\n',
    'PROXY TCP4 2001:db8::7 2001:db8::1 40000 2101\r\n',
    'PROXY TCP6 189.203.4.7 192.0.2.1 40000 2101\r\n',
    'PROXY TCP6 fe80::1%1 2001:db8::1 40000 2101\r\n',
    'PROXY TCP4 189.203.4.7 192.0.2.1 40000 65536\r\n',
    'PROXY TCP4 189.203.4.7 192.0.2.1 40000\r\n',
    'PROXY TCP4  189.203.4.7 192.0.2.1 40000 2101\r\n',
    'PROXY TCP4 189.203.4.7 192.0.2.1 40000 2101 \r\n',
    `PROXY UNKNOWN ${'a'.repeat(100)}\r\n`,
    `PROXY UNKNOWN ${'a'.repeat(1_000)}`,
    '\r\n\r\n\0\r\nQUIX',
  ])('%j', (line) => {
    expect(text(line)).toBe('bad')
  })

  it.each([
    ['another version', proxyBytes(PROXY_TCP4, Buffer.alloc(12), 0x11)],
    ['an unknown command', proxyBytes(PROXY_TCP4, Buffer.alloc(12), 0x22)],
    ['an unknown family', proxyBytes(0x41, Buffer.alloc(12))],
    ['an unknown transport', proxyBytes(0x13, Buffer.alloc(12))],
    ['too short for its addresses', proxyBytes(PROXY_TCP4, Buffer.alloc(11))],
    ['too short for its addresses, IPv6', proxyBytes(PROXY_TCP6, Buffer.alloc(35))],
    ['longer than any has to be', proxyHeader('189.203.4.7', Buffer.alloc(509))],
  ])('%s', (_, header) => {
    expect(readProxyHeader(header)).toBe('bad')
    // Rejected as soon as the length is known, without waiting for 64 kB.
    expect(readProxyHeader(header.subarray(0, 16))).toBe('bad')
  })
})
