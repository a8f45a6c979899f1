// Casters that this one stands before: what they offer here, and how their sourcetables are. Their logins are never in an answer.
import { Type } from 'typebox'
import type { StreamLoss } from '../../../../domain/network/source-address.ts'
import { OFFER_NOW } from '../../../../domain/network/upstreams/offer.ts'
import type { LeftOutWhy, TableTrouble } from '../../../../domain/network/upstreams/upstream.ts'
import { STATION_STATUSES } from '../../../../domain/stations/station.ts'
import * as T from '../pieces.ts'

const Trouble = T.Coded<TableTrouble>()
const LeftOut = T.Exact({
  mountpoint: T.Text,
  why: T.Word<LeftOutWhy>(),
  /** With a prefix it would be offered. */
  prefixHelps: T.Flag,
})
export type LeftOut = T.Received<typeof LeftOut>

export const Upstream = T.Exact({
  id: T.Id,
  name: T.Text,
  /** Without user and password. */
  url: T.Text,
  hasLogin: T.Flag,
  prefix: T.Text,
  servesNetwork: T.Flag,
  createdAt: T.At,
  /** When its table was last asked for, and when it last came. */
  askedAt: T.AtOrNull,
  answeredAt: T.AtOrNull,
  answers: T.Flag,
  awaySince: T.AtOrNull,
  /** Why its table did not come; null: it did. */
  error: T.OrNull(Trouble),
  /** Of its mountpoints: the login is refused. */
  refusesLogin: T.Flag,
  /** In its table; of these offered here; and of these wanted by rovers now, or flowing still. */
  listed: T.Count,
  offered: T.Count,
  inUse: T.Count,
  /** All of them. */
  leftOut: T.Count,
  /** Connected to its mountpoints now. */
  rovers: T.Count,
})
export type Upstream = T.Received<typeof Upstream>

export const OfferedMountpoint = T.Exact({
  /** The station that it is here. */
  id: T.Id,
  mountpoint: T.Text,
  name: T.Text,
  /** Its name at the other caster. */
  there: T.Text,
  /** Each rover has a connection of its own there. */
  needsPosition: T.Flag,
  now: T.OneOf(OFFER_NOW),
  /** Why nothing came when it was last wanted; null: something did, or nobody has wanted it. */
  failure: T.OrNull(T.Coded<StreamLoss>()),
  /** As its figures are; of one that flows only. */
  status: T.OrNull(T.OneOf(STATION_STATUSES)),
  rovers: T.Count,
  /** What the operator set; null: as its table says. */
  settings: T.Exact({
    needsGga: T.OrNull(T.Flag),
    name: T.TextOrNull,
    isHidden: T.Flag,
    position: T.OrNull(T.Exact({ lat: Type.Number(), lng: Type.Number() })),
  }),
  /** It has an account of its own. */
  hasLogin: T.Flag,
})
export type OfferedMountpoint = T.Received<typeof OfferedMountpoint>

const WHOLE = {
  upstream: Upstream,
  /** Those in use first, then by name; so many at most. The list of stations has all. */
  mountpoints: T.List(OfferedMountpoint),
  /** How many there are, with such as are not listed any more. */
  total: T.Count,
  /** What is not offered, and why; the first of them, those that a prefix would help before others. */
  leftOut: T.List(LeftOut),
}
const WholeUpstream = T.Exact(WHOLE)
export type WholeUpstream = T.Received<typeof WholeUpstream>

/** What its table says, and what would be made of it. */
export const Tried = T.Exact({
  listed: T.Count,
  offered: T.Count,
  /** The first of them. */
  mountpoints: T.List(
    T.Exact({ mountpoint: T.Text, there: T.Text, name: T.Text, format: T.Text, needsPosition: T.Flag }),
  ),
  leftOut: T.List(LeftOut),
  leftOutTotal: T.Count,
  /** The mountpoint, by its name there, that was opened to try the login, and why it did not open; null: none asks for a login. */
  login: T.OrNull(T.Exact({ mountpoint: T.Text, why: T.OrNull(T.Coded<StreamLoss>()), isRefused: T.Flag })),
})
export type Tried = T.Received<typeof Tried>

/** The rules themselves are in domain/upstreams. */
const Line = Type.String({ maxLength: 200 })
const Url = Type.String({ maxLength: 500 })
const OPTIONS = { prefix: Type.Optional(Line), servesNetwork: Type.Optional(T.Flag) }

export const UPSTREAM_ROUTES = {
  /** By their names. */
  'GET /upstreams': {
    query: T.ListQuery({ search: Type.Optional(T.Search) }),
    answer: { upstreams: T.List(Upstream), nextCursor: T.NextCursor },
  },
  'GET /upstreams/:id': { answer: WHOLE },
  'POST /upstreams': {
    body: T.Exact({ name: Line, url: Url, ...OPTIONS }),
    answer: { upstream: Upstream },
    status: 201,
    confirmed: true,
  },
  /** A `url` without user and password takes these away; without a `url` they stay. */
  'PATCH /upstreams/:id': {
    body: T.Exact({ name: Type.Optional(Line), url: Type.Optional(Url), ...OPTIONS }),
    answer: { upstream: Upstream },
    confirmed: true,
  },
  /** One of its mountpoints, by the station that it is here. What is left out stays. */
  'PATCH /upstreams/:id/mountpoints/:stationId': {
    body: T.Exact({
      needsGga: Type.Optional(T.OrNull(T.Flag)),
      name: Type.Optional(T.OrNull(Line)),
      isHidden: Type.Optional(T.Flag),
      position: Type.Optional(T.OrNull(T.Exact({ lat: Type.Number(), lng: Type.Number() }))),
      account: Type.Optional(T.OrNull(T.Exact({ user: Line, password: Line }))),
    }),
    answer: { mountpoint: OfferedMountpoint },
    confirmed: true,
  },
  'DELETE /upstreams/:id': { answer: { stations: T.Count } },
  /** Its table is asked for soon; what comes of it is told by the next answers. */
  'POST /upstreams/:id/ask': { answer: {}, status: 202 },
  /** Before anything is saved. With an `id`, what is left out is as it is kept. */
  'POST /upstreams/try': {
    body: T.Exact({ id: Type.Optional(T.Id), url: Type.Optional(Url), prefix: Type.Optional(Line) }),
    answer: { trouble: T.OrNull(Trouble), found: T.OrNull(Tried) },
    confirmed: true,
  },
} as const satisfies Record<string, T.RouteContract>
