// Runs the tests by set: npm test, npm run test:long, test:all, test:nightly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { FAILED_FILES, readFailedFiles } from '../../test/support/failures.ts'
import { usage } from '../usage.ts'

const LONG_FILES = '**/*.long.test.ts'
const QUICK_FILES = '**/!(*.long).test.ts'
/**
 * Tests that can differ between PostgreSQL versions: SQL statements and their types, migrations, contract and actions.
 */
const SQL_FOLDERS = ['test/store', 'test/contract', 'test/actions']
/** Exceptions: tests that use the embedded server, test connections, simulate days, or test HTTP and the description only. */
const WITHOUT_SQL = [
  'test/store/**/{embedded,failover,listen}.long.test.ts',
  'test/actions/transactions.long.test.ts',
  'test/actions/network/{false-reports,judge-integrity,judge-quality}.long.test.ts',
  'test/contract/{10-authentication,12-errors,13-limits,14-docs,14-docs-files,17-compression}.test.ts',
]
/**
 * On two cores. A long file uses 0.4 of a core on average, because it waits for processes, leases and time limits. With
 * three workers a third of the processor time stayed unused.
 */
const LONG_WORKERS = 5
/** The service uses the same cache. It halves the load time of processes that tests start from TypeScript sources. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')
/** Attacks a service and measures its response times, so it runs alone. */
const ALONE = 'test/abuse'
/** More failed files than this are not caused by a busy machine: the run ends at once. */
const MAX_REPEATED_QUICK_FILES = 3
const MAX_REPEATED_LONG_FILES = 20

interface TestSet {
  readonly what: string
  readonly checks?: true
  /** The folders to run if no filter is given. */
  readonly folders?: readonly string[]
  readonly excluded: readonly string[]
  readonly workers?: number
  /** Whether tests start the service, so that bundling it and building the browser app pays off. */
  readonly bundles?: true
  /** Whether test/abuse runs after the others. */
  readonly attacks?: true
  /**
   * Up to this many failed files run again, one at a time, since a busy machine can cause timeouts. The second result
   * counts.
   */
  readonly maxRepeatedFiles?: number
  readonly size?: 'nightly'
}

const SETS: Readonly<Record<string, TestSet>> = {
  quick: {
    what: 'npm test: lint, types, and every test file whose name does not end in .long.test.ts',
    checks: true,
    excluded: [LONG_FILES],
    maxRepeatedFiles: MAX_REPEATED_QUICK_FILES,
  },
  long: {
    what: 'npm run test:long: the .long.test.ts files, then test/abuse alone; a file that fails beside others runs again alone',
    excluded: [QUICK_FILES],
    workers: LONG_WORKERS,
    bundles: true,
    attacks: true,
    maxRepeatedFiles: MAX_REPEATED_LONG_FILES,
  },
  all: {
    what: 'npm run test:all: lint, types, and both sets',
    checks: true,
    excluded: [],
    bundles: true,
    attacks: true,
  },
  sql: {
    what: `npm run test:sql: ${SQL_FOLDERS.join(', ')}; for another PostgreSQL: scripts/with-debian-postgres npm run test:sql`,
    folders: SQL_FOLDERS,
    excluded: WITHOUT_SQL,
    maxRepeatedFiles: MAX_REPEATED_LONG_FILES,
  },
  nightly: {
    what: 'npm run test:nightly: the long set with its crowds, floods, soaks and the container image at full size, and npm run conformance',
    excluded: [QUICK_FILES],
    workers: LONG_WORKERS,
    bundles: true,
    attacks: true,
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
const { checks, folders = [], excluded, workers, bundles, attacks, maxRepeatedFiles = 0, size } = set
const filters = more.filter((argument) => !argument.startsWith('-'))
const [alone, together] = [
  filters.filter((filter) => filter.startsWith(ALONE)),
  filters.filter((filter) => !filter.startsWith(ALONE)),
]

process.exitCode = await runSet()

/** Checks types and lint beside the tests, which leave a fifth of two cores idle. */
async function runSet(): Promise<number> {
  const checking = checks ? outputOf('npm', ['run', '--silent', 'check']) : null
  const status = await testStatus()
  const check = await checking
  if (check) process.stdout.write(`\n${check.output}`)
  return status || check?.status || 0
}

/** Ends with the first command that fails. */
async function testStatus(): Promise<number> {
  if (bundles) await build()
  let status = 0
  if (together.length > 0 || alone.length === 0) {
    const excludes = [...excluded, `${ALONE}/**`].map((glob) => `--exclude=${glob}`)
    const isGiven = more.some((argument) => argument.startsWith('--maxWorkers'))
    const limit = workers !== undefined && !isGiven ? [`--maxWorkers=${workers}`] : []
    status = await vitest([...limit, ...excludes, ...(filters.length === 0 ? folders : []), ...more])
  }
  if (status === 0 && attacks && (alone.length > 0 || together.length === 0)) status = await vitest([ALONE, ...more])
  if (status === 0 && size === 'nightly') status = await statusOf('npm', ['run', 'conformance'])
  return status
}

/** Once, because tests that start at the same time would all build the browser app. */
async function build(): Promise<void> {
  const [{ bundleService }, { buildWeb }] = await Promise.all([
    import('./bundle.ts'),
    import('../../src/http/pages/build.ts'),
  ])
  await buildWeb(join(import.meta.dirname, '../..'))
  process.env.TEST_BUNDLE = await bundleService()
}

async function vitest(options: readonly string[]): Promise<number> {
  rmSync(FAILED_FILES, { force: true })
  const status = await statusOf('vitest', ['run', ...options])
  if (status === 0) return 0
  const failed = readFailedFiles()
  if (failed.length === 0 || failed.length > maxRepeatedFiles) return status
  for (const file of failed) console.warn(`RUN AGAIN ALONE: ${file}`)
  return statusOf('vitest', ['run', '--maxWorkers=1', ...failed])
}

function environment(): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...(size && { TEST_SIZE: size }) }
}

async function statusOf(command: string, args: readonly string[]): Promise<number> {
  const [status] = await once(spawn(command, args, { stdio: 'inherit', env: environment() }), 'exit')
  return status ?? 1
}

async function outputOf(command: string, args: readonly string[]): Promise<{ status: number; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  const [[status], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { status: status ?? 1, output: output + errors }
}
