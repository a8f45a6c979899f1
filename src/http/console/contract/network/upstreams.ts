// Upstream casters: what they offer here, and the state of their sourcetables. Answers never contain their logins.
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
  /** Whether the mountpoint would be offered if the upstream caster had a prefix. */
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
  /** Time of the last request for the sourcetable; `answeredAt` is the time of the last one received. */
  askedAt: T.AtOrNull,
  answeredAt: T.AtOrNull,
  answers: T.Flag,
  awaySince: T.AtOrNull,
  /** Why the sourcetable could not be read; `null` if it was. */
  error: T.OrNull(Trouble),
  /** The upstream caster rejects the login at its mountpoints. */
  refusesLogin: T.Flag,
  /** Mountpoints in its sourcetable; of these, offered here; of these, requested by rovers or still streaming. */
  listed: T.Count,
  offered: T.Count,
  inUse: T.Count,
  /** Total number of mountpoints that are not offered. */
  leftOut: T.Count,
  rovers: T.Count,
})
export type Upstream = T.Received<typeof Upstream>

export const OfferedMountpoint = T.Exact({
  /** Id of the station that represents the mountpoint here. */
  id: T.Id,
  mountpoint: T.Text,
  name: T.Text,
  /** Name at the upstream caster. */
  there: T.Text,
  /** The stream depends on the position, so each rover gets its own connection to the upstream caster. */
  needsPosition: T.Flag,
  now: T.OneOf(OFFER_NOW),
  /** Why the last request for the stream failed; `null` if it succeeded or was never made. */
  failure: T.OrNull(T.Coded<StreamLoss>()),
  /** Measured status; `null` unless the stream is running. */
  status: T.OrNull(T.OneOf(STATION_STATUSES)),
  rovers: T.Count,
  /** The operator's overrides; `null` means the value of the sourcetable. */
  settings: T.Exact({
    needsGga: T.OrNull(T.Flag),
    name: T.TextOrNull,
    isHidden: T.Flag,
    position: T.OrNull(T.Exact({ lat: Type.Number(), lng: Type.Number() })),
  }),
  /** The mountpoint has an account of its own. */
  hasLogin: T.Flag,
})
export type OfferedMountpoint = T.Received<typeof OfferedMountpoint>

const WHOLE = {
  upstream: Upstream,
  /** Mountpoints in use first, then by name, up to a limit. The list of stations has all. */
  mountpoints: T.List(OfferedMountpoint),
  /** Includes mountpoints that are no longer in the sourcetable. */
  total: T.Count,
  /** The first mountpoints that are not offered, with the reason; those that a prefix would fix come first. */
  leftOut: T.List(LeftOut),
}
const WholeUpstream = T.Exact(WHOLE)
export type WholeUpstream = T.Received<typeof WholeUpstream>

/** Content of the sourcetable, and what would be offered. */
export const Tried = T.Exact({
  listed: T.Count,
  offered: T.Count,
  /** The first ones only. */
  mountpoints: T.List(
    T.Exact({ mountpoint: T.Text, there: T.Text, name: T.Text, format: T.Text, needsPosition: T.Flag }),
  ),
  leftOut: T.List(LeftOut),
  leftOutTotal: T.Count,
  /** The mountpoint opened to test the login, and why it failed; `null` if no mountpoint requires a login. */
  login: T.OrNull(T.Exact({ mountpoint: T.Text, why: T.OrNull(T.Coded<StreamLoss>()), isRefused: T.Flag })),
})
export type Tried = T.Received<typeof Tried>

/** The full rules are in domain/network/upstreams. */
const Line = Type.String({ maxLength: 200 })
const Url = Type.String({ maxLength: 500 })
const OPTIONS = { prefix: Type.Optional(Line), servesNetwork: Type.Optional(T.Flag) }

export const UPSTREAM_ROUTES = {
  /** Ordered by name. */
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
  /** A `url` without a login removes the stored login; without a `url` the login stays. */
  'PATCH /upstreams/:id': {
    body: T.Exact({ name: Type.Optional(Line), url: Type.Optional(Url), ...OPTIONS }),
    answer: { upstream: Upstream },
    confirmed: true,
  },
  /** Overrides of one mountpoint, by the id of its station. Omitted fields keep their value. */
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
  /** Schedules a request for the sourcetable; later answers show the result. */
  'POST /upstreams/:id/ask': { answer: {}, status: 202 },
  /** Tests settings without saving them. With an `id`, omitted fields take their stored value. */
  'POST /upstreams/try': {
    body: T.Exact({ id: Type.Optional(T.Id), url: Type.Optional(Url), prefix: Type.Optional(Line) }),
    answer: { trouble: T.OrNull(Trouble), found: T.OrNull(Tried) },
    confirmed: true,
  },
} as const satisfies Record<string, T.RouteContract>
