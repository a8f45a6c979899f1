import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSourceAddress, withLogin, withoutLogin } from '../../../src/domain/network/source-address.ts'

describe('a source address', () => {
  it('is parsed', () => {
    expect(parseSourceAddress('ntrip://user:pass@caster.example.mx:2102/VRS3')).toEqual({
      host: 'caster.example.mx',
      port: 2102,
      tls: false,
      mountpoint: 'VRS3',
      credentials: { username: 'user', password: 'pass' },
    })
  })

  it.each([
    ['ntrip://h/M', { port: 2101, tls: false, credentials: null }],
    ['ntrips://h/M', { port: 443, tls: true, credentials: null }],
    ['ntrips://h:2102/M', { port: 2102, tls: true }],
    ['ntrip://[::1]:2101/M', { host: '::1' }],
    ['ntrip://192.0.2.7/M', { host: '192.0.2.7' }],
    ['ntrip://h/M_1.b-C', { mountpoint: 'M_1.b-C' }],
    ['ntrip://u:p%40ss%3Aw%2Frd@h/M', { credentials: { username: 'u', password: 'p@ss:w/rd' } }],
    ['ntrip://u:a:b@h/M', { credentials: { username: 'u', password: 'a:b' } }],
    ['ntrip://u@h/M', { credentials: { username: 'u', password: '' } }],
    ['ntrip://u:contrase%C3%B1a@h/M', { credentials: { username: 'u', password: 'contraseña' } }],
  ])('%s', (text, facts) => {
    expect(parseSourceAddress(text)).toMatchObject(facts)
  })

  it.each([
    '',
    'M',
    'h/M',
    'http://h/M',
    'ntrip://h',
    'ntrip://h/',
    'ntrip://h/a/b',
    'ntrip://h/M?x=1',
    'ntrip://h/M#x',
    'ntrip:///M',
    'ntrip://h:0x10/M',
    'ntrip://h:99999/M',
    'ntrip://h/bad name',
    `ntrip://h/${'M'.repeat(101)}`,
    'ntrip://u:100%@h/M',
  ])('rejects "%s"', (text) => {
    expect(parseSourceAddress(text)).toBeNull()
  })

  it('is shown without the login, and can be combined with it again', () => {
    expect(withoutLogin('ntrip://user:pass@h:2101/M')).toEqual({ url: 'ntrip://h:2101/M', login: 'user:pass' })
    expect(withoutLogin('ntrip://h/M')).toEqual({ url: 'ntrip://h/M', login: null })
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).map(encodeURIComponent)
    fc.assert(
      fc.property(word, word, fc.constantFrom('ntrip', 'ntrips', 'NTRIP'), (user, password, scheme) => {
        const text = `${scheme}://${user}:${password}@caster.mx:2101/M`
        const { url, login } = withoutLogin(text)
        expect(url).toBe(`${scheme.toLowerCase()}://caster.mx:2101/M`)
        expect(parseSourceAddress(withLogin(url, login))).toEqual(parseSourceAddress(text))
        expect(parseSourceAddress(text)!.credentials).toEqual({
          username: decodeURIComponent(user),
          password: decodeURIComponent(password),
        })
      }),
    )
  })

  it.each([
    'ntrip://u:p@secret@h/M',
    'NTRIP://u:secret@h/M',
    'ntrip://u:$&secret$1@h/M',
    'ntrip://u:sec ret@h/M',
    ' ntrip://u:secret@h/M ',
    'ntrips://secret@h:1/M',
    'ntrip://u:secret@[::1]:2101/M',
  ])('shows no part of the login of "%s"', (text) => {
    const { url, login } = withoutLogin(text)
    expect(url).toMatch(/^ntrips?:\/\/(h|\[::1\])(:\d+)?\/M$/)
    expect(parseSourceAddress(text)).not.toBeNull()
    expect(parseSourceAddress(withLogin(url, login))).toEqual(parseSourceAddress(text))
  })
})
