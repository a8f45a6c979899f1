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
import { SHOWN_STATUSES, type ShownStatus } from '../../../../domain/stations/shown-status.ts'
import { STATION_STATUSES } from '../../../../domain/stations/station.ts'
import type { AlarmFacts, AlarmKind } from '../../../../domain/stations/telemetry.ts'
import { Nullable } from '../../../../wire/common.ts'
import * as T from '../pieces.ts'

const Status = T.OneOf(STATION_STATUSES)
export type StationStatus = T.Received<typeof Status>
const Counts = Type.Record(T.Text, Type.Number())

const MEASURED_FIELDS = { sum: T.Count, max: Type.Number(), mean: T.NumberOrNull }
/** Schema fields for the given measured values. */
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
  /** False if `status` was declared; the measured values are then `null`. */
  measured: T.Flag,
  simulated: T.Flag,
  archived: T.Flag,
  /** The position is read from the stream; until then `lat` and `lng` are 0. */
  positionPending: T.Flag,
  /** An upstream caster's mountpoint: it streams, and is measured, only while a rover wants it. */
  onDemand: T.Flag,
  /** Distance of the announced antenna position from the registered one; `null` unless it raises an alarm. */
  movedM: T.NumberOrNull,
  healthPct: T.NumberOrNull,
  ...LIVE_FIELDS,
  measuredAt: T.AtOrNull,
}
/** A row of the list and a marker on the map. */
export const Station = T.Exact(STATION)
export type Station = T.Received<typeof Station>

/** With the uptime of the last seven days, oldest first; `null` where nothing was measured. */
const ListedStation = T.Exact({ ...STATION, week: T.List(T.NumberOrNull) })
export type ListedStation = T.Received<typeof ListedStation>

const COUNTS = T.Exact(
  Object.fromEntries(SHOWN_STATUSES.map((status) => [status, T.Count])) as Record<ShownStatus, typeof T.Count>,
)

export const StationDetail = T.Exact({
  ...STATION,
  format: T.Text,
  datum: T.Text,
  /** Key in the table of frames; `null` if `datum` is not in the table. */
  frame: T.TextOrNull,
  epoch: T.NumberOrNull,
  /** East, north, up in mm per year; `null` if unknown. */
  velocity: T.OrNull(T.List(Type.Number())),
  country: T.Text,
  satellitesByConstellation: T.OrNull(Counts),
  positionOffsetM: T.NumberOrNull,
  /** The antenna position that the station announces, and since when it has not changed. */
  announced: T.OrNull(T.Exact({ lat: Type.Number(), lng: Type.Number(), since: T.At })),
  movedLimitM: Type.Number(),
  /** Movement that observations show, in millimetres; `null` if they do not, or the announced position is off too. */
  observed: T.OrNull(
    T.Exact({
      ...{ eastMm: Type.Number(), northMm: Type.Number(), upMm: Type.Number() },
      ...{ since: T.At, detectedAt: T.At, isAttributed: T.Flag },
    }),
  ),
  /** From then on, a moved station only serves rovers that request it by name; `null` if unrestricted. */
  takenOutFrom: T.AtOrNull,
  /** When an operator confirmed the registered position despite the announced one; `null` if not. */
  positionAckedAt: T.AtOrNull,
  /** When the alarm comes back; `null` if not ignored for a time. */
  positionAckUntil: T.AtOrNull,
  sellsUnmeasured: T.Flag,
  /** The station's own mountpoint needs no login. */
  isOpen: T.Flag,
  /** Whether the archive records the station, as set by the operator or by default. */
  recorded: T.Flag,
  receiver: T.TextOrNull,
  antenna: T.TextOrNull,
  intervalMs: T.NumberOrNull,
  messages: T.OrNull(Counts),
  createdAt: T.At,
  archivedAt: T.AtOrNull,
  /** The station's own values; `null` means the network's value. */
  own: T.Exact({
    radiusKm: T.NumberOrNull,
    format: T.TextOrNull,
    datum: T.TextOrNull,
    country: T.TextOrNull,
    constellations: T.TextOrNull,
  }),
})
export type StationDetail = T.Received<typeof StationDetail>

/** A client certificate that authenticates the station's push over TLS. */
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

export const Source = T.Exact({
  hasPushSecret: T.Flag,
  pullUrl: T.TextOrNull,
  pullsWithLogin: T.Flag,
  /** The standby source. */
  hasBackupSecret: T.Flag,
  backupPullUrl: T.TextOrNull,
  backupStationId: T.OrNull(T.Id),
  /** The upstream caster, and the mountpoint's name there. */
  upstreamId: T.IdOrNull,
  upstreamName: T.TextOrNull,
  upstreamMountpoint: T.TextOrNull,
  /** True if the push needs a certificate and the password; false if either is enough. */
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
  /** `measured` is false if the status was declared. */
  changes: T.List(T.Exact({ status: Status, measured: T.Flag, at: T.At })),
  /** Open alarms. */
  concerns: T.List(T.Exact({ kind: T.Word<AlarmKind>(), params: T.Coded<AlarmFacts['params']>(), since: T.AtOrNull })),
  alarms: T.List(Alarm),
  rovers: T.Count,
  /** `null` if the user may not see it. */
  source: T.OrNull(Source),
}
const WholeStation = T.Exact(WHOLE)
export type WholeStation = T.Received<typeof WholeStation>

const SERIES = {
  since: T.At,
  stepMinutes: T.Count,
  points: T.List(
    T.Exact({
      at: T.At,
      /** Measured minutes, and how many of them the station was up. */
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

/** Preview of one line of an import file. */
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

/** A sourcetable's network mountpoint, which is not a station. */
const SkippedLine = T.Exact({ where: Type.Unsafe<FilePlace>({ type: 'object' }), mountpoint: T.Text })

const Line = Type.String({ maxLength: 200 })
const LineOrNone = Nullable('string', { maxLength: 200 })
/** The full rules are in domain/stations/input. */
const FIELDS = {
  name: Type.Optional(Line),
  federalState: Type.Optional(Line),
  lat: Type.Optional(Type.Number()),
  lng: Type.Optional(Type.Number()),
  radiusKm: Type.Optional(Nullable('number')),
  mountpoint: Type.Optional(Line),
  format: Type.Optional(LineOrNone),
  datum: Type.Optional(LineOrNone),
  frame: Type.Optional(LineOrNone),
  epoch: Type.Optional(Nullable('number')),
  velocity: Type.Optional(T.OrNull(Type.Array(Type.Number(), { maxItems: 3 }))),
  country: Type.Optional(LineOrNone),
  constellations: Type.Optional(LineOrNone),
  declaredStatus: Type.Optional(Status),
  isRtcm: Type.Optional(T.Flag),
  sellsUnmeasured: Type.Optional(T.Flag),
  isOpen: Type.Optional(T.Flag),
  recorded: Type.Optional(T.Flag),
}

const FILE_BYTES = 2 * 1024 * 1024

export const STATION_ORDERS = [
  ...(['code', 'status', 'name', 'state', 'mountpoint', 'health', 'latency', 'satellites', 'measured'] as const),
] as const

/** Answer for a new push secret, of the main or the standby source. */
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
      status: Type.Optional(T.OneOf(SHOWN_STATUSES)),
      archived: Type.Optional(T.YesOrNo),
      /** Only stations of this upstream caster. Finds nothing for users who may not see the sources of streams. */
      upstreamId: Type.Optional(T.Id),
      sort: Type.Optional(T.Sort(STATION_ORDERS)),
    }),
    /** `counts`: stations by status, whatever status the filter asks for. */
    answer: { stations: T.List(ListedStation), counts: COUNTS, total: T.Count, nextCursor: T.NextCursor },
  },
  'GET /stations/:id': { answer: WHOLE },
  'GET /stations/:id/series': {
    /** Hours before now. */
    query: Type.Object({ hours: Type.Optional(T.OneOf(['6', '24', '168'])) }),
    answer: SERIES,
  },
  /** Without `lat` and `lng`, `positionFromStream` registers the position that the station announces first. */
  'POST /stations': {
    body: T.Exact({ ...FIELDS, code: Line, positionFromStream: Type.Optional(T.Flag) }),
    answer: { station: StationDetail },
    status: 201,
  },
  'PATCH /stations/:id': { body: T.Exact(FIELDS), answer: { station: StationDetail } },
  'POST /stations/:id/maintenance': { body: T.Exact({ on: T.Flag }), answer: { station: StationDetail } },
  /** `moved` and `wrong` register the announced position; `ignore` keeps the registered one, for good or for some days. */
  'POST /stations/:id/position': {
    body: T.Exact({
      decision: T.OneOf(['moved', 'wrong', 'ignore']),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    }),
    answer: { station: StationDetail },
  },
  /** Positions that the station announced in the last 24 hours, oldest first. */
  'GET /stations/:id/positions': {
    answer: {
      since: T.At,
      positions: T.List(T.Exact({ at: T.At, lat: Type.Number(), lng: Type.Number(), height: T.NumberOrNull })),
    },
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
    /** One string per line, because strings must not contain line breaks. */
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
