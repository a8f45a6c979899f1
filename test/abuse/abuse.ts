// npm run test:abuse: attacks a real service in every way that once stopped it for its other users.
import { parseArgs } from 'node:util'
import { usage } from '../../scripts/usage.ts'
import { ATTACKS } from './attacks/all.ts'
import { abuse } from './run.ts'
import { tableOf, writeTable } from './table.ts'

const names = ATTACKS.map(({ name }) => name)
usage(`
usage: npm run test:abuse [-- [--scale N] [--write] [ATTACK ...]]

Runs the attacks one after the other beside 200 rovers and a tenant that must not notice. Needs a quiet machine and takes ten minutes.

  --scale N   size and duration of the attacks, more than 0 up to 1 (default 1)
  --write     writes the results to the table in docs/security.md

Attacks: ${names.join(', ')}
`)

const { values, positionals } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const scale = Number(values.scale)
if (!(scale > 0 && scale <= 1) || positionals.some((name) => !names.includes(name))) {
  console.error('Unknown attack or wrong scale: npm run test:abuse -- --help')
  process.exit(2)
}

const report = await abuse({ scale, only: positionals, log: console.log })
console.log(`\n${tableOf(report)}`)
if (values.write) writeTable(report)
const problems = [...report.problems, ...report.rows.flatMap((row) => row.problems)]
console.log(problems.length === 0 ? '\neverything held' : `\n${problems.length} things did not hold`)
process.exit(problems.length === 0 ? 0 : 1)
