// Collects what needs attention now: stations, an owner's webhooks and mails, the operator's machines.
import { ARCHIVE_KINDS, type ArchiveKind, type ShortArchive } from '../archive/budget.ts'
import type { MailFailure } from '../delivery/mail/failure.ts'
import type { NetworkMountpoint } from '../network/mountpoints/network-mountpoint.ts'
import {
  type Attention,
  attention,
  type stationAttention as OfStation,
  stationAttention,
} from '../network/overview/attention.ts'
import { isLate, type Queue } from '../network/overview/queues.ts'
import { interferenceEvents, type StationDrop } from '../network/quality/interference.ts'
import type { Reason } from '../network/quality/reason.ts'
import { type BadStation, joinedByCause } from '../network/quality/together.ts'
import { type BackupHistory, overdueBackup } from '../operations/backups.ts'
import type { Station } from '../stations/station.ts'
import type { DeactivationReason } from '../webhooks/webhook.ts'
import { type MachineLimits, type MachineReport, machineAttention } from './machine.ts'

export interface NetworkFacts {
  readonly stations: readonly Station[]
  /** Open alarms only. */
  readonly alarms: readonly (Parameters<typeof OfStation>[1][number] & { readonly stationId: number })[]
  readonly casters: number
  readonly networks: readonly Pick<NetworkMountpoint, 'name' | 'engine' | 'engineAnswers'>[]
}

export function networkAttention({ stations, alarms, casters, networks }: NetworkFacts, now: Date): Attention[] {
  const alarmsOf = Map.groupBy(alarms, ({ stationId }) => stationId)
  const items = stations.flatMap((station) => stationAttention(station, alarmsOf.get(station.id) ?? [], now))
  if (casters === 0) items.push(attention('no_caster'))
  if (stations.length === 0) items.push(attention('no_stations'))
  for (const { name, engine, engineAnswers } of networks)
    if (engine !== null && !engineAnswers) items.push(attention('upstream_silent', { name }))
  return items
}

/** Upstream casters whose sourcetable cannot be fetched: one alert per caster, regardless of its number of stations. */
export const upstreamsAttention = (away: readonly { readonly name: string; readonly since: Date }[]): Attention[] =>
  away.map(({ name, since }) => attention('caster_away', { name, since }))

export const certificatesAttention = (
  ending: readonly { readonly stationId: number; readonly code: string; readonly validUntil: Date }[],
): Attention[] =>
  ending.map(({ stationId: id, code: name, validUntil }) =>
    attention('station_certificate_ending', { id, name, params: { endsAt: validUntil.toISOString() } }),
  )

export interface ChangedAntenna {
  readonly stationId: number
  readonly code: string
  readonly simulated: boolean
  readonly recorded: string | null
  readonly announced: string
  readonly since: Date
}

export const antennasAttention = (changed: readonly ChangedAntenna[]): Attention[] =>
  changed.map(({ stationId: id, code: name, simulated, recorded, announced, since }) =>
    attention('antenna_changed', { id, name, simulated, params: { recorded, announced }, since }),
  )

export interface JudgedStation {
  readonly stationId: number
  readonly code: string
  readonly simulated: boolean
  readonly reasons: readonly Reason[]
}

/**
 * One alert per station, with its most important reason. Stations with the same reason since the same time share one, as
 * do those with interference.
 */
export const qualityAttention = (judged: readonly JudgedStation[], drops: readonly StationDrop[]): Attention[] => [
  ...joinedByCause(judged.flatMap(badStation)).map(ofTogether),
  ...interferenceEvents(drops).map(({ band, since, dropDb, stations, simulated }) => {
    const params = { dropDb, stations: stations.map(({ code }) => code) }
    return attention('interference', { name: band, simulated, params, since })
  }),
]

function badStation({ reasons, ...station }: JudgedStation): BadStation[] {
  const reason = reasons.find(({ level, code }) => level === 'bad' && code !== 'interference')
  return reason ? [{ ...station, reason }] : []
}

function ofTogether(stations: readonly BadStation[]): Attention {
  const [{ stationId: id, code: name, simulated, reason }] = stations as readonly [BadStation]
  const { code, band, value, limit, since } = reason
  const figures = { reason: { code, band, value, limit } }
  if (stations.length === 1) return attention('quality_bad', { id, name, simulated, params: figures, since })
  const params = { ...figures, stations: stations.map((one) => one.code).toSorted() }
  return attention('quality_event', {
    ...{ name: band === null ? code : `${code} ${band}`, params, since },
    simulated: stations.every((one) => one.simulated),
  })
}

export interface OwnersFacts {
  readonly webhooks: readonly {
    readonly id: number
    readonly url: string
    readonly deactivatedAt: Date | null
    readonly reason: DeactivationReason | null
    readonly failingSince: Date | null
  }[]
  readonly mails: { readonly mails: number; readonly lastError: MailFailure | null }
}

export function ownersAttention({ webhooks, mails }: OwnersFacts): Attention[] {
  const items = webhooks.map(({ id, url, deactivatedAt, reason, failingSince }) =>
    attention(deactivatedAt === null ? 'webhook_failing' : 'webhook_deactivated', {
      id,
      name: hostOf(url),
      params: reason && { reason },
      since: deactivatedAt ?? failingSince,
    }),
  )
  if (mails.mails === 0) return items
  const params = mails.lastError && { failure: mails.lastError }
  return [...items, attention('mails_failed', { name: String(mails.mails), params })]
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

export interface MachineFacts {
  readonly clocks: readonly { readonly host: string; readonly since: Date }[]
  /** Processes that ended without a clean shutdown and were not restarted. */
  readonly lost: readonly { readonly name: string; readonly seenAt: Date }[]
  readonly reports: readonly MachineReport[]
  /** Mails that failed at least once and will be retried. */
  readonly waiting: { readonly mails: number; readonly since: Date | null; readonly lastError: MailFailure | null }
  readonly queues: { readonly deliveries: Queue; readonly mails: Queue }
  readonly backups: BackupHistory
  readonly archive: Readonly<Record<ArchiveKind, ShortArchive | null>>
}

/** Only the operator sees machines. */
export function machinesAttention(
  { clocks, lost, reports, waiting, queues, backups, archive }: MachineFacts,
  limits: MachineLimits,
  now: Date,
): Attention[] {
  const mails =
    waiting.mails === 0
      ? []
      : [
          attention('mails_waiting', {
            name: String(waiting.mails),
            params: waiting.lastError && { failure: waiting.lastError },
            since: waiting.since,
          }),
        ]
  return [
    ...clocks.map(({ host, since }) => attention('clock_skewed', { name: host, since })),
    ...lost.map(({ name, seenAt }) => attention('node_lost', { name, since: seenAt })),
    ...reports.flatMap((report) => machineAttention(report, limits, now) ?? []),
    ...mails,
    ...lateAttention('deliveries_late', queues.deliveries, now),
    ...lateAttention('mails_late', queues.mails, now),
    ...backupAttention(backups, now),
    ...archiveAttention(archive),
  ]
}

const archiveAttention = (archive: MachineFacts['archive']): Attention[] =>
  ARCHIVE_KINDS.flatMap((kind) =>
    archive[kind] === null ? [] : [attention('archive_short', { name: kind, params: archive[kind] })],
  )

function backupAttention(backups: BackupHistory, now: Date): Attention[] {
  const overdue = overdueBackup(backups, now)
  if (overdue === null) return []
  const { newestAt, failure } = overdue
  const params = { newestAt: newestAt?.toISOString() ?? null, failure }
  return [attention('backup_overdue', { params, since: newestAt })]
}

const lateAttention = (kind: 'deliveries_late' | 'mails_late', queue: Queue, now: Date): Attention[] =>
  isLate(queue, now) ? [attention(kind, { name: String(queue.waiting), since: queue.dueSince })] : []
