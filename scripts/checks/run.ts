// npm run check: lint, format, types and prose of every project, two checks at a time.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { usage } from '../usage.ts'

const AT_ONCE = 2
/**
 * Each checker of tsc repeats work of the others: four of them, the default, take 35 CPU seconds for this project, one
 * takes 23. So each check gets only as many as there are cores for it.
 */
const CHECKERS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / AT_ONCE)))
const TYPES = `tsc --noEmit --checkers ${CHECKERS}`
const CHECKS = [
  TYPES,
  'biome check',
  `${TYPES} -p web`,
  `${TYPES} -p test/e2e`,
  `${TYPES} -p clients/typescript`,
  'node scripts/checks/prose.ts',
]

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
