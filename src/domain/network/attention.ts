// What needs somebody, worst first. Facts only: the pages have the words, and know where each of them leads.
import type { MailFailure } from '../mail/failure.ts'
import type { Station, StationStatus } from '../stations/station.ts'
import { heardAtOf, statusAt } from '../stations/status.ts'
import type { AlarmFacts, AlarmKind } from '../stations/telemetry.ts'
import type { DeactivationReason } from '../webhooks/webhook.ts'

export type Severity = 'critical' | 'warning' | 'note'

export type AttentionKind =
  | 'no_caster'
  | 'no_stations'
  | 'upstream_silent'
  | 'station_down'
  | 'station_degraded'
  | 'station_moved'
  | 'silent_constellation'
  | 'no_observations'
  | 'clock_differs'
  | 'wrong_time'
  | 'station_never_measured'
  | 'webhook_deactivated'
  | 'webhook_failing'
  | 'mails_failed'
  | 'clock_skewed'

export interface Attention {
  readonly kind: AttentionKind
  readonly severity: Severity
  /** Of a station or a webhook. */
  readonly id: number | null
  /** What it is called. */
  readonly name: string | null
  /** What an alarm measured, why a webhook was deactivated, how the last mail failed. */
  readonly params:
    | AlarmFacts['params']
    | { readonly reason: DeactivationReason }
    | { readonly failure: MailFailure }
    | null
  readonly since: Date | null
  readonly simulated: boolean
}

const SEVERITY: Record<AttentionKind, Severity> = {
  no_caster: 'critical',
  no_stations: 'note',
  upstream_silent: 'critical',
  station_down: 'critical',
  station_degraded: 'warning',
  station_moved: 'warning',
  silent_constellation: 'warning',
  no_observations: 'critical',
  clock_differs: 'warning',
  wrong_time: 'warning',
  station_never_measured: 'note',
  webhook_deactivated: 'warning',
  webhook_failing: 'warning',
  mails_failed: 'warning',
  clock_skewed: 'warning',
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
}
const OF_STATUS: Partial<Record<StationStatus, AlarmKind>> = { offline: 'down', degraded: 'degraded' }
/** Alarms that mean nothing in another status. */
const STATUS_OF: Partial<Record<AlarmKind, StationStatus>> = {
  down: 'offline',
  degraded: 'degraded',
  no_observations: 'offline',
}

type OpenAlarm = AlarmFacts & { readonly since: Date }

/**
 * The status counts, also while no caster keeps alarms; an alarm says since when. One that says less than the present status
 * (its caster stopped meanwhile) is left out.
 */
export function stationAttention(station: Station, alarms: readonly OpenAlarm[], now: Date): Attention[] {
  const { id, code: name, simulated } = station
  const about = { id, name, simulated }
  const status = statusAt(station, now)
  if (status === 'maintenance') return []
  if (station.health === null && status === 'online')
    return station.isRtcm ? [attention('station_never_measured', about)] : []
  const told = OF_STATUS[status]
  const found = alarms.filter(({ kind }) => (STATUS_OF[kind] ?? status) === status)
  const items = found.map(({ kind, params, since }) => attention(OF_ALARM[kind], { ...about, params, since }))
  if (!told || found.some(({ kind }) => kind === told)) return items
  const since = status === 'offline' ? heardAtOf(station) : null
  return [attention(OF_ALARM[told], { ...about, since }), ...items]
}

/** Worst first; what concerns the whole network before what may only follow from it; then what is newest. */
export const inOrder = (items: readonly Attention[]): Attention[] =>
  [...items].sort(
    (one, other) =>
      ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) ||
      Number(one.id !== null) - Number(other.id !== null) ||
      (other.since?.getTime() ?? 0) - (one.since?.getTime() ?? 0) ||
      (one.name ?? '').localeCompare(other.name ?? ''),
  )
