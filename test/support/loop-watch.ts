// How long the event loop of this thread was held at a stretch, in milliseconds of processor time: what others do on the same
// machine does not count, and what runs on other threads does not either.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect } from 'vitest'

const thread = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export interface LoopWatch {
  /** Ends it. The longest stretch between two turns of the loop. */
  stop(): number
}

export function watchLoop(): LoopWatch {
  let longest = 0
  let before = thread()
  let next = setImmediate(function look() {
    const now = thread()
    longest = Math.max(longest, now - before)
    before = now
    next = setImmediate(look)
  })
  return {
    stop() {
      clearImmediate(next)
      return Math.max(longest, thread() - before)
    },
  }
}

/** What the work came to, and the longest stretch for which it held the loop. */
export async function heldBy<Result>(work: () => Promise<Result>): Promise<{ result: Result; heldMs: number }> {
  const watch = watchLoop()
  try {
    // A turn of its own at either end: what was under way before is not counted.
    const result = await work()
    const heldMs = watch.stop()
    report(heldMs)
    return { result, heldMs }
  } finally {
    watch.stop()
  }
}

/** Processes and threads that a message passes on its way through the service, the database and the test. Each can be delayed. */
const HOPS = 5
const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()

/** The bound of a promise in real time on this machine: other work that delayed this process, since the last call, is added once per hop. */
export function onThisMachine(limitMs: number): number {
  const delayMs = delays.max / 1e6
  delays.reset()
  return limitMs + HOPS * delayMs
}

/** For `npm run bench -- loop`, on a machine that does nothing else. */
function report(heldMs: number): void {
  const file = process.env.LOOP_REPORT
  if (file) appendFileSync(file, `${JSON.stringify({ what: expect.getState().currentTestName, heldMs })}\n`)
}

/** What is promised of any request is 50 ms; on a machine that does ten other things, caches are cold and everything takes longer. */
export const LONGEST_HELD_MS = 150

/**
 * For a test that compares a measured time with a promise. Other work on the machine can only lengthen that time, so one of three attempts within
 * the promise is enough. The test must be repeatable. A new object each time, because `it.concurrent` changes the one it gets.
 */
export const measuresTime = () => ({ retry: 2 })
