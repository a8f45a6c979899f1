// The handbook page that says what to do about each kind of alert.
import type { Alert } from '../../../../src/http/console/contract/alerts/alerts.ts'

/** Page of the handbook, with the section of the runbook where there is one. The sections have the same names in both languages. */
export const RUNBOOK: Readonly<Record<Alert['kind'], string>> = {
  no_caster: 'runbook#verticenocaster',
  upstream_silent: 'caster',
  caster_away: 'front-door',
  station_down: 'runbook#verticestationoffline',
  station_degraded: 'runbook#verticestationdegraded',
  station_moved: 'station-health',
  silent_constellation: 'station-health',
  no_observations: 'runbook#verticestationoffline',
  clock_differs: 'station-health',
  wrong_time: 'station-health',
  station_on_backup: 'stations',
  webhook_deactivated: 'runbook#verticewebhookfailing',
  webhook_failing: 'runbook#verticewebhookfailing',
  mails_failed: 'runbook#verticemailsfailed',
  mails_waiting: 'runbook#verticemailswaiting',
  clock_skewed: 'runbook#verticeclockskewed',
  node_lost: 'runbook#verticedown',
  disk_full: 'runbook#verticediskfilling',
  certificate_ending: 'runbook#verticecertificateending',
  station_certificate_ending: 'runbook#verticecertificateending',
  antenna_changed: 'runbook#verticeantennachanged',
  deliveries_late: 'runbook#verticewebhookslate',
  mails_late: 'runbook#verticemailslate',
  job_failing: 'runbook#verticejobfailing',
  backup_overdue: 'runbook#verticebackuptooold',
  recording_paused: 'operations/archive',
  archive_short: 'operations/archive',
  quality_bad: 'operations/quality',
  quality_event: 'operations/quality',
  interference: 'operations/quality',
}

export const runbookOf = (kind: Alert['kind'], language: 'es' | 'en'): string =>
  `${language === 'es' ? '/docs/es' : '/docs'}/handbook/${RUNBOOK[kind]}`
