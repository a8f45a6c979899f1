// Handshake errors of Node and OpenSSL, as worded by the releases that we run on.
import { expect, it } from 'vitest'
import { saidBy, tlsFailureOf } from '../../../src/base/outgoing/tls-failure.ts'

const failed = (code: string, message = code) => Object.assign(new Error(message), { code })
const openssl = (words: string) => `write EPROTO 00:error:0A00010B:SSL routines:ssl3_get_record:${words}:x.c:1:`

it.each(['wrong version number', 'packet length too long'])('recognises a peer without TLS: %s', (words) => {
  expect(tlsFailureOf(failed('EPROTO', openssl(words)))).toBe('no_tls')
})

it.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_PURPOSE',
])('recognises a certificate problem: %s', (code) => {
  expect(tlsFailureOf(failed(code))).toBe('certificate')
})

it('does not count alerts of the peer about the handshake or our certificate', () => {
  const asked = failed('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', openssl('tlsv13 alert certificate required'))
  expect(tlsFailureOf(asked)).toBeNull()
  expect(saidBy(asked)).toBe('tlsv13 alert certificate required')
  expect(tlsFailureOf(failed('ECONNRESET'))).toBeNull()
})

it('returns the error text without the advice of Node', () => {
  const message = 'self-signed certificate; if the root CA is installed locally, try running Node.js with a flag'
  expect(saidBy(failed('DEPTH_ZERO_SELF_SIGNED_CERT', message))).toBe('self-signed certificate')
  expect(saidBy(failed('ENOENT', ''))).toBe('ENOENT')
})

it('truncates text of the peer at a whole character, and keeps it in one line', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `DNS:host${index}.example`).join(', ')
  const message = `Hostname/IP does not match certificate's altnames: Host: x. is not in the cert's altnames: ${names}`
  const said = saidBy(failed('ERR_TLS_CERT_ALTNAME_INVALID', message))
  expect(said).toBe(message.slice(0, 200).trim())
  expect(saidBy(failed('X', `${'a'.repeat(199)}👩 and more`))).toBe('a'.repeat(199))
  expect(saidBy(failed('X', `${'a'.repeat(198)}👩 and more`))).toBe(`${'a'.repeat(198)}👩`)
  expect(saidBy(failed('X', 'one\r\ntwo\u0000three\u001b[31m'))).toBe('one two three [31m')
})
