import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CASTER_FLAGS } from '../../../src/start/processes/release-memory.ts'

it('gives a caster started on its own the same flags as one that the service starts', () => {
  const command = readFileSync(new URL('../../../bin/vertice.js', import.meta.url), 'utf8')
  const flags = CASTER_FLAGS.map((flag) => `'${flag}'`).join(', ')
  expect(command).toContain(`process.env.ROLES === 'caster' ? [${flags}] :`)
})
