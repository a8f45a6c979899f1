import { type Static, type TSchema, Type } from 'typebox'
import { IONOSPHERE_CLASSES } from '../../../../domain/archive/integrity/ionosphere.ts'
import type { Finding } from '../../../../domain/credentials/access-findings.ts'
import type { MailFailure } from '../../../../domain/delivery/mail/failure.ts'
import { REACHES } from '../../../../domain/network/address-reach.ts'
import type {
  Attention as AttentionFacts,
  AttentionKind,
  Severity,
} from '../../../../domain/network/overview/attention.ts'
import { PERIODS } from '../../../../domain/network/overview/figures.ts'
import { FIRST_STEPS } from '../../../../domain/network/overview/first-steps.ts'
import type { EngineTrouble } from '../../../../domain/network/source-address.ts'
import { FACTOR_RULES } from '../../../../domain/people/policy.ts'
import { STATION_STATUSES } from '../../../../domain/stations/station.ts'
import { Nullable } from '../../../../wire/common.ts'
import * as T from '../pieces.ts'
import { Rover } from '../sessions.ts'
import { Station } from '../stations/stations.ts'

export const Attention = T.Exact({
  kind: T.Word<AttentionKind>(),
  severity: T.Word<Severity>(),
  /** Id of the station or webhook. */
  id: T.IdOrNull,
  name: T.TextOrNull,
  params: T.OrNull(T.Coded<NonNullable<AttentionFacts['params']>>()),
  since: T.AtOrNull,
  simulated: T.Flag,
  /** `null` if there is no alert, if it was detected just now, or if the user may not see it. */
  alert: T.OrNull(
    T.Exact({
      id: T.Id,
      acknowledgedAt: T.AtOrNull,
      acknowledgedBy: T.TextOrNull,
      snoozedUntil: T.AtOrNull,
      mailedAt: T.AtOrNull,
    }),
  ),
})
export type Attention = T.Received<typeof Attention>

const STATUS_COUNTS = { online: T.Count, degraded: T.Count, offline: T.Count, maintenance: T.Count }

export const StatusChange = T.Exact({
  stationId: T.Id,
  code: T.Text,
  simulated: T.Flag,
  status: T.OneOf(STATION_STATUSES),
  /** False if the status was declared, not measured. */
  measured: T.Flag,
  at: T.At,
})
export type StatusChange = T.Received<typeof StatusChange>

const OVERVIEW = {
  network: T.Exact({ name: T.Text, mountpoint: T.Text, simulated: T.OneOf(['none', 'some', 'all']) }),
  stations: T.Exact({ ...STATUS_COUNTS, total: T.Count, notMeasured: T.Count }),
  /** `null` if nothing was measured then. */
  stationsADayAgo: T.OrNull(T.Exact(STATUS_COUNTS)),
  rovers: T.Exact({ connected: T.Count, located: T.Count, fixed: T.Count, aDayAgo: T.NumberOrNull }),
  credentials: T.Exact({
    inForce: T.Count,
    endingSoon: T.Count,
    /** True if the count reached its limit and there are more. */
    inForceIsMore: T.Flag,
    endingSoonIsMore: T.Flag,
  }),
  traffic: T.OrNull(
    T.Exact({
      minute: T.At,
      bytes: T.Count,
      messages: T.Count,
      aDayAgo: T.OrNull(T.Exact({ bytes: T.Count, messages: T.Count })),
    }),
  ),
  /** Index of the last hour; `null` if it was not measured. */
  ionosphere: T.OrNull(T.Exact({ ppm: Type.Number(), class: T.OneOf(IONOSPHERE_CLASSES), at: T.At })),
  attention: T.List(Attention),
  attentionLeftOut: T.Count,
  changes: T.List(StatusChange),
}
export const Overview = T.Exact(OVERVIEW)
export type Overview = T.Received<typeof Overview>

const Change = <Thing extends TSchema>(thing: Thing) =>
  T.Exact({ whole: T.Flag, changed: T.List(thing), gone: T.List(Type.Union([Type.Number(), T.Text])) })

/** Events of the live stream, by name. */
export const LIVE_EVENTS = {
  /** The first event has everything; later ones have the changes and the ids of what is gone. */
  stations: Change(Station),
  rovers: Change(Rover),
  overview: Overview,
  /** Why the stream ended, so that the page knows whether to reconnect. */
  end: T.Exact({ reason: T.OneOf(['signed_out', 'forbidden', 'replaced', 'stopping']) }),
}
export type LiveEvents = { [Name in keyof typeof LIVE_EVENTS]: T.Json<Static<(typeof LIVE_EVENTS)[Name]>> }

const Minutes = Type.Integer({ minimum: 1 })

const SETTINGS = {
  network: T.Exact({
    name: T.Text,
    /** `null` means the value that the service was started with. */
    casterHost: T.TextOrNull,
    casterPort: T.NumberOrNull,
    datum: T.Text,
    /** Key in the table of frames; `null` if `datum` is not in the table. */
    frame: T.TextOrNull,
    epoch: T.NumberOrNull,
    format: T.Text,
    country: T.Text,
    mountpoint: T.Text,
    /** URL of the VRS engine, without its login. */
    upstream: T.TextOrNull,
    nearBaseKm: Type.Number(),
    triangleSideKm: Type.Number(),
    defaultRadiusKm: Type.Number(),
    switchNearerKm: Type.Number(),
    switchAfterS: Type.Number(),
    /**
     * Offset from which an antenna counts as moved; `movedTakesOut`: it then only serves rovers that request it by
     * name.
     */
    movedLimitM: Type.Number(),
    movedTakesOut: T.Flag,
    observedTakesOut: T.Flag,
    phone: T.TextOrNull,
    whatsapp: T.TextOrNull,
    /** Lines that the operator adds to the sourcetable. */
    tableLines: Type.Optional(T.List(T.Text)),
  }),
  defaults: T.Exact({ casterHost: T.Text, casterPort: T.Count }),
  /** Set by `BASE_URL`; links to customers start with it. */
  webUrl: T.Text,
  /** From where customers can reach the addresses; a demo's count as public. */
  reach: T.Exact({ caster: T.OneOf(REACHES), web: T.OneOf(REACHES) }),
  upstream: T.OrNull(T.Exact({ answers: T.Flag, checkedAt: T.At, error: T.OrNull(T.Coded<EngineTrouble>()) })),
  mail: T.OrNull(T.Exact({ server: T.Text, from: T.Text })),
  statusPage: T.Flag,
}
const Settings = T.Exact(SETTINGS)
export type Settings = T.Received<typeof Settings>

const RolePolicy = T.Exact({
  secondFactor: T.OneOf(FACTOR_RULES),
  /** Idle timeout and max lifetime of a console session. */
  idleMinutes: Minutes,
  longestMinutes: Minutes,
})
const POLICIES = { administrator: RolePolicy, operator: RolePolicy, viewer: RolePolicy, reseller: RolePolicy }
const Policies = T.Exact(POLICIES)
export type Policies = T.Received<typeof Policies>

const Line = Type.Optional(Type.String({ maxLength: 400 }))
const Distance = Type.Optional(Type.Number())

const SUMS = T.Exact({
  mostRovers: T.NumberOrNull,
  fixedPct: T.NumberOrNull,
  bytes: T.NumberOrNull,
  refusals: T.NumberOrNull,
})

/** Values are `null` if nothing was measured. */
const FIGURES = {
  from: T.At,
  to: T.At,
  /** Length of the interval that ends at a point's time. */
  pointMs: T.Count,
  points: T.List(
    T.Exact({
      at: T.At,
      /** Max concurrently connected rovers. */
      rovers: T.Count,
      /** Percent with a fixed solution, of the rovers that report their quality. */
      fixedPct: T.NumberOrNull,
      /** Average rate sent to rovers. */
      bytesPerSecond: T.NumberOrNull,
      refusals: T.Count,
    }),
  ),
  sums: SUMS,
  /** Sums of the previous period. */
  before: SUMS,
}
const Figures = T.Exact(FIGURES)
export type Figures = T.Received<typeof Figures>

export const NETWORK_ROUTES = {
  'GET /network': { answer: OVERVIEW },
  /** Only rovers that report their position. */
  'GET /network/rovers': { answer: { rovers: T.List(Rover) } },
  /** Network metrics over time. Points without a measurement are missing. */
  'GET /network/figures': {
    query: Type.Object({ period: Type.Optional(T.OneOf(PERIODS)) }),
    answer: FIGURES,
  },
  /** Source of map tiles, if the operator configured one. The built-in outlines need no external server. */
  'GET /map': { answer: { tilesUrl: T.TextOrNull, attribution: T.TextOrNull } },
  /** Sends LIVE_EVENTS as server-sent events. */
  'GET /events': { answer: 'file' },
  'GET /first-steps': {
    answer: {
      /** In recommended order; resellers have steps of their own. */
      steps: T.List(T.Exact({ name: T.OneOf(FIRST_STEPS), done: T.Flag })),
      /** A station that has not sent anything yet; `null` if there is none. */
      silentStationId: T.IdOrNull,
      /** The credential tried last, and what was found; `null` if there is none or a rover received corrections. */
      rover: T.OrNull(T.Exact({ credentialId: T.Id, finding: T.OrNull(T.Coded<Finding>()) })),
    },
  },
  /** The table of reference frames. */
  'GET /frames': {
    answer: {
      frames: T.List(
        T.Exact({ key: T.Text, name: T.Text, epsg: T.Count, epoch: T.NumberOrNull, country: T.TextOrNull }),
      ),
    },
  },
  'GET /settings': { answer: SETTINGS },
  'PATCH /settings': {
    body: T.Exact({
      name: Line,
      casterHost: Type.Optional(Nullable('string', { maxLength: 253 })),
      casterPort: Type.Optional(Nullable('integer')),
      datum: Line,
      /** Instead of `datum`. Without `epoch`, the epoch that the frame fixes. */
      frame: Line,
      epoch: Type.Optional(Nullable('number')),
      format: Line,
      country: Line,
      mountpoint: Line,
      upstream: Type.Optional(Nullable('string', { maxLength: 1000 })),
      nearBaseKm: Distance,
      triangleSideKm: Distance,
      defaultRadiusKm: Distance,
      switchNearerKm: Distance,
      switchAfterS: Type.Optional(Type.Integer()),
      movedLimitM: Distance,
      movedTakesOut: Type.Optional(T.Flag),
      observedTakesOut: Type.Optional(T.Flag),
      phone: Type.Optional(Nullable('string', { maxLength: 30 })),
      whatsapp: Type.Optional(Nullable('string', { maxLength: 30 })),
      tableLines: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 1000 })),
    }),
    answer: SETTINGS,
    confirmed: true,
  },
  /** Sign-in requirements and session lifetime of each role. */
  'GET /settings/access': { answer: { roles: Policies } },
  'PATCH /settings/access': {
    body: T.Exact({ roles: Type.Partial(Policies, { additionalProperties: false }) }),
    answer: { roles: Policies },
    confirmed: true,
  },
  'POST /settings/mail-test': {
    body: T.Exact({ address: T.Email }),
    answer: { said: T.TextOrNull, failure: T.OrNull(T.Coded<MailFailure>()) },
  },
} as const satisfies Record<string, T.RouteContract>
