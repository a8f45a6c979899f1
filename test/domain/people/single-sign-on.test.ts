import { describe, expect, it } from 'vitest'
import {
  authenticatedSince,
  hasRequiredClaims,
  identityIn,
  type SsoRules,
  textsAt,
  withUserInfo,
} from '../../../src/domain/people/single-sign-on.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const RULES: SsoRules = {
  roleClaim: 'groups',
  roles: [
    { value: 'readers', role: 'viewer' },
    { value: 'crew', role: 'operator' },
    { value: 'crew', role: 'viewer' },
    { value: 'shops', role: 'reseller' },
  ],
  ownerClaim: 'org.name',
  linkByEmail: false,
  providerFactor: 'claim',
}
const read = (claims: Record<string, unknown>, rules: Partial<SsoRules> = {}) =>
  identityIn({ issuer: 'https://idp.example', subject: 's-1', claims, idToken: '' }, { ...RULES, ...rules }, NOW)

describe('a claim', () => {
  it.each([
    [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    [{ groups: 'a' }, 'groups', ['a']],
    [{ groups: ['a', 7, null, { b: 1 }] }, 'groups', ['a']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://example.mx/roles': ['a'] }, 'https://example.mx/roles', ['a']],
    [{ 'a.b': 'whole', a: { b: 'path' } }, 'a.b', ['whole']],
    [{ a: 'text' }, 'a.length', []],
    [{ a: ['x'] }, 'a.0.constructor', []],
    [{}, 'constructor.name', []],
    [{}, '__proto__', []],
    [{ a: null }, 'a.b', []],
  ])('%j at %s', (claims, path, texts) => {
    expect(textsAt(claims, path)).toEqual(texts)
  })
})

describe('the role of claims', () => {
  it.each([
    [['crew', 'readers'], 'operator'],
    [['readers', 'shops'], 'viewer'],
    [['shops'], 'reseller'],
    [['Crew'], null],
    [[], null],
    [undefined, null],
  ])('for %j is %s', (groups, role) => {
    expect(read({ groups }).role).toBe(role)
  })

  it('has an organisation only as a reseller', () => {
    const org = { name: 'Acme' }
    expect(read({ groups: ['shops'], org }).ownerName).toBe('Acme')
    expect(read({ groups: ['crew'], org }).ownerName).toBeNull()
    expect(read({ groups: ['shops'] }).ownerName).toBeNull()
  })
})

describe('the e-mail address and name of claims', () => {
  it.each([
    [{ email: 'a@example.mx', email_verified: true }, 'a@example.mx', true],
    [{ email: 'a@example.mx', email_verified: 'true' }, 'a@example.mx', false],
    [{ email: 'a@example.mx' }, 'a@example.mx', false],
    [{ preferred_username: 'a@example.mx', email_verified: true }, 'a@example.mx', false],
    [{ email: 'no address', upn: 'a@example.mx' }, 'a@example.mx', false],
    [{ preferred_username: 'ana' }, null, false],
  ])('%j', (claims, email, emailVerified) => {
    expect(read(claims)).toMatchObject({ email, emailVerified })
  })

  it('always has a name, in one line', () => {
    expect(read({ name: ' Ana\nTorres ' }).name).toBe('Ana Torres')
    expect(read({ email: 'ana@example.mx' }).name).toBe('ana')
    expect(read({}).name).toBe('s-1')
    expect(read({ name: 'x'.repeat(500) }).name).toHaveLength(120)
  })
})

describe('an ID token', () => {
  const crew = { groups: ['crew'], email: 'a@example.mx' }
  const shop = { ...crew, groups: ['shops'] }
  it.each<[object, Partial<SsoRules>, boolean]>([
    [crew, {}, true],
    [{ ...crew, groups: undefined }, {}, false],
    [{ ...crew, email: undefined }, {}, false],
    [shop, {}, false],
    [shop, { ownerClaim: null }, true],
    [{ ...shop, org: { name: 'Acme' } }, {}, true],
    [crew, { linkByEmail: true }, false],
    [{ ...crew, email_verified: false }, { linkByEmail: true }, true],
    [crew, { roleClaim: 'email' }, false],
    [{ ...crew, email_verified: true }, { roleClaim: 'email' }, true],
  ])('has enough claims: %j with %j: %s', (told, rules, enough) => {
    expect(hasRequiredClaims({ ...told }, { ...RULES, ...rules })).toBe(enough)
  })

  it('takes precedence over userinfo, whose email_verified applies only to its own address', () => {
    const more = { email: 'a@example.mx', email_verified: true, groups: ['readers'], org: { name: 'Acme' } }
    expect(withUserInfo(shop, more)).toEqual({ ...more, groups: ['shops'] })
    expect(read(withUserInfo(shop, more))).toMatchObject({ ownerName: 'Acme', emailVerified: true })
    expect(read(withUserInfo({ ...shop, email: 'b@example.mx' }, more)).emailVerified).toBe(false)
    expect(read(withUserInfo({ ...shop, email_verified: false }, more)).emailVerified).toBe(false)
    expect(read(withUserInfo({ groups: ['crew'] }, more))).toMatchObject({ email: more.email, emailVerified: true })
  })
})

describe('a second factor', () => {
  it.each([
    [['mfa'], true],
    [['pwd', 'otp'], true],
    [['pin', 'hwk'], true],
    [['face', 'swk'], true],
    [['pwd'], false],
    [['otp', 'sms'], false],
    [['pwd', 'pin'], false],
    ['mfa', true],
    [undefined, false],
  ])('for amr %j is %s', (amr, shown) => {
    expect(read({ amr }).factorShown).toBe(shown)
    expect(read({ amr }, { providerFactor: 'always' }).factorShown).toBe(true)
  })
})

describe('the time of authentication', () => {
  const seconds = NOW.getTime() / 1000
  it('is that of the provider, but never later than now', () => {
    expect(read({ auth_time: seconds - 60 }).authenticatedAt).toEqual(new Date('2026-11-16T11:59:00Z'))
    expect(read({ auth_time: seconds + 60 }).authenticatedAt).toEqual(NOW)
    for (const auth_time of [undefined, '2026', 0, -1]) expect(read({ auth_time }).authenticatedAt).toBeNull()
  })

  it('must be after the request, within the clock tolerance', () => {
    const since = new Date(NOW.getTime() - 100_000)
    expect(authenticatedSince(read({ auth_time: seconds - 100 }), since)).toBe(true)
    expect(authenticatedSince(read({ auth_time: seconds - 130 }), since)).toBe(true)
    expect(authenticatedSince(read({ auth_time: seconds - 131 }), since)).toBe(false)
    expect(authenticatedSince(read({}), since)).toBe(false)
  })
})
