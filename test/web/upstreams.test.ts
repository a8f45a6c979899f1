// How the upstream casters page interprets input and the service's responses.
import { describe, expect, it } from 'vitest'
import { parseCaster } from '../../src/domain/network/upstreams/upstream.ts'
import { toneOf, upstreamState } from '../../web/src/sections/upstreams/states.ts'
import {
  addressOf,
  changeOf,
  fieldsOfUrl,
  lackingIn,
  needsLoginAgain,
  prefixFor,
  trialOf,
  valuesOf,
} from '../../web/src/sections/upstreams/values.ts'

const kept = {
  ...{ id: 7, name: 'OLD', url: 'ntrip://caster.example:2101', hasLogin: true, prefix: '', servesNetwork: false },
  ...{
    createdAt: '',
    askedAt: null,
    answeredAt: null,
    answers: true,
    awaySince: null,
    error: null,
    refusesLogin: false,
  },
  ...{ listed: 0, offered: 0, inUse: 0, leftOut: 0, rovers: 0 },
}
const before = valuesOf(kept)
const empty = valuesOf(null)

describe('an upstream address', () => {
  it('is split when pasted as a whole, with its login decoded', () => {
    expect(fieldsOfUrl(' ntrips://ana:s%40c%3Aret@caster.example:443 ')).toEqual({
      ...{ url: 'caster.example:443', tls: true, withLogin: true, username: 'ana', password: 's@c:ret' },
    })
    expect(fieldsOfUrl('ntrip://caster.example')).toEqual({ url: 'caster.example', tls: false })
    expect(fieldsOfUrl('caster.example:2101')).toBeNull()
    expect(fieldsOfUrl('ntrip://')).toBeNull()
  })

  it('is composed so that the service reads the same login', () => {
    const login = { withLogin: true, username: 'ana@red', password: 's@c:r/t%' }
    const parsed = parseCaster(addressOf({ ...empty, ...login, url: ' 192.0.2.7:2101 ' }))
    expect(parsed?.url).toBe('ntrip://192.0.2.7:2101')
    expect(parsed?.login?.split(':').map(decodeURIComponent)).toEqual(['ana@red', 's@c:r/t%'])
    expect(addressOf({ ...empty, withLogin: false, tls: true, url: 'caster.example' })).toBe('ntrips://caster.example')
  })

  it('with a mountpoint is left for the service to reject', () => {
    const typed = { ...empty, withLogin: false, ...fieldsOfUrl('ntrip://caster.example:2101/ALFA') }
    expect(parseCaster(addressOf(typed))).toBeNull()
  })
})

describe('a stored login', () => {
  it('is kept and not sent while neither address nor account change', () => {
    expect(changeOf({ ...before, name: ' NEW ', prefix: 'N_' }, before)).toEqual({ name: 'NEW', prefix: 'N_' })
    expect(lackingIn(before, before, true)).toEqual([])
    expect(trialOf(before, before, 7)).toEqual({ id: 7, prefix: '' })
  })

  it('must be entered again for another address', () => {
    const elsewhere = { ...before, url: 'other.example:2101' }
    expect(needsLoginAgain(elsewhere, before, true)).toBe(true)
    expect(lackingIn(elsewhere, before, true).map(({ path }) => path)).toEqual(['username', 'password'])
    const entered = { ...elsewhere, username: 'ana', password: 'x' }
    expect(lackingIn(entered, before, true)).toEqual([])
    expect(changeOf(entered, before)).toEqual({ url: 'ntrip://ana:x@other.example:2101' })
  })

  it('is removed by choosing no login', () => {
    expect(changeOf({ ...before, withLogin: false }, before)).toEqual({ url: 'ntrip://caster.example:2101' })
  })

  it('does not exist for a new caster, so the login must be entered', () => {
    const typed = { ...empty, url: 'caster.example' }
    expect(lackingIn(typed, empty, false)).toHaveLength(2)
    expect(lackingIn({ ...typed, withLogin: false }, empty, false)).toEqual([])
    expect(trialOf({ ...typed, withLogin: false }, empty, null)).toEqual({ url: 'ntrip://caster.example', prefix: '' })
  })
})

describe('the upstream page', () => {
  it('shows a bad state only if a fault is known', () => {
    const away = (code: 'not_asked' | 'no_answer') => ({ answers: false, error: { code, params: {} } }) as const
    expect(upstreamState({ ...away('not_asked'), refusesLogin: false })).toBe('asking')
    expect(upstreamState({ ...away('no_answer'), refusesLogin: true })).toBe('away')
    expect(upstreamState({ answers: true, error: null, refusesLogin: false })).toBe('answers')
    expect(upstreamState({ answers: true, error: null, refusesLogin: true })).toBe('refuses')
    expect((['idle', 'in_use', 'no_data', 'unlisted', 'away'] as const).map(toneOf)).toEqual([
      ...['unknown', 'unknown', 'bad', 'bad', 'bad'],
    ])
  })

  it('suggests a prefix that the service accepts', () => {
    expect([prefixFor('OLD'), prefixFor(''), prefixFor('A-very-long-name')]).toEqual(['OLD_', 'B_', 'A-very-lon_'])
  })
})
