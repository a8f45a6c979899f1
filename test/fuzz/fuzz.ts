// npm run fuzz: fuzzes every parser of untrusted input.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { usage } from '../../scripts/usage.ts'
import { keep } from './kept.ts'
import { type Finding, fuzzTarget } from './run.ts'
import { TARGETS } from './targets/all.ts'

const names = TARGETS.map(({ name }) => name)
usage(`
usage: npm run fuzz [-- [--seconds N] [--seed N] [TARGET ...]]

Feeds mutated input to every parser of untrusted input, or to the given targets. An input that crashes one is written to test/fuzz/kept/,
where it becomes a test.

  --seconds N   duration of the whole run on an idle machine (default 30)
  --seed N      start of the random numbers (default: a new one each time)

Targets: ${names.join(', ')}
`)

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, seed: { type: 'string', default: String(Date.now() % 1e9) } },
  allowPositionals: true,
})
const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
const unknown = positionals.filter((name) => !names.includes(name))
if (!(seconds > 0) || !Number.isInteger(seed) || unknown.length > 0) {
  console.error('Unknown option or target: npm run fuzz -- --help')
  process.exit(2)
}

const chosen = positionals.length > 0 ? positionals : names
const processes = Math.min(availableParallelism(), chosen.length)
const each = (seconds * processes) / chosen.length
console.log(`${chosen.length} targets, ${each.toFixed(1)} s each, ${processes} at once, seed ${seed}\n`)
console.log(row('target', 'executions', 'a second', 'new code', 'crashes'))

const waiting = [...chosen]
const findings: Finding[] = []
await Promise.all(Array.from({ length: processes }, work))
const crashes = findings.flatMap((finding) => finding.crashes.map((crash) => ({ ...crash, name: finding.name })))
for (const { name, input, what } of crashes) {
  const file = keep(name, input)
  console.log(`\n${name}: ${what.split('\n').slice(0, 6).join('\n  ')}\n  ${input.length} bytes, kept as ${file}`)
}
const executions = findings.reduce((sum, finding) => sum + finding.executions, 0)
console.log(`\n${executions.toLocaleString('en')} executions, ${crashes.length} crashes`)
process.exitCode = crashes.length > 0 ? 1 : 0

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const finding = await fuzzTarget(name, each, seed)
    findings.push(finding)
    const { executions: runs, seconds: took, reached, crashes: found } = finding
    console.log(
      row(name, runs.toLocaleString('en'), Math.round(runs / took).toLocaleString('en'), reached, found.length),
    )
  }
}

function row(name: string, ...cells: (string | number)[]): string {
  return name.padEnd(18) + cells.map((cell) => String(cell).padStart(12)).join('')
}
