// Measures the longest time that any hostile request of test/scenarios/loop blocks the event loop, in milliseconds of
// CPU, on an otherwise idle machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row } from '../support/service.ts'

const ALLOWED_MS = 50
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Hold {
  readonly what: string
  readonly heldMs: number
}

export async function benchLoop(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-loop-'))
  const file = join(folder, 'holds')
  try {
    const options = { cwd: root, env: { ...process.env, LOOP_REPORT: file }, stdio: 'ignore' } as const
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const [code] = await once(
      spawn(process.execPath, [vitest, 'run', 'test/scenarios/loop', '--no-file-parallelism'], options),
      'exit',
    )
    if (code !== 0)
      throw new Error('the tests of test/scenarios/loop did not pass: npx vitest run test/scenarios/loop tells why')
    const holds = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Hold)
    const worst = holds.reduce((one, other) => (other.heldMs > one.heldMs ? other : one))
    return {
      what: `The longest that any of ${holds.length} hostile requests held the event loop (the bodies and files of test/scenarios/loop)`,
      measured: `${worst.heldMs.toFixed(0)} ms: ${worst.what}`,
      floor: '',
      ratio: '',
      wanted: `≤ ${ALLOWED_MS} ms`,
      met: worst.heldMs <= ALLOWED_MS,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
