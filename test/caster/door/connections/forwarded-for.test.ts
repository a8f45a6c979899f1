import { expect, it } from 'vitest'
import { forwardedClient } from '../../../../src/caster/door/connections/forwarded-for.ts'

const isProxy = (address: string) => address.startsWith('10.')

it.each([
  ['189.203.4.7', '189.203.4.7'],
  ['189.203.4.7, 10.0.0.1', '189.203.4.7'],
  ['1.1.1.1, 189.203.4.7, 10.0.0.2, 10.0.0.1', '189.203.4.7'],
  ['189.203.4.7:50123', '189.203.4.7'],
  ['[2001:db8::7]:50123', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['', null],
  ['unknown', null],
  ['189.203.4.7, unknown', null],
  ['10.0.0.1', null],
  ['189.203.4.7,', null],
])('finds the client in %j: %s', (header, client) => {
  expect(forwardedClient(header, isProxy)).toBe(client)
})
