// Measures how long this thread's event loop is blocked at a stretch, in milliseconds of processor time: other
// processes and other threads do not count.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect } from 'vitest'

const thread = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export interface LoopWatch {
  /** Stops the watch and returns the longest stretch between two turns of the loop. */
  stop(): number
}

/** `clock` in milliseconds: the processor time of this thread, unless another one is given. */
export function watchLoop(clock = thread): LoopWatch {
  let longest = 0
  let before = clock()
  let next = setImmediate(function look() {
    const now = clock()
    longest = Math.max(longest, now - before)
    before = now
    next = setImmediate(look)
  })
  return {
    stop() {
      clearImmediate(next)
      return Math.max(longest, clock() - before)
    },
  }
}

/** Returns the result of the work and the longest stretch for which it blocked the loop. */
export async function heldBy<Result>(work: () => Promise<Result>): Promise<{ result: Result; heldMs: number }> {
  const watch = watchLoop()
  try {
    const result = await work()
    const heldMs = watch.stop()
    report(heldMs)
    return { result, heldMs }
  } finally {
    watch.stop()
  }
}

/** Number of processes and threads that a message passes between service, database and test. Each can be delayed. */
const HOPS = 5
const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()

/** Extends a real-time limit by the delay of this process since the last call, caused by other work, once per hop. */
export function onThisMachine(limitMs: number): number {
  const delayMs = delays.max / 1e6
  delays.reset()
  return limitMs + HOPS * delayMs
}

/** For `npm run bench -- loop`, on an idle machine. */
function report(heldMs: number): void {
  const file = process.env.LOOP_REPORT
  if (file) appendFileSync(file, `${JSON.stringify({ what: expect.getState().currentTestName, heldMs })}\n`)
}

/** The promise is 50 ms for any request. A busy machine has cold caches and takes longer. */
export const LONGEST_HELD_MS = 150

/**
 * Options for a test that compares a measured time with a limit. Other work on the machine can only lengthen the time,
 * so one of three attempts within the limit is enough. The test must be repeatable. Returns a new object, because
 * `it.concurrent` modifies its options.
 */
export const measuresTime = () => ({ retry: 2 })
