import { expect, it } from 'vitest'
import { isListening, isPlain, parseForwardAddress } from '../../../src/domain/network/forward.ts'

it('reads addresses of casters and of plain TCP ports', () => {
  expect(parseForwardAddress('ntrip://:pw@host:2101/M')).toMatchObject({ host: 'host', mountpoint: 'M' })
  const radio = parseForwardAddress('tcp://radio.example:5017')!
  expect([isPlain(radio), radio]).toEqual([true, { kind: 'tcp', host: 'radio.example', port: 5017 }])
  expect(parseForwardAddress('tcp://[2001:db8::1]:5017')).toMatchObject({ host: '2001:db8::1' })
})

it('reads a port for radios, with the addresses that may connect', () => {
  const port = parseForwardAddress('tcp://:5017?from=192.0.2.7,2001:db8::/32')!
  expect([isPlain(port), isListening(port)]).toEqual([true, true])
  expect(port).toMatchObject({ port: 5017, from: ['192.0.2.7', '2001:db8::/32'] })
  expect(isListening(parseForwardAddress('tcp://radio.example:5017')!)).toBe(false)
})

it.each([
  'tcp://host',
  'tcp://user@host:5017',
  'tcp://host:5017/M',
  // Inputs of a station, and ports without allowed addresses.
  'tcp://first-line@:5017',
  'tcp://:5017',
  'tcp://first-line@:5017?from=192.0.2.7',
  'udp://:5017?from=192.0.2.7',
  'serial:///dev/ttyUSB0',
  'http://host/M',
])('refuses %s', (text) => {
  expect(parseForwardAddress(text)).toBeNull()
})
