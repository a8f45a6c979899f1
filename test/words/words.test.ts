// Every refusal has texts in both languages. The compiler checks that none is missing; these tests check that each
// text is complete with its parameters.
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '../../src/domain/codes/refusal.ts'
import { REASON_CODES } from '../../src/domain/network/quality/reason.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'
import { reasonText } from '../../src/words/quality.ts'

/** Parameters that are lists; every other parameter is '7'. */
const LISTS = ['known', 'choices', 'allowed', 'names', 'fields', 'types']
/** Parameters with an enumerated value. */
const NAMED: Record<string, string | undefined> = {
  reason: undefined,
  quota: 'inForce',
  failure: 'refused',
  obstacle: 'no_role',
}
const ANY = new Proxy(
  {},
  { get: (_, name) => (LISTS.includes(String(name)) ? ['one', 'two'] : name in NAMED ? NAMED[String(name)] : '7') },
)

describe.each([
  ['es', es],
  ['en', en],
])('the texts in %s', (_, words) => {
  it('have a title and a sentence for every refusal', () => {
    expect(Object.keys(words.refusals).sort()).toEqual(Object.keys(REFUSALS).sort())
    for (const [code, [title, detail]] of Object.entries(words.refusals)) {
      expect(title, code).toMatch(/^[\p{Lu}][^.]+$/u)
      expect((detail as (params: object) => string)(ANY), code).toMatch(/\S/)
    }
  })

  it('every fault is a sentence with a capital and a full stop', () => {
    for (const [code, text] of Object.entries(words.faults)) {
      const said = (text as (params: object) => string)(ANY)
      if (code !== 'said') expect(said, code).toMatch(/^["«]?[\p{Lu}\d].*[.?]$/u)
      expect(said, code).not.toMatch(/undefined|\[object/)
    }
  })
})

function entries(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => entries(inner, `${path}.${name}`))
}

it('has the same entries in both languages', () => {
  expect(entries(es).sort()).toEqual(entries(en).sort())
})

describe.each([
  ['es', es],
  ['en', en],
])('the reasons of a verdict in %s', (_, words) => {
  it('say what was found with value and limit, and what to do', () => {
    const fell = { code: 'cn0_fell', band: 'L2', value: 6.12, limit: 6 } as const
    expect(reasonText(words, fell)).toMatch(/^C\/N0 .*L2.* 6\.1 dB.* 6 dB\): \p{Ll}/u)
    for (const code of REASON_CODES) {
      const text = reasonText(words, { code, band: 'L1', value: 1, limit: 2 })
      expect(text, code).toMatch(/^[\p{Lu}\d].*: \p{Ll}.*[^.]$/u)
      expect(text, code).not.toMatch(/undefined|null|NaN/)
    }
  })
})
