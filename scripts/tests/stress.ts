// Runs the quick tests several times with little CPU time. Every run must pass.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { failuresOf, summary, type VitestReport } from './stress/report.ts'
import { type SlowCpu, slowCpu } from './stress/slow-cpu.ts'

const HELP = `usage: npm run test:stress [-- [--runs 5] [--share 0.2] [--minutes 40] [PATTERN…]]

Runs the quick tests several times with a share of the machine's processor time, and names every test that failed and how often.
Exits with 1 if any run failed.

  --runs N       runs, one after the other (5)
  --share S      share of all cores, above 0 and below 1 (0.2)
  --minutes M    time limit for each run (40); a run that takes longer has failed
  PATTERN        only test files whose path contains it, for example test/caster

Processor time is limited with a cgroup (v2 or v1, usually needs root). Without a writable cgroup, busy processes run beside the tests.
`
const ROOT = join(import.meta.dirname, '../..')
/** The same as in "npm test". */
const WORKERS = 5
const KILL_AFTER_MS = 10_000
const NO_REPORT = 'the run itself: no report'
const TIME_LIMIT = 'the run itself: time limit'
const OTHER_ERROR = 'the run itself: an error outside of the tests'

const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    share: { type: 'string', default: '0.2' },
    minutes: { type: 'string', default: '40' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

function numberBetween(option: 'runs' | 'share' | 'minutes', low: number, high: number): number {
  const value = Number(values[option])
  if (value >= low && value <= high) return value
  console.error(`--${option} must be a number from ${low} to ${high}.`)
  process.exit(2)
}

if (values.help) process.stdout.write(HELP)
else process.exitCode = await stress()

async function stress(): Promise<number> {
  const runs = Math.floor(numberBetween('runs', 1, 1_000))
  const share = numberBetween('share', 0.01, 0.99)
  const minutes = numberBetween('minutes', 0.1, 24 * 60)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const cpu = slowCpu(share, WORKERS)
  console.log(`Limiting processor time by ${cpu.description}`)
  const failures: string[][] = []
  try {
    for (let run = 1; run <= runs; run++) {
      const startedAt = Date.now()
      const failed = await runTests(cpu, AbortSignal.any([stopping.signal, AbortSignal.timeout(minutes * 60_000)]))
      if (stopping.signal.aborted) return 130
      failures.push(failed)
      const seconds = Math.round((Date.now() - startedAt) / 1_000)
      console.log(`Run ${run} of ${runs}: ${failed.length === 0 ? 'green' : `${failed.length} failed`}, ${seconds} s`)
    }
  } finally {
    await cpu.release()
  }
  const lines = summary(failures)
  console.log(lines.length === 0 ? `All ${runs} runs are green.` : `Failed:\n${lines.join('\n')}`)
  return lines.length === 0 ? 0 : 1
}

async function runTests(cpu: SlowCpu, signal: AbortSignal): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-stress-'))
  const file = join(folder, 'report.json')
  const vitest = [process.execPath, join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...patterns]
  const options = [`--maxWorkers=${WORKERS}`, '--exclude=**/*.long.test.ts', '--reporter=default', '--reporter=json']
  const [command, ...args] = cpu.wrap([...vitest, ...options, `--outputFile.json=${file}`])
  // A process group of its own, so that a signal also reaches the workers.
  const child = spawn(command!, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    process.kill(-child.pid!, 'SIGTERM')
    killing = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), KILL_AFTER_MS)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    const [code] = await once(child, 'exit')
    if (signal.aborted) return [TIME_LIMIT]
    const failed = failuresIn(file)
    return code !== 0 && failed.length === 0 ? [OTHER_ERROR] : failed
  } finally {
    signal.removeEventListener('abort', end)
    clearTimeout(killing)
    rmSync(folder, { recursive: true, force: true })
  }
}

function failuresIn(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return [NO_REPORT]
  }
  return failuresOf(JSON.parse(text) as VitestReport, ROOT)
}
