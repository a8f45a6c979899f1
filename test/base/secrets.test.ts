import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BASE62, KeyError, keyIdOf, newKey, parseKeys, randomCode, sha256 } from '../../src/base/secrets.ts'

const [first, second] = [newKey(), newKey()]
const ring = parseKeys(first)

describe('derived keys', () => {
  it('keep the ids and the order of their ring, and differ by key and purpose', () => {
    const both = parseKeys(`${first},${second}`)
    const [id, otherId] = [first, second].map((key) => parseKeys(key).current.id)
    const derived = both.derive('one')
    expect(derived.current.id).toBe(id)
    const bytes = (keys: typeof both, of: string) => keys.secretOf(of)!.export().toString('hex')
    const all = [both, derived, both.derive('two')].flatMap((keys) => [bytes(keys, id!), bytes(keys, otherId!)])
    expect(new Set(all).size).toBe(6)
    expect(bytes(both.derive('one'), id!)).toBe(bytes(derived, id!))
    expect(derived.secretOf('00000000')).toBeUndefined()
  })
})

describe('encrypt and decrypt', () => {
  it('return any text in its own context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (plain, context) => {
        expect(ring.decrypt(ring.encrypt(plain, context), context)).toBe(plain)
      }),
      { numRuns: 300 },
    )
  })

  it('fail in another context', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (plain, context, other) => {
        fc.pre(context !== other)
        expect(() => ring.decrypt(ring.encrypt(plain, context), other)).toThrow()
      }),
    )
    expect(() => ring.decrypt(ring.encrypt('x', 'credential:1'), 'credential:11')).toThrow()
  })

  it('fail with another key, and name the missing one', () => {
    const sealed = ring.encrypt('word', 'row:1')
    expect(() => parseKeys(second).decrypt(sealed, 'row:1')).toThrow(KeyError)
    expect(() => parseKeys(second).decrypt(sealed, 'row:1')).toThrow(keyIdOf(sealed))
  })

  it('fail if any single bit is changed', () => {
    const sealed = ring.encrypt('a password', 'row:1')
    const opened = Array.from({ length: sealed.length * 8 }, (_, bit) => bit).filter((bit) => {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      try {
        ring.decrypt(changed, 'row:1')
        return true
      } catch {
        return false
      }
    })
    expect(opened, 'bits that may change unnoticed (0 to 7 are the version)').toEqual([])
  })

  it('fail if the ciphertext is truncated or extended', () => {
    const sealed = ring.encrypt('a password', 'row:1')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => ring.decrypt(sealed.subarray(0, length), 'row:1'), `${length} bytes`).toThrow()
    }
    expect(() => ring.decrypt(Buffer.concat([sealed, Buffer.of(0)]), 'row:1')).toThrow()
  })

  it('never produce the same bytes twice, and never contain the text', () => {
    const sealed = Array.from({ length: 200 }, () => ring.encrypt('typeable2345678', 'row:1'))
    expect(new Set(sealed.map((bytes) => bytes.toString('hex'))).size).toBe(200)
    expect(sealed.some((bytes) => bytes.includes('typeable'))).toBe(false)
  })
})

describe('a key ring', () => {
  it('encrypts with the first key and decrypts with all', () => {
    const both = parseKeys(`${second},${first}`)
    const old = ring.encrypt('old', 'row:1')
    expect(both.decrypt(old, 'row:1')).toBe('old')
    const fresh = both.encrypt('new', 'row:1')
    expect(keyIdOf(fresh)).toBe(both.current.id)
    expect(parseKeys(second).decrypt(fresh, 'row:1')).toBe('new')
    expect(() => ring.decrypt(fresh, 'row:1')).toThrow(KeyError)
  })

  it('derives an id from the hash of each key, and knows its own', () => {
    const id = sha256(Buffer.from(first, 'base64')).toString('hex').slice(0, 8)
    expect(ring.current.id).toBe(id)
    expect(keyIdOf(ring.encrypt('x', 'y'))).toBe(id)
    expect(ring.knows(id)).toBe(true)
    expect(ring.knows(parseKeys(second).current.id)).toBe(false)
  })

  it.each([
    ['a comma', `${first},${second}`],
    ['commas and spaces', ` ${first} , ${second} ,`],
    ['lines', `${first}\r\n${second}\n`],
    ['no padding', `${first.replaceAll('=', '')},${second.replaceAll('=', '')}`],
  ])('accepts keys separated by %s', (_, text) => {
    const keys = parseKeys(text)
    expect(keys.current.id).toBe(ring.current.id)
    expect(keys.knows(parseKeys(second).current.id)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['separators', ' ,\n'],
    ['a word', 'secret'],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['16 bytes', randomBytes(16).toString('base64')],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url')],
    ['a character that is no base64', `${first.slice(0, 20)}*${first.slice(20)}`],
    ['a good one and a bad one', `${first},bad`],
  ])('rejects %s with a KeyError that shows no key', (_, text) => {
    const error = (() => {
      try {
        parseKeys(text)
      } catch (caught) {
        return caught
      }
    })()
    expect(error).toBeInstanceOf(KeyError)
    for (const part of text.split(/[\s,]+/).filter((word) => word.length > 10)) {
      expect((error as Error).message).not.toContain(part)
    }
  })

  it('accepts what newKey creates', () => {
    expect(Buffer.from(newKey(), 'base64')).toHaveLength(32)
    expect(newKey()).not.toBe(newKey())
  })
})

describe('randomCode', () => {
  it('has the requested length and only typeable characters: no 0, o, 1, l, i', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (length) => {
        const code = randomCode(length)
        expect(code).toHaveLength(length)
        expect(code).toMatch(/^[a-hj-km-np-z2-9]*$/)
      }),
    )
  })

  it.each([
    ['typeable', undefined, 31],
    ['base 62', BASE62, 62],
    ['of three', 'abc', 3],
  ])('draws every character of the alphabet with equal probability: %s', (_, alphabet, size) => {
    const draws = 4000 * size
    const counts = new Map<string, number>()
    for (const character of randomCode(draws, alphabet)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(size)
    const expected = draws / size
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // Mean size - 1, standard deviation √(2(size - 1)): almost never seven deviations above by chance. Without
    // rejection sampling it would be some 45 above for the typeable alphabet and 140 for base 62.
    expect(chiSquared).toBeLessThan(size - 1 + 7 * Math.sqrt(2 * size) + 15)
  })

  it('does not repeat itself', () => {
    expect(new Set(Array.from({ length: 50_000 }, () => randomCode(16))).size).toBe(50_000)
  })
})
