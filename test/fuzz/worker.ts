// One target in its own process, with limited memory, watched from outside.
import { fuzz } from './engine.ts'
import { newestWriter } from './newest.ts'
import { findTarget } from './targets/find.ts'

export interface Job {
  readonly name: string
  readonly seconds: number
  readonly seed: number
  readonly newest: string
}

process.once('message', async ({ name, seconds, seed, newest }: Job) => {
  const target = await findTarget(name)
  const writer = newestWriter(newest)
  const result = fuzz(target, {
    seconds,
    seed,
    watch: writer.write,
    heapBytes() {
      globalThis.gc!()
      return process.memoryUsage().heapUsed
    },
  })
  writer.close()
  process.send!(result)
})
