import { describe, expect, it } from 'vitest'
import {
  mountNameOf,
  namesOf,
  readGroups,
  readMounts,
  readUsers,
} from '../../../../src/domain/credentials/bkg/files.ts'
import { linesOf, type Steps } from '../../../../src/domain/credentials/bkg/lines.ts'
import { groupLine, mountLine, unreadableField, userLine } from '../../../../src/domain/credentials/bkg/print.ts'

function done<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const users = (text: string) => done(readUsers(text))
const groups = (text: string) => done(readGroups(text))
const mounts = (text: string) => done(readMounts(text))

describe('users.aut', () => {
  it('contains users and passwords, with their line numbers', () => {
    expect(users('# who may come\n\nana:secret\n no user\nleo:p,a#s /word\r\n')).toEqual({
      entries: [
        { line: 3, name: 'ana', password: 'secret' },
        { line: 5, name: 'leo', password: 'p,a#s /word' },
      ],
      faults: [],
      unread: [],
    })
  })

  it('reports the fault of each line', () => {
    const text = ['nobody', ':x', 'a b:x', 'ana:', 'leo:1:2', `max:${'x'.repeat(1_000)}`, 'eva:a\u0001b'].join('\n')
    expect(users(text)).toEqual({
      entries: [],
      faults: [
        { line: 1, code: 'no_colon' },
        { line: 2, code: 'no_name' },
        { line: 3, code: 'name_with_blank' },
        { line: 4, code: 'no_password' },
        { line: 5, code: 'password_with_colon' },
        { line: 6, code: 'line_too_long' },
        { line: 7, code: 'control_characters' },
      ],
      unread: [
        { line: 1, name: 'nobody' },
        { line: 4, name: 'ana' },
        { line: 5, name: 'leo' },
        { line: 6, name: 'max' },
        { line: 7, name: 'eva' },
        { line: 2, name: null },
        { line: 3, name: null },
      ],
    })
  })

  it('uses the later of two lines for a user, as the caster does', () => {
    expect(users('ana:1\nleo:2\nana:3')).toEqual({
      entries: [
        { line: 2, name: 'leo', password: '2' },
        { line: 3, name: 'ana', password: '3' },
      ],
      faults: [{ line: 1, code: 'repeated_later' }],
      unread: [],
    })
  })

  it('uses none if the later line is unreadable, and a readable line after that', () => {
    expect(users('ana:1\nana:2:3')).toEqual({
      entries: [],
      faults: [
        { line: 1, code: 'repeated_later' },
        { line: 2, code: 'password_with_colon' },
      ],
      unread: [{ line: 2, name: 'ana' }],
    })
    expect(users('ana:1\nana:2:3\nana:4')).toMatchObject({
      entries: [{ line: 3, name: 'ana', password: '4' }],
      unread: [],
    })
  })

  it('counts length in bytes, also for non-ASCII text', () => {
    expect(users(`ana:${'ñ'.repeat(497)}`).faults).toEqual([])
    expect(users(`ana:${'ñ'.repeat(498)}`).faults).toEqual([{ line: 1, code: 'line_too_long' }])
  })

  it('accepts a byte order mark', () => {
    expect(users('\uFEFFana:1').entries).toEqual([{ line: 1, name: 'ana', password: '1' }])
  })

  it('reads a hundred thousand users in steps', () => {
    const text = Array.from({ length: 100_000 }, (_, n) => `u${n}:p${n}`).join('\n')
    const steps = readUsers(text)
    let count = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done) {
        expect(value.entries).toHaveLength(100_000)
        break
      }
      count += 1
    }
    expect(count).toBe(100_000)
  })
})

describe('groups.aut', () => {
  it('contains user names, optionally with a connection limit for the group or per address', () => {
    expect(groups('all:ana, leo,,ana\nfew:ana:3\nbyip:leo:ip2\nnone:\n').entries).toEqual([
      { line: 1, name: 'all', users: ['ana', 'leo'], limit: null, limitByAddress: null },
      { line: 2, name: 'few', users: ['ana'], limit: 3, limitByAddress: null },
      { line: 3, name: 'byip', users: ['leo'], limit: null, limitByAddress: 2 },
      { line: 4, name: 'none', users: [], limit: null, limitByAddress: null },
    ])
  })

  it('reports the fault of a line', () => {
    expect(groups(`a:x:many\nb:x y\nc\nd:${'x'.repeat(100_000)}`).faults).toEqual([
      { line: 1, code: 'bad_limit' },
      { line: 2, code: 'name_with_blank' },
      { line: 3, code: 'no_colon' },
      { line: 4, code: 'line_too_long' },
    ])
  })
})

describe('clientmounts.aut', () => {
  it('contains mountpoints with their groups, and lines for all or the rest', () => {
    expect(mounts('/CDMX:a,b\n/admin:\nall:ops\ndefault:\nrest:a\n').entries).toEqual([
      { line: 1, mountpoint: 'CDMX', keyword: null, groups: ['a', 'b'] },
      { line: 2, mountpoint: 'admin', keyword: null, groups: [] },
      { line: 3, mountpoint: null, keyword: 'all', groups: ['ops'] },
      { line: 4, mountpoint: null, keyword: 'default', groups: [] },
      { line: 5, mountpoint: null, keyword: 'rest', groups: ['a'] },
    ])
  })

  it('reports the fault of a line', () => {
    expect(mounts('CDMX:a\n/:a\n/A:x y').faults).toEqual([
      { line: 1, code: 'not_a_mountpoint' },
      { line: 2, code: 'not_a_mountpoint' },
      { line: 3, code: 'name_with_blank' },
    ])
  })

  it('reports the subject of an unreadable line if possible', () => {
    const { entries, unread } = mounts('/A:a\nall:a\nall:x y\n/A\nCDMX:a\n/:a\n/B C:a')
    expect(entries).toEqual([])
    expect(namesOf(mounts('/A:a\nall:x y\n/B\nC'), mountNameOf)).toEqual(new Set(['/A', 'all', '/B']))
    expect(unread).toEqual([
      { line: 3, name: 'all' },
      { line: 4, name: '/A' },
      ...[5, 6, 7].map((line) => ({ line, name: null })),
    ])
  })
})

describe('a written file', () => {
  it('is read back unchanged', () => {
    const ana = { line: 1, name: 'ana', password: 'p a,s#s/ñ' }
    expect(users(userLine(ana)).entries).toEqual([ana])
    for (const limits of [
      { limit: null, limitByAddress: null },
      { limit: 3, limitByAddress: null },
      { limit: null, limitByAddress: 2 },
    ]) {
      const group = { line: 1, name: 'g', users: ['ana', 'leo'], ...limits }
      expect(groups(groupLine(group)).entries).toEqual([group])
    }
    for (const mount of [
      { line: 1, mountpoint: 'CDMX', keyword: null, groups: ['a', 'b'] },
      { line: 1, mountpoint: 'CDMX', keyword: null, groups: [] },
      { line: 1, mountpoint: null, keyword: 'default' as const, groups: [] },
    ])
      expect(mounts(mountLine(mount)).entries).toEqual([mount])
  })

  it('omits values that the caster cannot represent', () => {
    const told = (name: string, password: string) => unreadableField({ name, password })
    expect(told('ana', 'secret word')).toBeNull()
    for (const name of ['', 'a b', 'a:b', 'a,b', '#a', 'a\nb', ' a']) expect(told(name, 'x')).toBe('username')
    for (const password of ['', 'a:b', ' a', 'a ', 'a\nb', 'a\u0000b', 'x'.repeat(1_000)])
      expect(told('ana', password)).toBe('password')
  })

  it('is read back unchanged for any representable value', () => {
    const LETTERS = ['a', 'Z', '0', '-', '.', '#', ' ', ',', ':', '\t', '\n', '\r', 'ñ', '€', '\u0000', '"', "'", '/']
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const text = () => Array.from({ length: 1 + next(6) }, () => LETTERS[next(LETTERS.length)]!).join('')
    let carried = 0
    for (let round = 0; round < 20_000; round += 1) {
      const user = { name: text(), password: text() }
      if (unreadableField(user)) continue
      carried += 1
      expect(users(`x:1\n${userLine(user)}\ny:2\n`).entries).toEqual([
        { line: 1, name: 'x', password: '1' },
        ...(user.name === 'x' || user.name === 'y' ? [] : [{ line: 2, ...user }]),
        { line: 3, name: 'y', password: '2' },
      ])
    }
    expect(carried).toBeGreaterThan(1_000)
  })
})

it('counts lines with any line ending', () => {
  expect([...linesOf('a\r\nb\n\nc')].map(({ number, text }) => `${number}${text}`)).toEqual(['1a', '2b', '4c'])
  expect([...linesOf('')]).toEqual([])
})
