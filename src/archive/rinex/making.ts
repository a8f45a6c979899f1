// Makes RINEX files, one task at a time per process: customers' orders first, then the files of one day.
import { wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { makeNextDay } from './daily.ts'
import { makeNext, removeExpired } from './orders.ts'
import type { RinexServices } from './services.ts'

const POLL_MS = 10_000

/** Returns a function that stops; `abort` ends the running job, which is due again at once and loses no attempt. */
export function startMakingRinex(services: RinexServices, abort: () => Promise<void>): () => Promise<void> {
  const { warn, watch } = services
  let stopping = false
  const { wake, stop } = wakeableLoop(
    async () => {
      const isStopping = () => stopping
      const hasWork = async () => (await makeNext(services, isStopping)) || makeNextDay(services, isStopping)
      // Without room, orders and days stay due: attempts would be used up.
      if ((await services.hasRoom()) && (await hasWork())) wake()
      await removeExpired(services)
    },
    { everyMs: POLL_MS, watch, warn },
  )
  services.onDue(wake)
  return async () => {
    stopping = true
    await abort()
    await stop()
  }
}
