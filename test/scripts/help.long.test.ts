import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { CHECKOUT } from '../support/checkout.ts'

const run = promisify(execFile)
const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** The path that npm sets, without npm's own half second. */
const PATH = [dirname(process.execPath), join(CHECKOUT, 'node_modules/.bin'), process.env.PATH].join(delimiter)

it.each(Object.entries(scripts))('npm run %s -- --help', async (_, script) => {
  const { stdout } = await run('sh', ['-c', `${script} --help`], { cwd: CHECKOUT, env: { ...process.env, PATH } })
  expect(stdout).toMatch(/usage|options/i)
})
