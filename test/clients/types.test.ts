import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientTypes } from '../../scripts/client-types/write.ts'
import { CHECKOUT } from '../support/checkout.ts'
import { describedOnce, describedOperations, withPlainIds } from './kit.ts'

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8')

it('has committed types that match the description (npm run client:types writes them)', async () => {
  const files = clientTypes(await describedOnce())
  for (const [path, text] of Object.entries(files)) expect(read(path), path).toBe(text)
})

/** Method and path of the operations that a client calls. The Python client uses constants of its schema. */
function calledBy(folder: string): Set<string> {
  const sources = readdirSync(join(CHECKOUT, folder))
    .filter((file) => /\.(ts|py)$/.test(file) && !file.startsWith('schema.'))
    .map((file) => read(`${folder}/${file}`))
    .join('\n')
    .replaceAll(/schema\.([A-Z_]+)/g, (_, constant) => `'${operationOf.get(constant)}'`)
  const calls = sources.matchAll(/call\(\s*'((?:GET|POST|PATCH|DELETE) \/[^']*)'/g)
  return new Set(Array.from(calls, ([, name]) => withPlainIds(name!)))
}

const operationOf = new Map(
  Array.from(
    read('clients/python/vertice_client/schema.py').matchAll(/^([A-Z_]+): Operation.*Operation\("([^"]*)"/gm),
    ([, constant, name]) => [constant!, name!] as const,
  ),
)

it.each(['clients/typescript/src', 'clients/python/vertice_client'])(
  'has a method for each operation: %s',
  async (folder) => {
    const described = await describedOperations()
    const called = calledBy(folder)
    expect([...described].filter((name) => !called.has(name))).toEqual([])
    expect([...called].filter((name) => !described.has(name))).toEqual([])
  },
)

const GUIDES = ['docs/guides/en/quick-start.md', 'docs/guides/es/quick-start.md']

it('names the version of the service in both clients and their docs', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(JSON.parse(read('clients/typescript/package.json')).version).toBe(version)
  expect(read('clients/typescript/src/version.ts')).toContain(`VERSION = '${version}'`)
  expect(read('clients/python/vertice_client/_version.py')).toContain(`VERSION = "${version}"`)
  for (const path of ['clients/typescript/README.md', 'clients/python/README.md', ...GUIDES]) {
    const named = Array.from(read(path).matchAll(/vertice[-_]client-(\d[\d.]*\d)/g), ([, named]) => named)
    expect(named.length, path).toBeGreaterThan(0)
    expect(new Set(named), path).toEqual(new Set([version]))
  }
})

it('calls the same operations in both clients', () => {
  expect([...calledBy('clients/python/vertice_client')].sort()).toEqual([...calledBy('clients/typescript/src')].sort())
})
