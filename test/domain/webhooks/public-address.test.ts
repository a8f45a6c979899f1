import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCidr, reachOf } from '../../../src/domain/webhooks/public-address.ts'

const HOSTILE: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  loopback: ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'metadata over IPv6': ['fd00:ec2::254'],
  "Azure's metadata": ['168.63.129.16', '::ffff:168.63.129.16'],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '254.1.2.3', '192.0.0.1', '192.0.0.170', '192.88.99.1'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  unspecified: ['::'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:7f00:1', '::ffff:0.0.0.0'],
  'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::169.254.169.254', '::7f00:1', '::2'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:a00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::1', '2002:a00:1::', '2002:c0a8:101::1'],
  Teredo: ['2001:0:7f00:1::1', '2001::1'],
  'unique local': ['fc00::1', 'fd12:3456:789a::1', 'fdff:ffff:ffff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'discard and others': ['100::1', '2001:10::1', '2001:20::1', '5f00::1'],
  'no address': [
    '',
    'localhost',
    'example.com',
    '1.2.3.4.5',
    '256.1.1.1',
    '10.0.0.0/8',
    ':::',
    '[::1]',
    '127.0.0.1:80',
  ],
}

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '200.57.10.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:81b::200e',
  '2806:2f0::1',
]

describe('forbidden target addresses', () => {
  it.each(Object.entries(HOSTILE).flatMap(([family, list]) => list.map((address) => [family, address])))(
    '%s: %s',
    (_, address) => {
      expect(reachOf(address!, [])).toBe('forbidden')
    },
  )
})

it.each(PUBLIC)('allows the public address %s', (address) => {
  expect(reachOf(address, [])).toBe('public')
})

it('forbids a private IPv4 address in every IPv6 notation', () => {
  const inside = fc.constantFrom('10.0.0.0', '127.0.0.0', '192.168.0.0', '169.254.0.0', '172.16.0.0', '100.64.0.0')
  fc.assert(
    fc.property(inside, fc.nat(255), fc.nat(255), (base, c, d) => {
      const [a, b] = base.split('.').map(Number) as [number, number]
      const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
      const [first, last] = [hex(a, b), hex(c, d)]
      for (const dress of [
        `${a}.${b}.${c}.${d}`,
        `::ffff:${a}.${b}.${c}.${d}`,
        `::ffff:${first}:${last}`,
        `0:0:0:0:0:ffff:${first}:${last}`,
        `64:ff9b::${first}:${last}`,
        `2002:${first}:${last}::1`,
        `::${first}:${last}`,
      ]) {
        expect(reachOf(dress, []), dress).toBe('forbidden')
      }
    }),
    { numRuns: 300 },
  )
})

describe('the networks that the operator allows', () => {
  const allowed = ['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32', '::1'].map(parseCidr)

  it.each([
    ['10.1.2.3', 'allowed'],
    ['10.1.255.255', 'allowed'],
    ['::ffff:10.1.2.3', 'allowed'],
    ['10.2.0.1', 'forbidden'],
    ['127.0.0.1', 'allowed'],
    ['127.0.0.2', 'forbidden'],
    ['fd00:1:2::3', 'allowed'],
    ['fd00:2::1', 'forbidden'],
    ['::1', 'allowed'],
    ['::2', 'forbidden'],
    ['8.8.8.8', 'public'],
  ])('%s is %s', (address, reach) => {
    expect(reachOf(address, allowed)).toBe(reach)
  })

  it.each(['169.254.169.254', '::ffff:169.254.169.254', '168.63.129.16', 'fd00:ec2::254'])(
    'never include %s, which clouds use for instance metadata',
    (address) => {
      expect(reachOf(address, ['0.0.0.0/0', '169.254.0.0/16', '::/0', address].map(parseCidr))).toBe('forbidden')
    },
  )

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0/8/8', '::/129', 'x/8'])(
    'reject %j as a CIDR',
    (text) => {
      expect(() => parseCidr(text)).toThrow()
    },
  )
})
