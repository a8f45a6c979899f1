// V8 keeps the pages of what is garbage for as long as a process does anything at all, and here streams flow and jobs look around.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { alignedInterval } from '../../base/running/aligned-interval.ts'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const CHECK_EVERY_MS = 5_000
/** More than after the last collection. What is garbage counts as used until then, so that how much it is shows only by growth. */
const MUCH_BYTES = 32 * 1024 * 1024
const MUCH_BYTES_OF_CASTER = 16 * 1024 * 1024
/** Of its time, in which a process does something: then it has better things to do. */
const BUSY = 0.3
/** So many looks. With the garbage goes what V8 had compiled: whoever comes back after ten seconds would be served at two thirds of the rate. */
const CALM = 4
const RESTS = 6

let collect: Collect | undefined

function collector(): Collect | undefined {
  if (collect) return collect
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('globalThis.gc') as Collect | undefined
  setFlagsFromString('--no-expose-gc')
  return collect
}

/** An ordinary collection keeps the room for what is new as large as a crowd needed it, which is 40 MB; this takes twice as long, some 50 ms. */
function releaseMemory(): void {
  collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * After a crowd has gone and not come back: looked at every few seconds, done at most twice a minute, when there is much to give back and was
 * little to do for a while. And once more: the first time may have come while the crowd was still there.
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
 * For a process that serves requests, once its start is over: compiling schemas and reading hundreds of files leaves 60 MB. A crowd's requests
 * live long enough to be taken for lasting, and V8 would let those grow to four times of what lives before it looks.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--heap-growing-percent=100')
  releaseMemory() // which sets the next limit
  giveBack(MUCH_BYTES)
}

/**
 * Of a process that is a caster and nothing else, asked when it begins (bin/vertice.js says the same to one that is started as such). Almost
 * all that a crowd brings stays: with 2 MB for what is young letting one in took 15 µs more, of 16 MB there is 2 kB more for each of ten
 * thousand rovers. And V8 would collect everything twice some seconds after a crowd, in the midst of the stream; that is done here when it is calm.
 */
export const CASTER_FLAGS = ['--max-semi-space-size=4', '--no-memory-reducer']

/**
 * For such a process, once its start is over: a crowd that connects is garbage of a moment beside objects that stay, and V8 would let the heap
 * grow to four times of what lives in it before it collects. A message to a rover makes no garbage, so it costs nothing later.
 */
export function keepCasterSmall(): void {
  setFlagsFromString('--heap-growing-percent=70')
  releaseMemory() // which sets the next limit
  giveBack(MUCH_BYTES_OF_CASTER)
}
