// The packages of a release: the runtime dependencies, resolved as Node does.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reachedFrom } from '../../scripts/release/reached.ts'

const lock = {
  packages: {
    'node_modules/a': { dependencies: { b: '^2.0.0' }, optionalDependencies: { d: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '*' } },
    'node_modules/b': {},
    'node_modules/c': {
      dependencies: { a: '*' },
      peerDependencies: { e: '*', f: '*' },
      peerDependenciesMeta: { f: { optional: true } },
    },
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/f': {},
  },
}

it('resolves the nearest package, ends cycles, and skips optional peers', () => {
  expect(reachedFrom({ dependencies: { a: '1' } }, lock)).toEqual(
    ['a', 'a/node_modules/b', 'c', 'd', 'e'].map((path) => `node_modules/${path}`),
  )
})

it('names a package that is missing in the lock file, and its dependent', () => {
  expect(() => reachedFrom({ dependencies: { g: '1' } }, lock)).toThrow(
    'package-lock.json has no g, which the service needs',
  )
})

it('includes nothing that builds the browser app', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  const reached = reachedFrom(read('package.json'), read('package-lock.json'))
  expect(reached).toContain('node_modules/fastify')
  expect(reached.filter((path) => /react|mantine|tabler|vite|rolldown|leaflet|uplot|wouter/.test(path))).toEqual([])
})
