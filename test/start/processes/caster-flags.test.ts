import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LITTLE_MEMORY_BYTES } from '../../../src/base/limits/little-memory.ts'
import { CASTER_FLAGS } from '../../../src/start/processes/release-memory.ts'

const command = readFileSync(new URL('../../../bin/vertice.js', import.meta.url), 'utf8')

it('gives a caster started on its own the same flags as one that the service starts', () => {
  const flags = CASTER_FLAGS.map((flag) => `'${flag}'`).join(', ')
  expect(command).toContain(`process.env.ROLES === 'caster' ? [${flags}] :`)
})

it('calls the same machines small as the rest of the service', () => {
  const [, megabytes] = command.match(/LITTLE_MEMORY = (\d+) \* 2 \*\* 20/)!
  expect(Number(megabytes) * 2 ** 20).toBe(LITTLE_MEMORY_BYTES)
})
