// npm run check: lint, format, types and prose of every project, two checks at a time.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { usage } from '../usage.ts'

const CHECKS = [
  'tsc --noEmit',
  'biome check',
  'tsc --noEmit -p web',
  'tsc --noEmit -p test/e2e',
  'tsc --noEmit -p clients/typescript',
  'node scripts/checks/prose.ts',
]
const AT_ONCE = 2

usage(`
usage: npm run check

Runs, and writes nothing:
${CHECKS.map((check) => `  ${check}`).join('\n')}
`)

const waiting = [...CHECKS]
await Promise.all(Array.from({ length: AT_ONCE }, work))

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const child = spawn(`${check} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const output = await text(child.stdout)
    const isFine = (await exit) === 0
    console.log(`${isFine ? 'ok    ' : 'FAILED'} ${check}`)
    if (!isFine) console.error(output)
    if (!isFine) process.exitCode = 1
  }
}
