// Attacks a real service in every way that once stopped it for others.
//
//   npm run test:abuse [-- --scale 0.2] [--write] [ATTACK …]
import { parseArgs } from 'node:util'
import { ATTACKS } from './attacks/all.ts'
import { abuse } from './run.ts'
import { tableOf, writeTable } from './table.ts'

const { values, positionals } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = ATTACKS.map(({ name }) => name)
const scale = Number(values.scale)
if (!(scale > 0 && scale <= 1) || positionals.some((name) => !names.includes(name))) {
  console.error(`npm run test:abuse -- [--scale 0 to 1] [--write] [${names.join('|')} …]`)
  process.exit(2)
}

const report = await abuse({ scale, only: positionals, log: console.log })
console.log(`\n${tableOf(report)}`)
if (values.write) writeTable(report)
const problems = [...report.problems, ...report.rows.flatMap((row) => row.problems)]
console.log(problems.length === 0 ? '\neverything held' : `\n${problems.length} things did not hold`)
process.exit(problems.length === 0 ? 0 : 1)
