// Reads the facts from which the current alert conditions are computed.
import { type Condition, conditionsIn } from '../../domain/alerts/alert.ts'
import {
  antennasAttention,
  certificatesAttention,
  type MachineFacts,
  machinesAttention,
  networkAttention,
  ownersAttention,
  qualityAttention,
  upstreamsAttention,
} from '../../domain/alerts/present.ts'
import type { AlertSettings } from '../../domain/alerts/settings.ts'
import type { Attention } from '../../domain/network/overview/attention.ts'
import { reasonFrom } from '../../domain/network/quality/reason.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { countRetriedMails, listLostNodes, listReports } from '../../store/alerts/machines.ts'
import { readArchiveStanding } from '../../store/archive/budget.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { countFailedMails, listTroubledWebhooks } from '../../store/network/figures.ts'
import { readDeliveryQueue, readMailQueue } from '../../store/network/queues.ts'
import { listAwayUpstreams } from '../../store/network/upstreams/rows.ts'
import { readBackupHistory } from '../../store/operations/backup/attempts.ts'
import { listClockSkews } from '../../store/operations/clock-skews.ts'
import { countCasters } from '../../store/operations/nodes/rows.ts'
import { listEndingCertificates } from '../../store/stations/certificates.ts'
import { listPendingAntennas } from '../../store/stations/equipment.ts'
import { listOpenAlarms } from '../../store/stations/health.ts'
import { listDrops, listVerdicts } from '../../store/stations/quality/read.ts'

const DEACTIVATED_NEWS_MS = 30 * DAY_MS
/** How long a mail that could not be sent raises an alert. */
export const FAILED_NEWS_MS = 7 * DAY_MS
/** Greylisting servers reject every first attempt, so a short delay is normal. */
const RETRIED_MS = 10 * MINUTE_MS
const MOST_WEBHOOKS = 50

export async function readMachines(db: Database, now: Date): Promise<MachineFacts> {
  const [clocks, lost, reports, waiting] = [
    await listClockSkews(db),
    await listLostNodes(db),
    await listReports(db),
    await countRetriedMails(db, new Date(now.getTime() - RETRIED_MS)),
  ]
  const queues = { deliveries: await readDeliveryQueue(db), mails: await readMailQueue(db) }
  const backups = await readBackupHistory(db)
  const archive = await readShortArchive(db)
  return { clocks, lost, reports, waiting, queues, backups, archive }
}

async function readShortArchive(db: Database): Promise<MachineFacts['archive']> {
  const { rawKeptDays, dailyKeptDays, rawDays, dailyDays } = await readArchiveStanding(db)
  const short = (keptDays: number | null, promisedDays: number | null) =>
    keptDays === null || promisedDays === null || keptDays >= promisedDays ? null : { keptDays, promisedDays }
  return { raw: short(rawKeptDays, rawDays), daily: short(dailyKeptDays, dailyDays) }
}

/** Reads one owner's data, or all owners'. */
export async function readOwnersTrouble(db: Database, scope: OwnerScope, now: Date) {
  const webhooks = await listTroubledWebhooks(db, scope, new Date(now.getTime() - DEACTIVATED_NEWS_MS), MOST_WEBHOOKS)
  const mails = await countFailedMails(db, scope, new Date(now.getTime() - FAILED_NEWS_MS))
  return { webhooks, mails }
}

/** A drop that no newer minute confirms is over. */
const DROP_SEEN_MS = 3 * MINUTE_MS

/** Stations in maintenance are judged, but need no attention. */
export async function readQuality(db: Database, active: StationBook['active'], now: Date): Promise<Attention[]> {
  const stations = new Map(
    active.filter(({ declaredStatus }) => declaredStatus !== 'maintenance').map((station) => [station.id, station]),
  )
  const known = <Row extends { readonly stationId: number }>(rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const station = stations.get(row.stationId)
      return station ? [{ ...row, code: station.code, simulated: station.simulated }] : []
    })
  const bad = (await listVerdicts(db)).filter(({ verdict }) => verdict === 'bad')
  const seenSince = new Date(now.getTime() - DROP_SEEN_MS)
  const drops = (await listDrops(db, seenSince, now)).filter(({ endedAt }) => endedAt === null)
  const judged = known(bad).map(({ reasons, ...station }) => ({ ...station, reasons: reasons.map(reasonFrom) }))
  return qualityAttention(judged, known(drops))
}

export async function readConditions(
  db: Database,
  { active, networks }: StationBook,
  settings: AlertSettings,
  now: Date,
): Promise<Condition[]> {
  const [alarms, casters] = [await listOpenAlarms(db), await countCasters(db)]
  return conditionsIn([
    ...networkAttention({ stations: active, alarms, casters, networks }, now),
    ...upstreamsAttention(await listAwayUpstreams(db)),
    ...certificatesAttention(await listEndingCertificates(db, now)),
    ...antennasAttention(await listPendingAntennas(db)),
    ...(await readQuality(db, active, now)),
    ...ownersAttention(await readOwnersTrouble(db, 'all', now)),
    ...machinesAttention(await readMachines(db, now), settings, now),
  ])
}
