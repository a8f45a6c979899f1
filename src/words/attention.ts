// Sentences for what needs attention, used by the console, mails and the command line.
import type { ArchiveKind, ShortArchive } from '../domain/archive/budget.ts'
import type {
  AntennaFigures,
  Attention,
  AttentionKind,
  BackupFigures,
  CertificateFigures,
  DiskFigures,
  InterferenceFigures,
  MailFigures,
  QualityEventFigures,
  QualityFigures,
  RecordingFigures,
} from '../domain/network/overview/attention.ts'
import type { AlarmKind } from '../domain/stations/telemetry.ts'
import { DAY_MS, HOUR_MS } from '../domain/time/units.ts'
import { type BackupWords, backupFailureText } from './backups.ts'
import { type MailWords, mailFailureText } from './mail.ts'
import { type QualityWords, reasonText } from './quality.ts'
import { alarmText, type StationWords } from './stations.ts'

/** Kinds that come from a station's alarm, with its parameters. */
const ALARMS = {
  station_down: 'down',
  station_degraded: 'degraded',
  station_moved: 'moved',
  silent_constellation: 'silent_constellation',
  no_observations: 'no_observations',
  clock_differs: 'clock_differs',
  wrong_time: 'wrong_time',
  station_on_backup: 'on_backup',
} as const satisfies Partial<Record<AttentionKind, AlarmKind>>
type OfAlarm = keyof typeof ALARMS
type Failing = 'mails_failed' | 'mails_waiting'
type Late = 'deliveries_late' | 'mails_late'
type OfMachine = 'disk_full' | 'certificate_ending' | 'job_failing'
type OfCertificate = 'station_certificate_ending'
type OfAntenna = 'antenna_changed'
type OfBackup = 'backup_overdue'
type OfArchive = 'recording_paused' | 'archive_short'
type OfStation = OfCertificate | OfAntenna | 'quality_bad' | 'quality_event' | 'interference'
type Others = Exclude<AttentionKind, OfAlarm | Failing | Late | OfMachine | OfStation | OfBackup | OfArchive>

export interface Place {
  readonly machine: string
  readonly path: string
}

export interface AttentionWords {
  readonly kinds: { readonly [Kind in Others]: (name: string) => string } & {
    readonly disk_full: (place: Place, percent: string, free: string, least: number) => string
    /** Days left; negative if expired. */
    readonly certificate_ending: (place: Place, days: number) => string
    readonly station_certificate_ending: (code: string, days: number) => string
    /** `found` says what was found. */
    readonly quality_bad: (code: string, found: string) => string
    readonly quality_event: (count: number, stations: string, found: string) => string
    readonly interference: (band: string, dropDb: string, stations: string) => string
    /** `recorded` is `null` if no antenna is recorded as installed. */
    readonly antenna_changed: (code: string, announced: string, recorded: string | null) => string
    /** `place.path` is the name of the job. */
    readonly job_failing: (place: Place) => string
    /** Hours since the newest backup; `null` if there is none. */
    readonly backup_overdue: (hours: number | null, failure: string | null) => string
    readonly recording_paused: (place: Place, free: string, least: string) => string
    readonly archive_short: (kind: ArchiveKind, keptDays: number, promisedDays: number) => string
  } & { readonly [Kind in Late]: (count: number) => string } & {
    readonly [Kind in Failing]: (count: number, failure: string | null) => string
  }
}

interface Needed {
  readonly attention: AttentionWords
  readonly stations: StationWords
  readonly mail: MailWords
  readonly quality: QualityWords
  readonly backups: BackupWords
}

type Coded = Pick<Attention, 'kind' | 'name'> & { readonly params: Attention['params'] }

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

export function attentionText(words: Needed, { kind, name, params }: Coded, now: Date): string {
  const called = name ?? ''
  const { kinds } = words.attention
  switch (kind) {
    case 'station_down':
    case 'station_degraded':
    case 'station_moved':
    case 'silent_constellation':
    case 'no_observations':
    case 'clock_differs':
    case 'wrong_time':
    case 'station_on_backup':
      return `${called}: ${ofAlarm(words, ALARMS[kind], params)}`
    case 'disk_full': {
      const { freeBytes, totalBytes, leastPercent } = params as DiskFigures
      return kinds.disk_full(
        placeIn(called),
        ((100 * freeBytes) / totalBytes).toFixed(1),
        sizeText(freeBytes),
        leastPercent,
      )
    }
    case 'certificate_ending': {
      const { machine, path } = placeIn(called)
      // The last folder and file name identify the certificate; the full path would be too long for a sentence.
      const place = { machine, path: path.split('/').slice(-2).join('/') }
      return kinds.certificate_ending(place, daysLeft(params, now))
    }
    case 'quality_bad':
      return kinds.quality_bad(called, reasonText(words, (params as QualityFigures).reason))
    case 'quality_event': {
      const { reason, stations } = params as QualityEventFigures
      return kinds.quality_event(stations.length, stations.join(', '), reasonText(words, reason))
    }
    case 'interference': {
      const { dropDb, stations } = params as InterferenceFigures
      return kinds.interference(called, dropDb.toFixed(0), stations.join(', '))
    }
    case 'station_certificate_ending':
      return kinds.station_certificate_ending(called, daysLeft(params, now))
    case 'antenna_changed': {
      const { announced, recorded } = params as AntennaFigures
      return kinds.antenna_changed(called, announced, recorded)
    }
    case 'job_failing':
      return kinds.job_failing(placeIn(called))
    case 'backup_overdue': {
      const { newestAt, failure } = params as BackupFigures
      const hours = newestAt === null ? null : Math.floor((now.getTime() - Date.parse(newestAt)) / HOUR_MS)
      return kinds.backup_overdue(hours, failure && backupFailureText(words, failure))
    }
    case 'recording_paused': {
      const { freeBytes, leastBytes } = params as RecordingFigures
      return kinds.recording_paused(placeIn(called), sizeText(freeBytes), sizeText(leastBytes))
    }
    case 'archive_short': {
      const { keptDays, promisedDays } = params as ShortArchive
      return kinds.archive_short(called === 'daily' ? 'daily' : 'raw', keptDays, promisedDays)
    }
    case 'deliveries_late':
    case 'mails_late':
      return kinds[kind](Number(called))
    case 'mails_failed':
    case 'mails_waiting': {
      const failure = params === null ? null : mailFailureText(words, (params as MailFigures).failure)
      return kinds[kind](Number(called), failure)
    }
    default:
      // A kind written by another release is shown as its code.
      return (kinds[kind] as ((name: string) => string) | undefined)?.(called) ?? `${kind} ${called}`
  }
}

function daysLeft(params: Attention['params'], now: Date): number {
  const left = Date.parse((params as CertificateFigures).endsAt) - now.getTime()
  return left >= DAY_MS ? Math.round(left / DAY_MS) : left < 0 ? -1 : 0
}

/** Parses the name that `machineAttention` builds. */
function placeIn(name: string): Place {
  const at = name.indexOf(':')
  return { machine: name.slice(0, at), path: name.slice(at + 1) }
}

/** Without parameters while no caster records alarms. */
const ofAlarm = (words: Needed, kind: AlarmKind, params: Attention['params']): string =>
  params === null ? words.stations.alarms[kind].short : alarmText(words, { kind, params: params as never })

function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${(bytes / 1000 ** step).toFixed(step < 2 ? 0 : 1)} ${UNITS[step]}`
}
