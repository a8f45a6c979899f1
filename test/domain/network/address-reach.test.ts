import { expect, it } from 'vitest'
import { reachOf } from '../../../src/domain/network/address-reach.ts'

it.each(['localhost', 'LOCALHOST', 'rtk.localhost', '127.0.0.1', '127.9.0.3', '0.0.0.0', '::1', '[::1]'])(
  '%s works on this machine only',
  (host) => {
    expect(reachOf(host)).toBe('machine')
  },
)

it.each([
  ...['192.168.1.50', '10.0.0.1', '172.16.3.4', '172.31.0.1', '169.254.1.1', '100.64.0.1'],
  ...['caster.local', 'rtk.lan', 'fd00::1', '[fe80::1]'],
])('%s works in a private network only', (host) => {
  expect(reachOf(host)).toBe('private')
})

it.each([
  ...['rtk.example.mx', '203.0.113.7', 'localhost.example.mx', '127.example.mx', '172.32.0.1', '100.128.0.1'],
  ...['2001:db8::1', '10.example.mx', 'fd.example.mx'],
])('%s counts as public', (host) => {
  expect(reachOf(host)).toBe('public')
})
