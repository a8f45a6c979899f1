// The network's queues and stations, the same on every node. They are read from the database when the metrics are
// scraped, and cached for a few seconds. Values that cannot be read are left out; the other metrics are reported
// regardless.
import type { Registry } from 'prom-client'
import type { IonosphereIndex } from '../../domain/archive/integrity/ionosphere.ts'
import { type Queue, secondsSince } from '../../domain/network/overview/queues.ts'
import type { Verdict } from '../../domain/network/quality/reason.ts'
import type { BackupHistory } from '../../domain/operations/backups.ts'
import type { Station } from '../../domain/stations/station.ts'
import { figuresAt, statusAt } from '../../domain/stations/status.ts'
import type { ArchiveStanding } from '../../store/archive/budget.ts'
import type { WebhookStates } from '../../store/network/queues.ts'
import { registerScraped, type Series } from './scraped.ts'

export interface NetworkFigures {
  readonly now: Date
  readonly deliveries: Queue
  readonly webhooks: WebhookStates
  readonly mails: Queue
  /** Mails of the last days that are no longer retried. */
  readonly mailsFailed: number
  readonly mailsHeld: number
  readonly stations: readonly Station[]
  readonly backups: BackupHistory
  readonly archive: ArchiveStanding
  /** Codes of stations whose stream announces another antenna than the record. */
  readonly changedAntennas: readonly string[]
  /** Stations whose position is checked against their neighbours, and that cannot be checked. */
  readonly checks: { readonly checked: number; readonly unchecked: number }
  readonly ionosphere: IonosphereIndex | null
  /** Stations whose observations are judged. */
  readonly verdicts: Readonly<Record<Verdict, number>>
}

/** `read` returns `null` if the database does not respond. */
export function watchNetwork(registry: Registry, read: () => Promise<NetworkFigures | null>): void {
  const gauge = (name: string, help: string, series: (figures: NetworkFigures) => Series) =>
    registerScraped(registry, { name, help, type: 'gauge', aggregator: 'max' }, async () => {
      const figures = await read()
      return figures ? series(figures) : []
    })
  const number = (name: string, help: string, value: (figures: NetworkFigures) => number) =>
    gauge(name, help, (figures) => [[{}, value(figures)]])

  number(
    'vertice_webhook_deliveries_owed',
    'Deliveries that webhooks have not got yet; 10000 means that or more.',
    ({ deliveries }) => deliveries.waiting,
  )
  number('vertice_webhook_oldest_owed_seconds', 'Age of the oldest delivery that is owed.', ({ deliveries, now }) =>
    secondsSince(deliveries.oldestAt, now),
  )
  number(
    'vertice_webhook_overdue_seconds',
    'How long the first delivery has been due to a webhook that answers, without anybody taking it.',
    ({ deliveries, now }) => secondsSince(deliveries.dueSince, now),
  )
  gauge(
    'vertice_webhook_endpoints',
    'Webhooks by state: answering, failing, given_up (deactivated by the service).',
    ({ webhooks: { answering, failing, givenUp } }) => [
      [{ state: 'answering' }, answering],
      [{ state: 'failing' }, failing],
      [{ state: 'given_up' }, givenUp],
    ],
  )
  number(
    'vertice_mails_waiting',
    'Mails that are not sent yet, those that a quota holds back among them; 10000 means that or more.',
    ({ mails }) => mails.waiting,
  )
  number(
    'vertice_mails_oldest_waiting_seconds',
    'Age of the oldest mail that is due or was tried; what a quota holds back does not count.',
    ({ mails, now }) => secondsSince(mails.oldestAt, now),
  )
  number(
    'vertice_mails_overdue_seconds',
    'How long the first mail has been due without anybody taking it; what a quota holds back does not count.',
    ({ mails, now }) => secondsSince(mails.dueSince, now),
  )
  number(
    'vertice_mails_failed',
    'Mails of the last seven days that will not be sent any more.',
    (figures) => figures.mailsFailed,
  )
  number(
    'vertice_mails_held',
    'Mails that wait because a quota of the day is used up; 10000 means that or more.',
    (figures) => figures.mailsHeld,
  )

  gauge(
    'vertice_archive_bytes',
    'Size of the archive by kind: raw (recorded segments) and daily (files of whole days), as of the last minutes.',
    ({ archive }) => [
      [{ kind: 'raw' }, archive.rawUsedBytes],
      [{ kind: 'daily' }, archive.dailyUsedBytes],
    ],
  )

  const backup = (name: string, help: string, value: (backups: BackupHistory) => number) =>
    gauge(name, help, ({ backups }) => (backups.last === null ? [] : [[{}, value(backups)]]))
  backup(
    'vertice_backup_last_success_timestamp_seconds',
    'When the newest good daily backup was started; 0 if there is none. Not reported where no daily backups are made.',
    ({ newest }) => (newest === null ? 0 : newest.startedAt.getTime() / 1000),
  )
  backup('vertice_backup_size_bytes', 'Size of the newest good daily backup.', ({ newest }) => newest?.bytes ?? 0)
  backup(
    'vertice_backup_last_attempt_failed',
    '1 if the last attempt to make a daily backup failed, else 0; also 0 while one is made.',
    ({ last }) => (last?.failure ? 1 : 0),
  )

  gauge('vertice_station_state', 'The state of each station, by its code: the one it has is 1.', ({ stations, now }) =>
    stations.map((station) => [{ code: station.code, state: statusAt(station, now) }, 1]),
  )
  gauge(
    'vertice_station_antenna_changed',
    '1 for each station whose stream announces another antenna than the record, until a person decides; by code.',
    ({ changedAntennas }) => changedAntennas.map((code) => [{ code }, 1]),
  )
  gauge(
    'vertice_quality_stations',
    'Stations by the verdict on their observations: good, attention, bad, unknown (could not be checked).',
    ({ verdicts }) => Object.entries(verdicts).map(([verdict, count]) => [{ verdict }, count]),
  )
  gauge(
    'vertice_integrity_stations',
    'Stations by whether observations check their position: checked, unchecked (cannot be checked), moved.',
    ({ checks, stations }) => [
      [{ state: 'checked' }, checks.checked],
      [{ state: 'unchecked' }, checks.unchecked],
      [{ state: 'moved' }, stations.filter(({ observed }) => observed != null).length],
    ],
  )
  gauge(
    'vertice_ionosphere_index_ppm',
    '95th percentile of the differential ionosphere of the last hour, in ppm of the distance; not reported if it was not measured.',
    ({ ionosphere }) => (ionosphere === null ? [] : [[{}, ionosphere.ppm]]),
  )
  const measured = (
    name: string,
    help: string,
    value: (figures: NonNullable<ReturnType<typeof figuresAt>>) => number | null,
  ) =>
    gauge(name, help, ({ stations, now }) =>
      stations.flatMap((station) => {
        const figures = figuresAt(station, now)
        const known = figures && value(figures)
        return known === null ? [] : [[{ code: station.code }, known] as const]
      }),
    )
  measured(
    'vertice_station_health_ratio',
    'Epochs of the last ten minutes that came, of those that should have, by code; only of measured stations.',
    ({ healthPct }) => healthPct / 100,
  )
  measured('vertice_station_satellites', 'Satellites in the newest epoch, by code.', ({ satellites }) => satellites)
  measured('vertice_station_latency_seconds', 'How old the newest epoch was when it came, by code.', ({ latencyMs }) =>
    latencyMs === null ? null : latencyMs / 1000,
  )
}
