import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ATTACKS } from '../abuse/attacks/all.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const text = readFileSync(at('docs/security.md'), 'utf8')

it('names only existing tests', () => {
  const named = Array.from(text.matchAll(/`(test\/[\w./-]+)`/g), ([, path]) => path!)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(at(path)))).toEqual([])
})

it('names only existing attacks', () => {
  const promises = text.slice(text.indexOf('## What is promised'), text.indexOf('### Bounds'))
  const named = Array.from(promises.matchAll(/the attacks? ((?:`[\w-]+`(?:, )?)+)/g), ([, list]) => list!)
  const names = named.flatMap((list) => list.split(', ').map((name) => name.replaceAll('`', '')))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !ATTACKS.some((attack) => attack.name === name))).toEqual([])
})

it('has the markers for the table of attacks', () => {
  expect(text).toMatch(/<!-- abuse: begin[^>]*-->[\s\S]*<!-- abuse: end -->/)
})

it('has the same measured values in the Spanish table of attacks', () => {
  const valuesIn = (source: string) =>
    Array.from(source.matchAll(/^\| `([\w-]+)`: .*? \|((?: [\d.() ]+ \|)+)/gm), ([, name, values]) => [name, values])
  expect(valuesIn(text).length).toBeGreaterThan(10)
  expect(valuesIn(readFileSync(at('docs/es/security.md'), 'utf8'))).toEqual(valuesIn(text))
})
