// The tests by set: npm test, npm run test:long, test:all, test:nightly.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usage } from '../usage.ts'

const LONG_FILES = '**/*.long.test.ts'
const QUICK_FILES = '**/!(*.long).test.ts'
/** One less than for quick files: a long file runs processes of its own. */
const LONG_WORKERS = 3
/** Where the service keeps its compiled code too. Processes that tests start from TypeScript sources take half as long to load with it. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')
/** Attacks a service and measures its response times, so nothing else may run meanwhile. */
const ALONE = 'test/abuse'

interface TestSet {
  readonly what: string
  readonly checks?: true
  readonly excluded?: string
  readonly size?: 'nightly'
}

const SETS: Readonly<Record<string, TestSet>> = {
  quick: {
    what: 'npm test: lint, types, and every test file whose name does not end in .long.test.ts',
    checks: true,
    excluded: LONG_FILES,
  },
  long: { what: 'npm run test:long: the .long.test.ts files, then test/abuse alone', excluded: QUICK_FILES },
  all: { what: 'npm run test:all: lint, types, and both sets', checks: true },
  nightly: {
    what: 'npm run test:nightly: the long set with its crowds, floods, soaks and the container image at full size, and npm run conformance',
    excluded: QUICK_FILES,
    size: 'nightly',
  },
}

usage(`
usage: node scripts/tests/run.ts SET [OPTION OF VITEST | FILTER ...]

${Object.entries(SETS)
  .map(([name, { what }]) => `  ${name.padEnd(8)} ${what}`)
  .join('\n')}

With filters, only files of the set whose path contains one of them run: npm run test:long -- test/e2e
TESTS_SKIP=nothing fails the tests that need a program which this machine lacks; otherwise they are skipped with a message.
TEST_DATABASE_URL=postgres://… runs the tests on that server instead of an embedded one.
Writes temporary files only.
`)

const [name = 'quick', ...more] = process.argv.slice(2)
const set = SETS[name]
if (set === undefined) {
  console.error(`There is no test set ${name}. The sets are: ${Object.keys(SETS).join(', ')}.`)
  process.exit(2)
}
const { checks, excluded, size } = set
const filters = more.filter((argument) => !argument.startsWith('-'))
const [alone, together] = [
  filters.filter((filter) => filter.startsWith(ALONE)),
  filters.filter((filter) => !filter.startsWith(ALONE)),
]

if (checks) run('npm', ['run', '--silent', 'check'])
if (together.length > 0 || alone.length === 0) {
  const excludes = [excluded, `${ALONE}/**`].filter((glob) => glob !== undefined)
  const isGiven = more.some((argument) => argument.startsWith('--maxWorkers'))
  const workers = excluded === QUICK_FILES && !isGiven ? [`--maxWorkers=${LONG_WORKERS}`] : []
  run('vitest', ['run', ...workers, ...excludes.map((glob) => `--exclude=${glob}`), ...more])
}
if (excluded !== LONG_FILES && (alone.length > 0 || together.length === 0)) run('vitest', ['run', ALONE, ...more])

if (size === 'nightly') run('npm', ['run', 'conformance'])

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...(size && { TEST_SIZE: size }) },
  })
  if (status !== 0) process.exit(status ?? 1)
}
