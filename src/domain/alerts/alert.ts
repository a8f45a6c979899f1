// An alert records a condition that needs an operator, from its start to its end. This file defines kinds and subjects.
import { type Attention, type AttentionKind, SEVERITY, type Severity } from '../network/overview/attention.ts'

/** Topics that the operator can mute in alert mails. */
export const ALERT_TOPICS = [
  'station_down',
  'station_degraded',
  'station_moved',
  'station_quality',
  'station_other',
  'webhooks',
  'mail',
  'certificate',
  'disk',
  'nodes',
] as const
export type AlertTopic = (typeof ALERT_TOPICS)[number]

/** `null` for kinds that the console shows as something to do but that never become an alert. */
const TOPICS = {
  no_caster: 'nodes',
  no_stations: null,
  upstream_silent: 'nodes',
  caster_away: 'nodes',
  station_down: 'station_down',
  station_degraded: 'station_degraded',
  station_moved: 'station_moved',
  silent_constellation: 'station_other',
  no_observations: 'station_down',
  clock_differs: 'station_other',
  wrong_time: 'station_other',
  station_on_backup: 'station_other',
  station_never_measured: null,
  webhook_deactivated: 'webhooks',
  webhook_failing: 'webhooks',
  mails_failed: 'mail',
  mails_waiting: 'mail',
  clock_skewed: 'nodes',
  node_lost: 'nodes',
  disk_full: 'disk',
  certificate_ending: 'certificate',
  station_certificate_ending: 'certificate',
  antenna_changed: 'station_other',
  deliveries_late: 'webhooks',
  mails_late: 'mail',
  job_failing: 'nodes',
  backup_overdue: 'nodes',
  recording_paused: 'disk',
  archive_short: 'disk',
  quality_bad: 'station_quality',
  quality_event: 'station_quality',
  interference: 'station_quality',
} as const satisfies Record<AttentionKind, AlertTopic | null>

export type AlertKind = {
  [Kind in AttentionKind]: (typeof TOPICS)[Kind] extends null ? never : Kind
}[AttentionKind]

export const isAlert = (kind: AttentionKind): kind is AlertKind => TOPICS[kind] !== null
export const ALERT_KINDS = (Object.keys(TOPICS) as AttentionKind[]).filter(isAlert)
export const topicOf = (kind: AlertKind): AlertTopic => TOPICS[kind]
export const kindsOf = (topic: AlertTopic): AlertKind[] => ALERT_KINDS.filter((kind) => topicOf(kind) === topic)
export const severityOf = (kind: AlertKind): Severity => SEVERITY[kind]

/** These alerts end only because time has passed or a record was deleted, so their end is not mailed. */
const ENDS_QUIETLY: readonly AlertKind[] = ['mails_failed', 'webhook_deactivated', 'node_lost']
export const announcesEnd = (kind: AlertKind): boolean => !ENDS_QUIETLY.includes(kind)

export type Condition = Omit<Attention, 'severity' | 'kind'> & { readonly kind: AlertKind; readonly subject: string }

/** The `name` of these kinds is a count, so it does not identify the subject. */
const COUNTED: readonly AttentionKind[] = ['mails_failed', 'mails_waiting', 'mails_late', 'deliveries_late']

/** Identifies what an alert is about. Alerts about one subject share mails and the quiet period. */
export function subjectOf({ kind, id, name }: Pick<Attention, 'kind' | 'id' | 'name'>): string {
  if (id !== null) return `${kind.startsWith('webhook') ? 'webhook' : 'station'}:${id}`
  return COUNTED.includes(kind) || name === null ? kind : `${kind}:${name}`
}

export const conditionsIn = (items: readonly Attention[]): Condition[] =>
  items.flatMap(({ severity, kind, ...item }) =>
    isAlert(kind) ? [{ ...item, kind, subject: subjectOf({ kind, ...item }) }] : [],
  )

export interface Alert extends Omit<Condition, 'id'> {
  readonly id: number
  readonly subjectId: number | null
  readonly openedAt: Date
  /** Last time the condition was observed, updated once a minute. */
  readonly seenAt: Date
  readonly endedAt: Date | null
  /** Number of occurrences. A recurrence within the delay reopens the alert instead of starting a new one. */
  readonly times: number
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  /** When the acknowledgement is withdrawn; `null` if it lasts until the alert ends. */
  readonly snoozedUntil: Date | null
  readonly mailedAt: Date | null
  readonly endMailedAt: Date | null
}

/** A longer snooze would hide a forgotten problem. */
export const LONGEST_SNOOZE_DAYS = 30

export const ALERT_STATES = ['open', 'acknowledged', 'ended'] as const
export type AlertState = (typeof ALERT_STATES)[number]

export function stateOf({ endedAt, acknowledgedAt }: Pick<Alert, 'endedAt' | 'acknowledgedAt'>): AlertState {
  if (endedAt !== null) return 'ended'
  return acknowledgedAt === null ? 'open' : 'acknowledged'
}
