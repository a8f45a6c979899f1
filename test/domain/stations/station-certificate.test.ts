import { describe, expect, it } from 'vitest'
import { proofText, readProof, replacesPush } from '../../../src/caster/streams/sources/push-proof.ts'
import {
  certificateStateAt,
  fingerprintIn,
  fingerprintText,
  isMeant,
  judgePush,
  mayStayConnected,
} from '../../../src/domain/stations/certificate.ts'
import type { Which } from '../../../src/domain/stations/standby.ts'

const NOW = new Date('2026-11-17T09:00:00Z')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const certificate = (fingerprint: string, source: Which = 'first', from = -1, until = 365) => ({
  ...{ fingerprint, source },
  ...{ validFrom: inDays(from), validUntil: inDays(until) },
})
const CERTIFICATES = [
  certificate('mine'),
  certificate('second', 'backup'),
  certificate('old', 'first', -400, -35),
  certificate('new', 'first', 5, 400),
]
const PASSWORDS: Record<string, Which> = { right: 'first', spare: 'backup' }
const opens = (password: string) => PASSWORDS[password] ?? null

describe('authentication of a push', () => {
  const judged = (isRequired: boolean, password: string | null, shown: string | null) => {
    const admission = judgePush(
      { isRequired, certificates: CERTIFICATES },
      { password, certificate: shown },
      opens,
      NOW,
    )
    if (admission.refusal !== null) return admission.refusal
    return [admission.which, admission.byPassword && 'password', admission.certificate].filter(Boolean).join(' ')
  }

  it.each([
    ['right', null, 'first password', 'certificate_needed'],
    ['spare', null, 'backup password', 'certificate_needed'],
    ['wrong', null, 'bad_password', 'certificate_needed'],
    [null, 'mine', 'first mine', 'bad_password'],
    ['right', 'mine', 'first password mine', 'first password mine'],
    ['wrong', 'mine', 'first mine', 'bad_password'],
    ['spare', 'second', 'backup password second', 'backup password second'],
    // The password of one source with the certificate of another.
    ['spare', 'mine', 'first mine', 'bad_password'],
    ['right', 'foreign', 'first password', 'certificate_unknown'],
    ['wrong', 'foreign', 'bad_password', 'certificate_unknown'],
    [null, 'foreign', 'certificate_unknown', 'certificate_unknown'],
    ['right', 'old', 'first password', 'certificate_ended'],
    ['wrong', 'old', 'certificate_ended', 'certificate_ended'],
    [null, 'old', 'certificate_ended', 'certificate_ended'],
    ['right', 'new', 'first password', 'certificate_early'],
    [null, 'new', 'certificate_early', 'certificate_early'],
  ] as const)(
    'with password %s and certificate %s is %s, or %s if a certificate is required',
    (password, shown, instead, beside) => {
      expect(judged(false, password, shown)).toBe(instead)
      expect(judged(true, password, shown)).toBe(beside)
    },
  )

  it('does not reveal whether a password is right if a certificate is required', () => {
    for (const shown of [null, 'foreign', 'old', 'new'])
      expect(judged(true, 'right', shown)).toBe(judged(true, 'wrong', shown))
  })

  it.each([
    ['right', 'mine', 'first', true, true],
    [null, 'mine', 'first', true, false],
    ['right', 'mine', 'backup', false, false],
    ['right', 'old', 'first', false, false],
    ['right', 'removed', 'first', false, false],
    ['right', null, 'first', true, false],
  ] as const)(
    'keeps a session with password %s, certificate %s, %s source: %s, or if required: %s',
    (password, certificate, which, instead, beside) => {
      expect(
        mayStayConnected({ isRequired: false, certificates: CERTIFICATES }, which, { password, certificate }, NOW),
      ).toBe(instead)
      expect(
        mayStayConnected({ isRequired: true, certificates: CERTIFICATES }, which, { password, certificate }, NOW),
      ).toBe(beside)
    },
  )
})

it.each([
  [certificate('a', 'first', 1, 100), 'early'],
  [certificate('a', 'first', -1, 31), 'valid'],
  [certificate('a', 'first', -1, 29), 'ending'],
  [certificate('a', 'first', -1, -0.01), 'ended'],
] as const)('reports the expiry of a certificate in advance', (one, state) => {
  expect(certificateStateAt(one, NOW)).toBe(state)
})

it('shows fingerprints like OpenSSL and finds them by prefix', () => {
  const fingerprint = 'ab12cd34ef'
  expect(fingerprintText(fingerprint)).toBe('AB:12:CD:34:EF')
  expect(fingerprintIn('AB:12:CD:34:EF')).toBe(fingerprint)
  for (const typed of ['AB:12:CD:34', 'ab12cd34', 'AB:12:CD:34:EF']) expect(isMeant({ fingerprint }, typed)).toBe(true)
  for (const typed of ['AB:12:CD', '', 'AB:12:CD:35']) expect(isMeant({ fingerprint }, typed)).toBe(false)
})

describe('takeover of a mountpoint by another source', () => {
  const password = (said: string) => ({ password: said, certificate: null })
  const certified = (fingerprint: string, said: string | null = null) => ({ password: said, certificate: fingerprint })

  it.each([
    ['the same password', password('a'), password('a'), false],
    ['another password, so that it was changed', password('b'), password('a'), true],
    ['a certificate, of one with a password alone', certified('x'), password('a'), true],
    ['a password alone, of one with a certificate', password('a'), certified('x'), false],
    ['two certificates', certified('y'), certified('x'), false],
    ['both, of one whose password was changed', certified('x', 'b'), certified('x', 'a'), true],
    ['a changed password alone, of one with both', password('b'), certified('x', 'a'), false],
  ])('%s', (_, newcomer, present, goes) => {
    expect(replacesPush(newcomer, present)).toBe(goes)
    expect(readProof(proofText(newcomer))).toEqual(newcomer)
  })

  it.each(['a b c', ' ', 'a ', 'a\nb', '{"a":1}', 'x'.repeat(129)])('rejects %j as stored proof', (text) => {
    expect(readProof(text)).toBeNull()
  })
})
