// Reads the network's queues and stations, for the metrics and the log.
import { setTimeout as sleep } from 'node:timers/promises'
import { FAILED_NEWS_MS } from '../../actions/alerts/present.ts'
import { sharedReading } from '../../base/running/shared-reading.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { readIonosphereIndex } from '../../reads/station-position.ts'
import { countByVerdict } from '../../reads/station-quality.ts'
import { readArchiveStanding } from '../../store/archive/budget.ts'
import type { Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { countHeldMails } from '../../store/mail/quotas.ts'
import { countFailedMails } from '../../store/network/figures.ts'
import { countWebhooks, readDeliveryQueue, readMailQueue } from '../../store/network/queues.ts'
import { readBackupHistory } from '../../store/operations/backup/attempts.ts'
import { listPendingAntennas } from '../../store/stations/equipment.ts'
import { countChecks } from '../../store/stations/integrity/read.ts'
import type { Foundation } from '../foundation.ts'
import type { NetworkFigures } from '../metrics/network.ts'

/** Limits database reads, no matter how often metrics are scraped. */
const FRESH_MS = 5_000
const CHECKED_MS = 15 * MINUTE_MS
/** Timeout of the database: the other metrics are useful without these. */
const TIMEOUT_MS = 2_000

/** `null` if the database does not respond in time. */
export function networkFigures(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  current: () => Promise<Current>,
): () => Promise<NetworkFigures | null> {
  const read = async (): Promise<NetworkFigures> => {
    const now = clock()
    // One after the other, so that metrics use at most one connection.
    const { book } = await current()
    const queues = await readQueues(db, now)
    const webhooks = await countWebhooks(db)
    const mailsHeld = await countHeldMails(db)
    const { mails: mailsFailed } = await countFailedMails(db, 'all', new Date(now.getTime() - FAILED_NEWS_MS))
    const backups = await readBackupHistory(db)
    const archive = await readArchiveStanding(db)
    const changedAntennas = (await listPendingAntennas(db)).map(({ code }) => code)
    const [checks] = await countChecks(db, new Date(now.getTime() - CHECKED_MS))
    const ionosphere = await readIonosphereIndex(db, now)
    const stations = book.active
    const verdicts = await countByVerdict(db, stations, now)
    return {
      ...{ ...queues, webhooks, mailsFailed, mailsHeld, stations, backups, archive, changedAntennas },
      ...{ checks: checks!, ionosphere, verdicts },
    }
  }
  return sharedReading(FRESH_MS, () => orNothing(read()))
}

export type Queues = Pick<NetworkFigures, 'now' | 'deliveries' | 'mails'>

/** The queues alone, which take two statements. */
export const queueReader =
  ({ db, clock }: Pick<Foundation, 'db' | 'clock'>) =>
  (): Promise<Queues | null> =>
    orNothing(readQueues(db, clock()))

const readQueues = async (db: Database, now: Date): Promise<Queues> => ({
  now,
  deliveries: await readDeliveryQueue(db),
  mails: await readMailQueue(db),
})

const orNothing = <Figures>(reading: Promise<Figures>): Promise<Figures | null> =>
  Promise.race([reading.catch(() => null), sleep(TIMEOUT_MS, null, { ref: false })])
