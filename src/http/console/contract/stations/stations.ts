import { type TNumber, Type } from 'typebox'
import type { FilePlace } from '../../../../domain/codes/fault.ts'
import {
  CHART_VALUES,
  type ChartValues,
  DAY_VALUES,
  type DayValues,
  LIVE_VALUES,
  type LiveValues,
} from '../../../../domain/stations/measured.ts'
import { STATION_STATUSES } from '../../../../domain/stations/station.ts'
import type { AlarmFacts, AlarmKind } from '../../../../domain/stations/telemetry.ts'
import { Nullable } from '../../../../wire/common.ts'
import * as T from '../pieces.ts'

const Status = T.OneOf(STATION_STATUSES)
export type StationStatus = T.Received<typeof Status>
const Counts = Type.Record(T.Text, Type.Number())

const MEASURED_FIELDS = { sum: T.Count, max: Type.Number(), mean: T.NumberOrNull }
/** The fields of some values of `MEASURED`. */
const measured = <Values>(
  values: readonly { readonly name: string; readonly combine: keyof typeof MEASURED_FIELDS }[],
) =>
  Object.fromEntries(values.map(({ name, combine }) => [name, MEASURED_FIELDS[combine]])) as unknown as {
    [Name in keyof Values]: null extends Values[Name] ? typeof T.NumberOrNull : TNumber
  }
const LIVE_FIELDS = Object.fromEntries(LIVE_VALUES.map(({ name }) => [name, T.NumberOrNull])) as Record<
  keyof LiveValues,
  typeof T.NumberOrNull
>

const STATION = {
  id: T.Id,
  code: T.Text,
  name: T.Text,
  federalState: T.Text,
  lat: Type.Number(),
  lng: Type.Number(),
  radiusKm: Type.Number(),
  mountpoint: T.Text,
  constellations: T.Text,
  status: Status,
  declaredStatus: Status,
  isRtcm: T.Flag,
  /** False: `status` is what was declared, and the figures are null. */
  measured: T.Flag,
  simulated: T.Flag,
  archived: T.Flag,
  /** It is another caster's mountpoint: it flows, and is measured, only while somebody wants it. */
  onDemand: T.Flag,
  /** How far its antenna says to stand from the registered place, where that is an alarm; else null. */
  movedM: T.NumberOrNull,
  healthPct: T.NumberOrNull,
  ...LIVE_FIELDS,
  measuredAt: T.AtOrNull,
}
/** One line of the list, one mark on the map. */
export const Station = T.Exact(STATION)
export type Station = T.Received<typeof Station>

export const StationDetail = T.Exact({
  ...STATION,
  format: T.Text,
  datum: T.Text,
  country: T.Text,
  satellitesByConstellation: T.OrNull(Counts),
  positionOffsetM: T.NumberOrNull,
  /** Where it says that it stands, and since when it has said the same. */
  announced: T.OrNull(T.Exact({ lat: Type.Number(), lng: Type.Number(), since: T.At })),
  movedLimitM: Type.Number(),
  /** When it is, or will be, kept from rovers that did not ask for it; null: it is not. */
  takenOutFrom: T.AtOrNull,
  /** Somebody let the registered place stand, of what it announces now; null: nobody had to. */
  positionAckedAt: T.AtOrNull,
  sellsUnmeasured: T.Flag,
  /** Its own mountpoint needs no login. */
  isOpen: T.Flag,
  receiver: T.TextOrNull,
  antenna: T.TextOrNull,
  intervalMs: T.NumberOrNull,
  messages: T.OrNull(Counts),
  createdAt: T.At,
  archivedAt: T.AtOrNull,
  /** What was entered; null: the network's value counts. */
  own: T.Exact({
    radiusKm: T.NumberOrNull,
    format: T.TextOrNull,
    datum: T.TextOrNull,
    country: T.TextOrNull,
    constellations: T.TextOrNull,
  }),
})
export type StationDetail = T.Received<typeof StationDetail>

/** A client certificate with which it may push over TLS. */
export const ShownCertificate = T.Exact({
  fingerprint: T.Text,
  source: T.OneOf(['first', 'backup']),
  subject: T.Text,
  validFrom: T.At,
  validUntil: T.At,
  addedAt: T.At,
  state: T.OneOf(['early', 'valid', 'ending', 'ended']),
})
export type ShownCertificate = T.Received<typeof ShownCertificate>

/** Where its stream comes from. */
export const Source = T.Exact({
  hasPushSecret: T.Flag,
  pullUrl: T.TextOrNull,
  pullsWithLogin: T.Flag,
  /** The second source behind it, if there is one. */
  hasBackupSecret: T.Flag,
  backupPullUrl: T.TextOrNull,
  backupStationId: T.OrNull(T.Id),
  /** The other caster whose mountpoint it is, and the name that it has there. */
  upstreamId: T.IdOrNull,
  upstreamName: T.TextOrNull,
  upstreamMountpoint: T.TextOrNull,
  /** Beside the password; false: instead of it. */
  certificateRequired: T.Flag,
  certificates: T.List(ShownCertificate),
})
export type Source = T.Received<typeof Source>

export const UptimeDay = T.Exact({
  day: T.Text,
  uptimePct: T.NumberOrNull,
  minutesUp: T.Count,
  minutesDown: T.Count,
  minutesUnknown: T.Count,
  healthPct: T.NumberOrNull,
  ...measured<DayValues>(DAY_VALUES),
})
export const Uptime = T.Exact({ uptimePct: T.NumberOrNull, days: T.List(UptimeDay) })

export const Alarm = T.Exact({
  id: T.Id,
  kind: T.Word<AlarmKind>(),
  params: T.Coded<AlarmFacts['params']>(),
  since: T.At,
  endedAt: T.AtOrNull,
})
export type Alarm = T.Received<typeof Alarm>

const WHOLE = {
  station: StationDetail,
  uptime: Uptime,
  /** `measured` false: it was only declared. */
  changes: T.List(T.Exact({ status: Status, measured: T.Flag, at: T.At })),
  /** What needs somebody now, with its figures. */
  concerns: T.List(T.Exact({ kind: T.Word<AlarmKind>(), params: T.Coded<AlarmFacts['params']>(), since: T.AtOrNull })),
  alarms: T.List(Alarm),
  rovers: T.Count,
  /** Null: not for this user. */
  source: T.OrNull(Source),
}
const WholeStation = T.Exact(WHOLE)
export type WholeStation = T.Received<typeof WholeStation>

/** Points that a chart is drawn of. */
const SERIES = {
  since: T.At,
  stepMinutes: T.Count,
  points: T.List(
    T.Exact({
      at: T.At,
      /** Minutes that somebody measured, and how many of them the station was up. */
      measured: T.Count,
      up: T.Count,
      healthPct: T.NumberOrNull,
      ...measured<ChartValues>(CHART_VALUES),
    }),
  ),
  gaps: T.List(
    T.Exact({ minute: T.At, up: T.Flag, gaps: T.Count, longestGapMs: Type.Number(), missingEpochs: T.Count }),
  ),
}

/** What a line of a file would do. */
export const ImportRow = T.Exact({
  where: Type.Unsafe<FilePlace>({ type: 'object' }),
  code: T.Text,
  name: T.TextOrNull,
  lat: T.NumberOrNull,
  lng: T.NumberOrNull,
  outcome: T.OneOf(['new', 'restored', 'changed', 'same', 'error']),
  changes: T.List(T.Exact({ field: T.Text, from: Type.Unknown(), to: Type.Unknown() })),
  errors: T.List(T.Exact({ field: T.TextOrNull, code: T.Text, params: T.Params })),
})
export type ImportRow = T.Received<typeof ImportRow>

/** Of a sourcetable: the network's own mountpoints are no stations. */
const SkippedLine = T.Exact({ where: Type.Unsafe<FilePlace>({ type: 'object' }), mountpoint: T.Text })

const Line = Type.String({ maxLength: 200 })
const LineOrNone = Nullable('string', { maxLength: 200 })
/** The rules themselves are in domain/stations/input. */
const FIELDS = {
  name: Type.Optional(Line),
  federalState: Type.Optional(Line),
  lat: Type.Optional(Type.Number()),
  lng: Type.Optional(Type.Number()),
  radiusKm: Type.Optional(Nullable('number')),
  mountpoint: Type.Optional(Line),
  format: Type.Optional(LineOrNone),
  datum: Type.Optional(LineOrNone),
  country: Type.Optional(LineOrNone),
  constellations: Type.Optional(LineOrNone),
  declaredStatus: Type.Optional(Status),
  isRtcm: Type.Optional(T.Flag),
  sellsUnmeasured: Type.Optional(T.Flag),
  isOpen: Type.Optional(T.Flag),
}

const FILE_BYTES = 2 * 1024 * 1024

/** The columns that stations can be put in the order of. */
export const STATION_ORDERS = [
  ...(['code', 'status', 'name', 'state', 'mountpoint', 'health', 'latency', 'satellites', 'measured'] as const),
] as const

/** Of its first source, or of a second one. */
const NEW_SECRET = {
  answer: { mountpoint: T.Text, secret: T.Text, casterHost: T.Text, casterPort: T.Count },
  status: 201,
  confirmed: true,
} as const
const PULLED = {
  body: T.Exact({ url: Type.String({ maxLength: 500 }) }),
  answer: { source: Source },
  confirmed: true,
} as const

export const STATION_ROUTES = {
  'GET /stations': {
    query: T.ListQuery({
      search: Type.Optional(T.Search),
      /** `unmeasured`: nobody has measured it, whatever was declared; `moved`: its antenna says to stand elsewhere. */
      status: Type.Optional(T.OneOf([...STATION_STATUSES, 'unmeasured', 'moved'])),
      archived: Type.Optional(T.YesOrNo),
      /** Those of another caster that this one stands before. Finds nothing for who may not know where streams come from. */
      upstreamId: Type.Optional(T.Id),
      sort: Type.Optional(T.Sort(STATION_ORDERS)),
    }),
    answer: { stations: T.List(Station), total: T.Count, nextCursor: T.NextCursor },
  },
  'GET /stations/:id': { answer: WHOLE },
  'GET /stations/:id/series': {
    /** Hours back from now. */
    query: Type.Object({ hours: Type.Optional(T.OneOf(['6', '24', '168'])) }),
    answer: SERIES,
  },
  'POST /stations': { body: T.Exact({ ...FIELDS, code: Line }), answer: { station: StationDetail }, status: 201 },
  'PATCH /stations/:id': { body: T.Exact(FIELDS), answer: { station: StationDetail } },
  'POST /stations/:id/maintenance': { body: T.Exact({ on: T.Flag }), answer: { station: StationDetail } },
  /** Which place holds: the registered one, for now, or the one that its antenna announces. */
  'POST /stations/:id/position': {
    body: T.Exact({ holds: T.OneOf(['registered', 'announced']) }),
    answer: { station: StationDetail },
  },
  'DELETE /stations/:id': { answer: { station: StationDetail } },
  'POST /stations/:id/restore': { answer: { station: StationDetail } },
  'POST /stations/:id/secret': NEW_SECRET,
  'PUT /stations/:id/pull': PULLED,
  'DELETE /stations/:id/pull': { answer: { source: Source } },
  'POST /stations/:id/backup/secret': NEW_SECRET,
  'PUT /stations/:id/backup/pull': PULLED,
  'PUT /stations/:id/backup/station': { body: T.Exact({ stationId: T.Id }), answer: { source: Source } },
  'DELETE /stations/:id/backup': { answer: { source: Source } },
  'POST /stations/:id/certificates': {
    /** Its lines: no text has line breaks in it. */
    body: T.Exact({
      pem: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 500 }),
      source: T.OneOf(['first', 'backup']),
    }),
    answer: { source: Source },
    status: 201,
    confirmed: true,
  },
  'DELETE /stations/:id/certificates/:fingerprint': { answer: { source: Source } },
  'PUT /stations/:id/certificates/rule': {
    body: T.Exact({ required: T.Flag }),
    answer: { source: Source },
    confirmed: true,
  },
  'POST /stations/import/preview': {
    body: 'file',
    mostBytes: FILE_BYTES,
    answer: { rows: T.List(ImportRow), skipped: T.List(SkippedLine), valid: T.Flag },
  },
  'POST /stations/import': { body: 'file', mostBytes: FILE_BYTES, answer: { created: T.Count, updated: T.Count } },
} as const satisfies Record<string, T.RouteContract>
