// Fuzzes targets one after the other, each in a thread of its own: one that never ends or takes all memory is a crash too.
import { Worker } from 'node:worker_threads'
import type { Crash, Fuzzed } from './engine.ts'
import { LONGEST_INPUT } from './target.ts'
import type { Job } from './worker.ts'

/** On a busy machine; a slow input is found by its time, this is for what never ends. */
const HANG_MS = 10_000
const MEMORY_MB = 512

export interface Finding extends Fuzzed {
  readonly name: string
}

export async function fuzzTarget(name: string, seconds: number, seed: number): Promise<Finding> {
  const progress = new Int32Array(new SharedArrayBuffer(8))
  const newest = new Uint8Array(new SharedArrayBuffer(LONGEST_INPUT))
  const workerData: Job = { name, seconds, seed, progress, newest }
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const start = performance.now()
  const lost = (what: string): Finding => {
    const crash: Crash = { input: Buffer.from(newest.subarray(0, progress[1])), what }
    const passed = (performance.now() - start) / 1000
    return { name, executions: progress[0]!, seconds: passed, reached: 0, crashes: [crash], grownBytes: 0 }
  }
  let hang: NodeJS.Timeout | undefined
  try {
    return await new Promise<Finding>((resolve) => {
      worker.on('message', (result: Fuzzed) => {
        // A thread's buffers arrive as plain bytes.
        const crashes = result.crashes.map((crash) => ({ ...crash, input: Buffer.from(crash.input) }))
        resolve({ name, ...result, crashes })
      })
      worker.on('error', (error) => resolve(lost(String(error))))
      let begun = -1
      hang = setInterval(() => {
        if (progress[0] === begun && begun > 0) resolve(lost(`does not end within ${HANG_MS / 1000} s`))
        begun = progress[0]!
      }, HANG_MS)
    })
  } finally {
    clearInterval(hang)
    await worker.terminate()
  }
}
