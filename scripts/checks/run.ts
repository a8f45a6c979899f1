// npm run check: lint, format, types and prose of every project, two checks at a time.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { usage } from '../usage.ts'

const AT_ONCE = 2
/** With more memory, the garbage collector of tsc runs less often. With `--singleThreaded` this saves a third of its processor time. */
const ENVIRONMENT = { GOGC: '400', ...process.env }
/** Incremental: a second check of the same checkout takes a quarter of the time. tsc compares the contents of files. */
const types = (project: string, name: string) =>
  `tsc --singleThreaded --noEmit -p ${project} --incremental --tsBuildInfoFile build/types/${name}.json`
const CHECKS = [
  types('.', 'service'),
  'biome check',
  types('web', 'web'),
  types('test/e2e', 'e2e'),
  types('clients/typescript', 'client'),
  'node scripts/checks/prose.ts',
]

usage(`
usage: npm run check

Runs, and writes only build/types/:
${CHECKS.map((check) => `  ${check}`).join('\n')}
`)

const waiting = [...CHECKS]
await Promise.all(Array.from({ length: AT_ONCE }, work))

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const child = spawn(`${check} 2>&1`, { shell: true, env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const output = await text(child.stdout)
    const isFine = (await exit) === 0
    console.log(`${isFine ? 'ok    ' : 'FAILED'} ${check}`)
    if (!isFine) console.error(output)
    if (!isFine) process.exitCode = 1
  }
}
