// Whatever the service refuses is told in both languages, by its code. That none is missing is the compiler's to say; here, that
// every sentence says something, with the figures it is given.
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '../../src/domain/codes/refusal.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'

/** Stands for every figure that a sentence may ask for. */
const LISTS = ['known', 'choices', 'allowed', 'names', 'fields', 'types']
/** Of those that are among a few. */
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
])('in %s', (_, words) => {
  it('every refusal has a title and a sentence', () => {
    expect(Object.keys(words.refusals).sort()).toEqual(Object.keys(REFUSALS).sort())
    for (const [code, [title, detail]] of Object.entries(words.refusals)) {
      expect(title, code).toMatch(/^[\p{Lu}][^.]+$/u)
      expect((detail as (params: object) => string)(ANY), code).toMatch(/\S/)
    }
  })

  it('every fault has words that go on after the name of a field', () => {
    for (const [code, text] of Object.entries(words.faults)) {
      const said = (text as (params: object) => string)(ANY)
      expect(said, code).toMatch(/\S/)
      expect(said, code).not.toMatch(/undefined|\[object/)
    }
  })
})

/** The paths of all that a dictionary holds. */
function entries(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => entries(inner, `${path}.${name}`))
}

it('both languages have the same entries', () => {
  expect(entries(es).sort()).toEqual(entries(en).sort())
})
