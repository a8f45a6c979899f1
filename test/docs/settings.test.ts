import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/base/config/config.ts'

it('.env.example has every setting', () => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const named = Array.from(example.matchAll(/^([A-Z][A-Z_]*)=/gm), ([, name]) => name)
  expect(named.toSorted()).toEqual([...read].toSorted())
  // Network and operator settings are in the database (decision 38); values without a need to tune are in
  // base/config/fixed.ts.
  expect(read.size).toBeLessThanOrEqual(58)
})
