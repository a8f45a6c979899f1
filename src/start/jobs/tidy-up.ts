import { ANSWERS_KEPT_MS } from '../../actions/answer-once.ts'
import { pruneAuditLog } from '../../actions/audit/prune.ts'
import { slotOf } from '../../base/limits/rate-limiter.ts'
import { CONFIRM_WITHIN_MS } from '../../domain/alerts/incidents/subscriber.ts'
import { BASES_KEPT_MS } from '../../domain/archive/integrity/base-run.ts'
import { RUNS_KEPT_MS } from '../../domain/archive/integrity/run.ts'
import { ORDERS_KEPT_MS } from '../../domain/archive/rinex-order.ts'
import { NOT_CONVERTED_KEPT_MS } from '../../domain/network/mountpoints/not-converted.ts'
import { FIGURES_KEPT_MS } from '../../domain/network/overview/figures.ts'
import { DEFAULT_RETENTION, type Retention, wholeDaysAgo } from '../../domain/operations/retention.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { EVENTS_SHOWN_MS } from '../../domain/webhooks/events.ts'
import { deleteMessages } from '../../store/alerts/channels/messages.ts'
import { deleteUnconfirmedHosts } from '../../store/alerts/hosts.ts'
import { deleteUnconfirmed } from '../../store/alerts/incidents/subscribers.ts'
import { deleteAlerts } from '../../store/alerts/rows.ts'
import { deleteBaseRuns } from '../../store/archive/base-runs.ts'
import { deleteIntegrityRuns } from '../../store/archive/integrity-runs.ts'
import { forgetDeletedSegments } from '../../store/archive/recording.ts'
import { deleteRinexOrders } from '../../store/archive/rinex-orders.ts'
import { deleteTestCredentials } from '../../store/credentials/tests.ts'
import type { Database } from '../../store/kit/database.ts'
import { deleteMails, giveUpMails } from '../../store/mail/outbox.ts'
import { distrustNetworkEngines } from '../../store/network/network-mountpoints.ts'
import { deleteNotConverted } from '../../store/network/not-converted.ts'
import { deleteFigures } from '../../store/network/past-figures.ts'
import { distrustEngine } from '../../store/network/vrs-engine.ts'
import { deleteOldBackupRecords } from '../../store/operations/backup/attempts.ts'
import { deleteAnswers } from '../../store/operations/idempotency.ts'
import { forgetDeadNodes } from '../../store/operations/nodes/rows.ts'
import { deleteRateSlots } from '../../store/operations/rate-slots.ts'
import { deleteTestOrders } from '../../store/orders/rows.ts'
import { deletePaidGuesses } from '../../store/sessions/guess-debts.ts'
import { deleteRefusals, deleteSurplusRefusals, REFUSALS_KEPT } from '../../store/sessions/refusals.ts'
import { deleteSessions, endSessionsOfNobody, forgetPositions } from '../../store/sessions/rows.ts'
import { deleteStationCoordinates } from '../../store/stations/coordinates.ts'
import { deleteIntegrity } from '../../store/stations/integrity/write.ts'
import { deleteMinutes, forgetReports } from '../../store/stations/minutes.ts'
import { deleteAnnounced, endIgnoredPositions } from '../../store/stations/positions.ts'
import { deleteQuality } from '../../store/stations/quality/write.ts'
import { deleteDeliveries, failDeliveriesOfDeactivated } from '../../store/webhooks/deliveries.ts'
import { deleteCommonEvents, deleteEvents } from '../../store/webhooks/events.ts'
import { countUsage } from './count-usage.ts'
import { tidyPeople } from './tidy-people.ts'

/** Positions of stations by day. */
const COORDINATES_KEPT_MS = 730 * DAY_MS
const BATCH = 500
/** Unsent mails are given up after this: they would be stale if a mail server were configured later. */
const MAILS_WAIT_MS = 7 * DAY_MS
/** Deliveries need their events for as long as they are kept and retried. */
const EVENTS_OUTLIVE_DELIVERIES_MS = 30 * DAY_MS
const ALERTS_KEPT_MS = 365 * DAY_MS
/** A machine that returns later adds its segments to the index again. */
const DELETED_SEGMENTS_KEPT_MS = 365 * DAY_MS
const BACKUP_RECORDS_KEPT_MS = 365 * DAY_MS
const MINUTES_KEPT_MS = 8 * DAY_MS
/** Verdicts look at an hour, the pages at a day. */
const QUALITY_MINUTES_KEPT_MS = 2 * DAY_MS
const QUALITY_KEPT_MS = 60 * DAY_MS
const SKY_KEPT_MS = DAY_MS + MINUTE_MS
const BASELINES_KEPT_MS = DAY_MS
const OFFSETS_KEPT_MS = 2 * DAY_MS
/** Test credentials and orders stay visible for this long after their end. */
const TESTS_KEPT_MS = 30 * DAY_MS
const ENGINE_TRUSTED_MS = 5 * MINUTE_MS
const RATES_KEPT_MS = 2 * MINUTE_MS

/** `kept` is the operator's retention policy. */
export async function tidyUp(
  db: Database,
  now: Date,
  kept: Retention = DEFAULT_RETENTION,
  refusalsKept = REFUSALS_KEPT,
): Promise<void> {
  while ((await deleteAnswers(db, new Date(now.getTime() - ANSWERS_KEPT_MS), BATCH)) === BATCH);
  await failDeliveriesOfDeactivated(db, now)
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  while ((await deleteDeliveries(db, ago(kept.deliveriesMs), ago(kept.failedDeliveriesMs), BATCH)) === BATCH);
  if (kept.eventsMs !== null) while ((await deleteEvents(db, ago(kept.eventsMs), BATCH)) === BATCH);
  const deliveriesMs = Math.max(kept.deliveriesMs, kept.failedDeliveriesMs)
  const commonMs = Math.max(EVENTS_SHOWN_MS, deliveriesMs + EVENTS_OUTLIVE_DELIVERIES_MS)
  while ((await deleteCommonEvents(db, ago(commonMs), BATCH)) === BATCH);
  const nobodySent = { code: 'nobody_sent', params: { days: MAILS_WAIT_MS / DAY_MS } } as const
  while ((await giveUpMails(db, ago(MAILS_WAIT_MS), nobodySent, BATCH)) === BATCH);
  while ((await deleteMails(db, ago(kept.mailsMs), BATCH)) === BATCH);
  while ((await deleteMails(db, ago(kept.customerMailsMs), BATCH, 'customers')) === BATCH);
  while ((await deleteMessages(db, ago(kept.mailsMs), BATCH)) === BATCH);
  const settledUntil = await countUsage(db, now)
  while ((await deleteSessions(db, ago(kept.sessionsMs), settledUntil, BATCH)) === BATCH);
  while ((await forgetPositions(db, ago(kept.positionsMs), BATCH)) === BATCH);
  while ((await deleteRefusals(db, ago(kept.sessionsMs), BATCH)) === BATCH);
  while ((await deleteSurplusRefusals(db, BATCH, refusalsKept)) === BATCH);
  await endIgnoredPositions(db, now)
  await deleteAnnounced(db, ago(MINUTES_KEPT_MS))
  await deleteStationCoordinates(db, ago(COORDINATES_KEPT_MS).toISOString().slice(0, 10))
  while ((await deleteMinutes(db, ago(MINUTES_KEPT_MS), BATCH)) === BATCH);
  const quality = { minutes: ago(QUALITY_MINUTES_KEPT_MS), hours: ago(QUALITY_KEPT_MS), sky: ago(SKY_KEPT_MS) }
  while (await deleteQuality(db, quality, BATCH));
  const integrity = { bins: ago(BASELINES_KEPT_MS), offsets: ago(OFFSETS_KEPT_MS), ionosphere: ago(QUALITY_KEPT_MS) }
  while (await deleteIntegrity(db, integrity, BATCH));
  while ((await deleteTestCredentials(db, ago(TESTS_KEPT_MS), BATCH)) === BATCH);
  await deleteIntegrityRuns(db, ago(RUNS_KEPT_MS))
  await deleteBaseRuns(db, ago(BASES_KEPT_MS))
  while ((await deleteRinexOrders(db, ago(ORDERS_KEPT_MS), BATCH)) === BATCH);
  while ((await deleteTestOrders(db, ago(TESTS_KEPT_MS), BATCH)) === BATCH);
  await deleteUnconfirmed(db, ago(CONFIRM_WITHIN_MS))
  await deleteUnconfirmedHosts(db, ago(CONFIRM_WITHIN_MS))
  while ((await deleteAlerts(db, ago(ALERTS_KEPT_MS), BATCH)) === BATCH);
  await deleteOldBackupRecords(db, ago(BACKUP_RECORDS_KEPT_MS))
  while ((await deleteFigures(db, ago(FIGURES_KEPT_MS), BATCH)) === BATCH);
  await forgetDeletedSegments(db, ago(DELETED_SEGMENTS_KEPT_MS))
  await deleteNotConverted(db, ago(NOT_CONVERTED_KEPT_MS))
  await forgetReports(db, ago(MINUTES_KEPT_MS))
  await distrustEngine(db, ago(ENGINE_TRUSTED_MS))
  await distrustNetworkEngines(db, ago(ENGINE_TRUSTED_MS))
  await deleteRateSlots(db, slotOf(now.getTime() - RATES_KEPT_MS))
  await forgetDeadNodes(db)
  while ((await endSessionsOfNobody(db, BATCH)) === BATCH);
  await deletePaidGuesses(db)
  await tidyPeople(db, now)
  if (kept.auditMs !== null) await pruneAuditLog(db, wholeDaysAgo(now, kept.auditMs))
}
