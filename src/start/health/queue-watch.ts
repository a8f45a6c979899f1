// Logs when due webhook deliveries or mails are not sent. Alerts cannot report this, because the workers that should
// send also evaluate the alerts.
import type { Logger } from 'pino'
import { wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { isLate, type Queue, secondsSince } from '../../domain/network/overview/queues.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import type { Queues } from './network-figures.ts'

const CHECK_EVERY_MS = 10_000
const SAID_AGAIN_MS = HOUR_MS

const QUEUES = { deliveries: 'Webhook deliveries', mails: 'E-mails' } as const

/** Returns a function that stops. */
export function watchQueues(read: () => Promise<Queues | null>, log: Logger): () => Promise<void> {
  const saidAt = new Map<keyof typeof QUEUES, number>()
  const tell = (name: keyof typeof QUEUES, queue: Queue, now: Date) => {
    const said = saidAt.get(name)
    if (!isLate(queue, now)) {
      if (saidAt.delete(name)) log.info(`${QUEUES[name]} are being sent again`)
    } else if (said === undefined || performance.now() - said >= SAID_AGAIN_MS) {
      saidAt.set(name, performance.now())
      const { waiting } = queue
      const facts = { queue: name, waiting, lateSeconds: Math.round(secondsSince(queue.dueSince, now)) }
      log.error(facts, `${QUEUES[name]} are overdue; check that a process with the role worker is running`)
    }
  }
  const check = async () => {
    const queues = await read()
    if (!queues) return // other components log that the database is unavailable
    tell('deliveries', queues.deliveries, queues.now)
    tell('mails', queues.mails, queues.now)
  }
  const loop = wakeableLoop(check, {
    everyMs: CHECK_EVERY_MS,
    warn: (err) => log.warn({ err }, 'Could not read the queues'),
  })
  loop.wake()
  return loop.stop
}
