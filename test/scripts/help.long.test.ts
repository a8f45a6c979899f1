// Every script of package.json explains itself and does nothing else when asked for help.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { CHECKOUT } from '../support/checkout.ts'

const run = promisify(execFile)
const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { scripts: object }

it.each(Object.keys(scripts))('npm run %s -- --help', async (name) => {
  const { stdout } = await run('npm', ['run', '--silent', name, '--', '--help'], { cwd: CHECKOUT })
  expect(stdout).toMatch(/usage|options/i)
})
