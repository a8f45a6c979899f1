// The catalogue of receivers: complete, sourced and in both languages.
import { describe, expect, it } from 'vitest'
import { RECEIVERS } from '../../../../src/domain/delivery/receivers/catalogue.ts'
import { confirmationOf, sourcesOf, TRAPS } from '../../../../src/domain/delivery/receivers/facts.ts'
import { RECEIVER_KEYS, RECEIVER_NAMES, receiverOf } from '../../../../src/domain/delivery/receivers/names.ts'
import { SOURCES, type SourceKey } from '../../../../src/domain/delivery/receivers/sources.ts'

describe('the catalogue', () => {
  it('has facts for every name, once', () => {
    expect(Object.keys(RECEIVERS).sort()).toEqual([...RECEIVER_KEYS].sort())
    expect(RECEIVER_KEYS.length).toBeGreaterThanOrEqual(27)
    const names = Object.values(RECEIVER_NAMES).filter((name) => name !== null)
    expect(new Set(names).size).toBe(names.length)
  })

  it('uses every document and every warning', () => {
    const facts = RECEIVER_KEYS.map((key) => RECEIVERS[key])
    const used = new Set(facts.flatMap(sourcesOf))
    expect((Object.keys(SOURCES) as SourceKey[]).filter((key) => !used.has(key))).toEqual([])
    const warned = new Set(facts.flatMap(({ traps }) => traps.map(({ value }) => value)))
    expect(TRAPS.filter((trap) => !warned.has(trap))).toEqual([])
  })

  it('names each document by title and public address', () => {
    for (const { title, address } of Object.values(SOURCES)) {
      expect(title.length).toBeGreaterThan(8)
      expect(new URL(address).protocol).toMatch(/^https?:$/)
    }
  })

  it('distinguishes documents of the maker from others', () => {
    expect(confirmationOf('trimbleHelp')).toBe('makers')
    expect(confirmationOf('sparkfunApps')).toBe('others')
    expect(confirmationOf(null)).toBe('none')
  })

  it('finds a receiver by the name in an address, and nothing else', () => {
    expect(receiverOf('emlid')).toBe('emlid')
    for (const wrong of ['', 'Emlid', 'toString', '__proto__', undefined, ['emlid'], 7])
      expect(receiverOf(wrong)).toBeNull()
  })
})
