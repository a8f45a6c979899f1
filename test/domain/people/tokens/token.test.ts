import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BASE62, randomCode } from '../../../../src/base/secrets.ts'
import { isUsable, isWellFormed, makeToken, type Token } from '../../../../src/domain/people/tokens/token.ts'

const newToken = () => makeToken((length) => randomCode(length, BASE62))

const base62Body = fc
  .array(fc.constantFrom(...BASE62), { minLength: 30, maxLength: 30 })
  .map((characters) => characters.join(''))

describe('the form of a token', () => {
  it('is vrt_, 30 characters and the CRC-32 of these in six base-62 digits', () => {
    fc.assert(
      fc.property(base62Body, (body) => {
        const token = makeToken(() => body)
        expect(token).toMatch(/^vrt_[0-9A-Za-z]{36}$/)
        expect(token.slice(4, 34)).toBe(body)
        const check = [...token.slice(34)].reduce((value, digit) => value * 62 + BASE62.indexOf(digit), 0)
        expect(check).toBe(crc32(`vrt_${body}`))
        expect(isWellFormed(token)).toBe(true)
      }),
    )
  })

  it('has the prefix vrt_test_ for tests, included in its checksum', () => {
    const body = '0123456789ABCDEFGHIJabcdefghij'
    const token = makeToken(() => body, true)
    expect(token.slice(0, -6)).toBe(`vrt_test_${body}`)
    expect(isWellFormed(token)).toBe(true)
    expect(isWellFormed(token.replace('test_', ''))).toBe(false)
    expect(isWellFormed(newToken().replace('vrt_', 'vrt_test_'))).toBe(false)
  })

  it('keeps a known token valid', () => {
    const body = '0123456789ABCDEFGHIJabcdefghij'
    expect(makeToken(() => body)).toBe(`vrt_${body}07zsqN`)
  })

  it('rejects every change of a single character', () => {
    const token = newToken()
    const characters = [...BASE62, '-', '_', ' ', 'é', '']
    for (let place = 0; place < token.length; place++) {
      for (const other of characters) {
        if (other === token[place]) continue
        const changed = token.slice(0, place) + other + token.slice(place + 1)
        expect(isWellFormed(changed), `${changed} at ${place}`).toBe(false)
      }
    }
  })

  it('rejects swapped neighbours', () => {
    const token = newToken()
    for (let place = 0; place + 1 < token.length; place++) {
      const [a, b] = [token[place]!, token[place + 1]!]
      if (a !== b) expect(isWellFormed(token.slice(0, place) + b + a + token.slice(place + 2))).toBe(false)
    }
  })

  it.each([
    ['nothing', ''],
    ['the prefix', 'vrt_'],
    ['another prefix', newToken().replace('vrt', 'abc')],
    ['a space before', ` ${newToken()}`],
    ['a line end after', `${newToken()}\n`],
    ['a character too many', `${newToken()}0`],
    ['two tokens', newToken() + newToken()],
    ['capitals', newToken().toUpperCase()],
  ])('rejects %s', (_, text) => {
    expect(isWellFormed(text)).toBe(false)
  })

  it('rejects random text', () => {
    fc.assert(fc.property(base62Body, fc.string(), (body, tail) => !isWellFormed(`vrt_${body}${tail.slice(0, 5)}`)))
  })
})

describe('isUsable', () => {
  const now = new Date('2026-11-14T12:00:00Z')
  const token: Token = {
    id: 1,
    ownerId: 1,
    name: 'test',
    scopes: ['read'],
    limits: [],
    isTest: false,
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  }
  const later = (ms: number) => new Date(now.getTime() + ms)

  it.each([
    [true, 'without an end', {}],
    [true, 'a moment before its end', { expiresAt: later(1) }],
    [false, 'at its end', { expiresAt: now }],
    [false, 'after its end', { expiresAt: later(-1) }],
    [false, 'revoked', { revokedAt: later(-1) }],
    [false, 'revoked, before its end', { revokedAt: later(-1), expiresAt: later(1000) }],
  ])('%s %s', (expected, _, change) => {
    expect(isUsable({ ...token, ...change }, now)).toBe(expected)
  })
})
