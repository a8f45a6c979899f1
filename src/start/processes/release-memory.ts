// Returns unused heap to the system. V8 does not do this while a process is active, and here streams and jobs are
// always active.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { alignedInterval } from '../../base/running/aligned-interval.ts'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const CHECK_EVERY_MS = 5_000
/** Heap growth since the last collection that triggers the next. Garbage counts as used, so only growth shows it. */
const MUCH_BYTES = 32 * 1024 * 1024
const MUCH_BYTES_OF_CASTER = 16 * 1024 * 1024
/** Event loop utilisation above which a process is too busy to collect. */
const BUSY = 0.3
/**
 * Consecutive calm checks before a collection (20 s). A collection also drops compiled code: collecting after only 10 s
 * of calm lowered the request rate by a third.
 */
const CALM = 4
/** Min checks between two collections (30 s). */
const RESTS = 6

let collect: Collect | undefined

function collector(): Collect | undefined {
  if (collect) return collect
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('globalThis.gc') as Collect | undefined
  setFlagsFromString('--no-expose-gc')
  return collect
}

/** An ordinary collection keeps the young generation at its peak size (40 MB). This one takes twice as long, 50 ms. */
function releaseMemory(): void {
  collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Collects after a load peak: checks every few seconds, and collects at most twice a minute if the heap has grown and
 * the process was calm for a while. Then once more, because the first collection can have run during the peak.
 */
function giveBack(muchBytes: number): void {
  let utilization = performance.eventLoopUtilization()
  let rests = 0
  let calm = 0
  let least = process.memoryUsage().heapTotal
  let isOwed = false
  const check = () => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, utilization)
    utilization = now
    const { heapTotal } = process.memoryUsage()
    if (rests > 0) rests -= 1
    calm = busy > BUSY ? 0 : calm + 1
    const isMuch = heapTotal >= least + muchBytes
    if (rests > 0 || calm < CALM || !(isMuch || isOwed)) return
    rests = RESTS
    releaseMemory()
    least = process.memoryUsage().heapTotal
    isOwed = isMuch
  }
  alignedInterval(check, CHECK_EVERY_MS, { background: true })
}

/**
 * For a process that serves requests, after its start, which leaves 60 MB of garbage (compiled schemas, hundreds of
 * files). In a load peak, requests live long enough to be promoted, and V8 would let the heap grow to four times the
 * live size.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--heap-growing-percent=100')
  releaseMemory() // sets the next limit
  giveBack(MUCH_BYTES)
}

/**
 * Flags of a process that is only a caster (bin/vertice.js passes the same ones). Nearly everything that connecting
 * rovers allocate stays: a young generation of 2 MB made an admission 15 µs slower, one of 16 MB costs 2 kB more per
 * rover at ten thousand. Without `--no-memory-reducer`, V8 would run two full collections some seconds after a peak,
 * while streams flow; `giveBack` collects when the process is calm.
 */
export const CASTER_FLAGS = ['--max-semi-space-size=4', '--no-memory-reducer']

/**
 * For a caster process, after its start: connecting rovers produce short-lived garbage beside lasting objects, and V8
 * would let the heap grow to four times the live size. Forwarding a message produces no garbage, so this costs nothing
 * later.
 */
export function keepCasterSmall(): void {
  setFlagsFromString('--heap-growing-percent=70')
  releaseMemory() // sets the next limit
  giveBack(MUCH_BYTES_OF_CASTER)
}
