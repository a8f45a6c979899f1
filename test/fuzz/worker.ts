// One target in a thread of its own, with a bound on its memory, watched from outside.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { fuzz } from './engine.ts'
import { TARGETS } from './targets/all.ts'

export interface Job {
  readonly name: string
  readonly seconds: number
  readonly seed: number
  /** How many were begun, and the length of the newest. */
  readonly progress: Int32Array
  /** The newest input. */
  readonly newest: Uint8Array
}

const { name, seconds, seed, progress, newest } = workerData as Job
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const target = TARGETS.find((each) => each.name === name)!
const result = fuzz(target, {
  seconds,
  seed,
  watch(input) {
    newest.set(input)
    progress[1] = input.length
    Atomics.add(progress, 0, 1)
  },
  heapBytes() {
    collect()
    return process.memoryUsage().heapUsed
  },
})
parentPort!.postMessage(result)
