// Fuzzes targets one after the other, each in its own process, because an input that hangs, exhausts the memory or ends
// the process is a crash too. Not in a thread: V8 13 sometimes aborts a process in which several threads compile
// ("jit_page.has_value()").
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Crash, Fuzzed } from './engine.ts'
import { readNewest } from './newest.ts'
import type { Job } from './worker.ts'

/** For inputs that never end, on a busy machine; slow inputs are found by their CPU time. */
const HANG_MS = 10_000
const MEMORY_MB = 512

export interface Finding extends Fuzzed {
  readonly name: string
}

export async function fuzzTarget(name: string, seconds: number, seed: number): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-fuzz-'))
  const newest = join(folder, 'newest')
  const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--expose-gc'],
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }, // coverage of cached code is not precise
    serialization: 'advanced',
  })
  const start = performance.now()
  const lost = (what: string): Finding => {
    const { begun: executions, input } = readNewest(newest)
    const crash: Crash = { input, what }
    const passed = (performance.now() - start) / 1000
    return { name, executions, seconds: passed, reached: 0, crashes: [crash], grownBytes: 0 }
  }
  let hang: NodeJS.Timeout | undefined
  try {
    return await new Promise<Finding>((resolve) => {
      child.on('message', (result: Fuzzed) => {
        // Buffers arrive as plain byte arrays.
        const crashes = result.crashes.map((crash) => ({ ...crash, input: Buffer.from(crash.input) }))
        resolve({ name, ...result, crashes })
      })
      child.on('exit', (code, signal) => resolve(lost(`ends its process (${signal ?? code})`)))
      let before = -1
      hang = setInterval(() => {
        const { begun } = readNewest(newest)
        if (begun === before && begun > 0) resolve(lost(`does not end within ${HANG_MS / 1000} s`))
        before = begun
      }, HANG_MS)
      child.send({ name, seconds, seed, newest } satisfies Job)
    })
  } finally {
    clearInterval(hang)
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}
