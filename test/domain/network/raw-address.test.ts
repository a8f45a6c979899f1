import { expect, it } from 'vitest'
import {
  mayUse,
  parsePullAddress,
  placeOf,
  type RawAddress,
  withoutSecret,
} from '../../../src/domain/network/raw-address.ts'

it.each([
  ['tcp://host.example:5000', { kind: 'tcp', host: 'host.example', port: 5000 }],
  ['tcp://[2001:db8::1]:5000', { kind: 'tcp', host: '2001:db8::1', port: 5000 }],
  ['tcp://s3cret-line@:5000', { kind: 'tcp_listen', port: 5000, firstLine: 's3cret-line', from: [] }],
  ['tcp://:5000?from=192.0.2.7', { kind: 'tcp_listen', port: 5000, firstLine: null, from: ['192.0.2.7'] }],
  [
    'udp://:5001?from=192.0.2.0/24,2001:db8::/32',
    { kind: 'udp_listen', port: 5001, from: ['192.0.2.0/24', '2001:db8::/32'] },
  ],
  ['serial:///dev/ttyUSB0', { kind: 'serial', path: '/dev/ttyUSB0', baud: 115_200 }],
  ['serial:///dev/serial/by-id/usb-1?baud=9600', { kind: 'serial', path: '/dev/serial/by-id/usb-1', baud: 9600 }],
  ['ntrip://user:pw@host:2101/M', { host: 'host', mountpoint: 'M' }],
])('reads %s', (text, address) => {
  expect(parsePullAddress(text)).toMatchObject(address)
})

it.each([
  'tcp://host',
  'tcp://host:0',
  'tcp://host:65536',
  'tcp://user@host:5000',
  'tcp://host:5000/M',
  'tcp://:5000',
  'tcp://short@:5000',
  'tcp://with%20space@:5000',
  'tcp://bad%zz-line@:5000',
  'tcp://:5000?from=host.example',
  'tcp://:5000?from=192.0.2.0/33',
  'udp://:5001',
  'udp://s3cret-line@:5001?from=192.0.2.7',
  'udp://host:5001?from=192.0.2.7',
  'serial:///etc/passwd',
  'serial:///dev/../etc/passwd',
  'serial:///dev/ttyUSB0?baud=115201',
  'serial://ttyUSB0',
  '',
])('rejects %j', (text) => {
  expect(parsePullAddress(text)).toBeNull()
})

it('separates a first line or a login from what may be shown', () => {
  expect(withoutSecret('tcp://s3cret-line@:5000?from=192.0.2.7')).toEqual({
    url: 'tcp://:5000?from=192.0.2.7',
    login: 's3cret-line',
  })
  expect(withoutSecret('serial:///dev/ttyS0')).toEqual({ url: 'serial:///dev/ttyS0', login: null })
  expect(withoutSecret('ntrip://:pw@host/M')).toEqual({ url: 'ntrip://host/M', login: ':pw' })
})

it('names the place, and allows only the ports and devices of the setting', () => {
  const inputs = [{ from: 5000, to: 5009 }, { device: '/dev/ttyUSB0' }]
  const judged = (text: string) => {
    const address = parsePullAddress(text) as RawAddress
    return [placeOf(address), mayUse(inputs, address)]
  }
  expect(judged('tcp://host:80')).toEqual(['host', true])
  expect(judged('tcp://s3cret-line@:5009')).toEqual(['tcp 5009', true])
  expect(judged('udp://:5010?from=::1')).toEqual(['udp 5010', false])
  expect(judged('serial:///dev/ttyUSB0')).toEqual(['/dev/ttyUSB0', true])
  expect(judged('serial:///dev/ttyUSB1')).toEqual(['/dev/ttyUSB1', false])
})
