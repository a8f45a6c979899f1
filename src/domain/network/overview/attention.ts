// Items that need the operator's attention, worst first. Facts only: the pages have the texts and the links.
import type { ShortArchive } from '../../archive/budget.ts'
import type { MailFailure } from '../../delivery/mail/failure.ts'
import type { BackupFailure } from '../../operations/backups.ts'
import { displacementOf } from '../../stations/position.ts'
import type { Station } from '../../stations/station.ts'
import { heardAtOf, isUnmeasured, statusAt } from '../../stations/status.ts'
import { type AlarmFacts, type AlarmKind, alarmsOf } from '../../stations/telemetry.ts'
import type { DeactivationReason } from '../../webhooks/webhook.ts'
import type { Reason } from '../quality/reason.ts'

export type Severity = 'critical' | 'warning' | 'note'

export type AttentionKind =
  | 'no_caster'
  | 'no_stations'
  | 'upstream_silent'
  | 'caster_away'
  | 'station_down'
  | 'station_degraded'
  | 'station_moved'
  | 'silent_constellation'
  | 'no_observations'
  | 'clock_differs'
  | 'wrong_time'
  | 'station_on_backup'
  | 'station_never_measured'
  | 'webhook_deactivated'
  | 'webhook_failing'
  | 'mails_failed'
  | 'mails_waiting'
  | 'clock_skewed'
  | 'node_lost'
  | 'disk_full'
  | 'certificate_ending'
  | 'station_certificate_ending'
  | 'antenna_changed'
  | 'deliveries_late'
  | 'mails_late'
  | 'job_failing'
  | 'backup_overdue'
  | 'recording_paused'
  | 'archive_short'
  | 'quality_bad'
  | 'quality_event'
  | 'interference'

export interface Attention {
  readonly kind: AttentionKind
  readonly severity: Severity
  readonly id: number | null
  readonly name: string | null
  /** Details of the alarm, deactivation, mail failure or machine report. */
  readonly params:
    | AlarmFacts['params']
    | { readonly reason: DeactivationReason }
    | MailFigures
    | DiskFigures
    | CertificateFigures
    | BackupFigures
    | RecordingFigures
    | ShortArchive
    | AntennaFigures
    | QualityFigures
    | QualityEventFigures
    | InterferenceFigures
    | null
  readonly since: Date | null
  readonly simulated: boolean
}

export interface DiskFigures {
  readonly freeBytes: number
  readonly totalBytes: number
  readonly leastPercent: number
}

export interface CertificateFigures {
  /** ISO 8601. */
  readonly endsAt: string
}

export interface MailFigures {
  readonly failure: MailFailure
}

export interface AntennaFigures {
  /** Type and radome, as far as known; `null` if no antenna is recorded as installed. */
  readonly recorded: string | null
  readonly announced: string
}

export interface QualityFigures {
  /** The most important reason. */
  readonly reason: Pick<Reason, 'code' | 'band' | 'value' | 'limit'>
}

export interface QualityEventFigures extends QualityFigures {
  /** Codes of all stations with this reason. */
  readonly stations: readonly string[]
}

export interface InterferenceFigures {
  readonly dropDb: number
  /** Codes of all stations that see it. */
  readonly stations: readonly string[]
}

export interface BackupFigures {
  /** ISO 8601; `null` if there is none. */
  readonly newestAt: string | null
  /** Why the last attempt failed; `null` if it did not. */
  readonly failure: BackupFailure | null
}

export interface RecordingFigures {
  readonly freeBytes: number
  /** Recording leaves this much free. */
  readonly leastBytes: number
}

export const SEVERITY: Record<AttentionKind, Severity> = {
  no_caster: 'critical',
  no_stations: 'note',
  upstream_silent: 'critical',
  caster_away: 'critical',
  station_down: 'critical',
  station_degraded: 'warning',
  station_moved: 'critical',
  silent_constellation: 'warning',
  no_observations: 'critical',
  clock_differs: 'warning',
  wrong_time: 'warning',
  station_on_backup: 'warning',
  station_never_measured: 'note',
  webhook_deactivated: 'warning',
  webhook_failing: 'warning',
  mails_failed: 'warning',
  mails_waiting: 'warning',
  clock_skewed: 'warning',
  node_lost: 'critical',
  disk_full: 'critical',
  certificate_ending: 'critical',
  station_certificate_ending: 'warning',
  antenna_changed: 'warning',
  deliveries_late: 'critical',
  mails_late: 'warning',
  job_failing: 'warning',
  backup_overdue: 'critical',
  recording_paused: 'critical',
  archive_short: 'warning',
  quality_bad: 'warning',
  quality_event: 'warning',
  interference: 'warning',
}
const ORDER: readonly Severity[] = ['critical', 'warning', 'note']

export const attention = (
  kind: AttentionKind,
  { id = null, name = null, params = null, since = null, simulated = false }: Partial<Omit<Attention, 'kind'>> = {},
): Attention => ({ kind, severity: SEVERITY[kind], id, name, params, since, simulated })

const OF_ALARM: Record<AlarmKind, AttentionKind> = {
  down: 'station_down',
  degraded: 'station_degraded',
  moved: 'station_moved',
  silent_constellation: 'silent_constellation',
  no_observations: 'no_observations',
  clock_differs: 'clock_differs',
  wrong_time: 'wrong_time',
  on_backup: 'station_on_backup',
}
/** Kinds computed from the station's current metrics; a stored alarm only adds their start time. */
const JUDGED: readonly AlarmKind[] = ['down', 'degraded', 'moved']

type OpenAlarm = AlarmFacts & { readonly since: Date }

export type Concern = AlarmFacts & { readonly since: Date | null }

/**
 * Computes concerns from the station's current state, so they appear even while no caster maintains alarms. A stored
 * alarm adds the start time. Stored alarms that contradict the current state (their caster stopped) are ignored.
 */
export function stationConcerns(station: Station, alarms: readonly OpenAlarm[], now: Date): Concern[] {
  const status = statusAt(station, now)
  if (status === 'maintenance' || isNeverHeard(station, now)) return []
  const judged = alarmsOf(station, status, []).map((alarm) => {
    const open = alarms.find(({ kind }) => kind === alarm.kind)
    const since = open?.since ?? sinceOf(alarm.kind, station)
    return { kind: alarm.kind, params: tellingParams(alarm, open), since } as Concern
  })
  const others = alarms.filter(
    ({ kind }) => !JUDGED.includes(kind) && (kind !== 'no_observations' || status === 'offline'),
  )
  return [...judged, ...others.map(({ kind, params, since }) => ({ kind, params, since }) as Concern)]
}

export function stationAttention(station: Station, alarms: readonly OpenAlarm[], now: Date): Attention[] {
  const { id, code: name, simulated, isRtcm, upstream } = station
  const about = { id, name, simulated }
  // An on-demand stream may simply not have been requested yet.
  if (isNeverHeard(station, now)) return isRtcm && !upstream ? [attention('station_never_measured', about)] : []
  return stationConcerns(station, alarms, now).map(({ kind, params, since }) =>
    attention(OF_ALARM[kind], { ...about, params, since }),
  )
}

/** A declared status does not count as a measurement. */
const isNeverHeard = (station: Station, now: Date) => isUnmeasured(station, now) && heardAtOf(station) === null

/** A degraded station may have recovered too recently to be online; shows the shortfalls that degraded it. */
const tellingParams = ({ params }: AlarmFacts, open: OpenAlarm | undefined): AlarmFacts['params'] =>
  open && 'shortfalls' in params && params.shortfalls.length === 0 ? open.params : params

function sinceOf(kind: AlarmKind, station: Station): Date | null {
  if (kind === 'down') return heardAtOf(station)
  return kind === 'moved' ? (displacementOf(station)?.since ?? null) : null
}

/** Sorted by severity, then network-wide items before those they may cause, then newest first. */
export const inOrder = (items: readonly Attention[]): Attention[] =>
  [...items].sort(
    (one, other) =>
      ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) ||
      Number(one.id !== null) - Number(other.id !== null) ||
      (other.since?.getTime() ?? 0) - (one.since?.getTime() ?? 0) ||
      (one.name ?? '').localeCompare(other.name ?? ''),
  )
