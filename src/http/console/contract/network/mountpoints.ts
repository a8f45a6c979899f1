// Derived mountpoints: streams converted or filtered from a station's stream; and network mountpoints.
import { Type } from 'typebox'
import {
  type AddableMessage,
  type AddedMessages,
  ALTERED_CONSTELLATIONS,
  OBSERVATION_FORMS,
} from '../../../../domain/network/mountpoints/alteration.ts'
import { NOT_CONVERTED } from '../../../../domain/network/mountpoints/not-converted.ts'
import { OFFER_KINDS, OFFER_STATES } from '../../../../domain/network/mountpoints/offer.ts'
import type { EngineTrouble } from '../../../../domain/network/source-address.ts'
import * as T from '../pieces.ts'

const Alteration = T.Exact({
  messages: T.OrNull(T.Exact({ rule: T.OneOf(['keep', 'drop']), types: T.List(T.Count) })),
  constellations: T.OrNull(T.List(T.OneOf(ALTERED_CONSTELLATIONS))),
  everySeconds: T.NumberOrNull,
  form: T.OneOf(OBSERVATION_FORMS),
  announced: T.OrNull(T.Exact({ frame: T.Text, epoch: Type.Number(), datum: T.Text })),
  added: T.OrNull(
    T.Exact({
      types: T.List(Type.Unsafe<AddableMessage>({ type: 'integer' })),
      everySeconds: Type.Number(),
      replaces: T.Flag,
      position: Type.Unsafe<AddedMessages['position']>({ type: ['array', 'null'], items: { type: 'number' } }),
      text: T.TextOrNull,
    }),
  ),
  ephemerides: T.OrNull(T.Exact({ everySeconds: Type.Number() })),
  stationNumber: T.NumberOrNull,
})

export const Mountpoint = T.Exact({
  id: T.Id,
  name: T.Text,
  stationId: T.Id,
  stationCode: T.Text,
  /** The station is archived, so the mountpoint is not offered. */
  archived: T.Flag,
  label: T.TextOrNull,
  alteration: Alteration,
  isOpen: T.Flag,
  createdAt: T.At,
  connected: T.Count,
  /** Messages that could not be converted in the last `TOLD_DAYS` days, most frequent reason first. */
  notConverted: T.List(T.Exact({ reason: T.OneOf(NOT_CONVERTED), times: T.Count })),
})
export type Mountpoint = T.Received<typeof Mountpoint>

/** A network mountpoint besides the default one, which is in the settings. */
export const NetworkMountpoint = T.Exact({
  id: T.Id,
  name: T.Text,
  label: T.TextOrNull,
  groupId: T.IdOrNull,
  groupName: T.TextOrNull,
  alteration: Alteration,
  isOpen: T.Flag,
  hasEngine: T.Flag,
  /** Without login; `null` without an engine, and for users who may not see sources. */
  engine: T.TextOrNull,
  /** `null` until a caster has probed the engine, and for users who may not see sources. */
  engineState: T.OrNull(T.Exact({ answers: T.Flag, checkedAt: T.At, error: T.OrNull(T.Coded<EngineTrouble>()) })),
  connected: T.Count,
})
export type NetworkMountpoint = T.Received<typeof NetworkMountpoint>

/** A line of the sourcetable. */
export const Offer = T.Exact({
  /** The name in lower case. */
  id: T.Text,
  name: T.Text,
  kind: T.OneOf(OFFER_KINDS),
  state: T.OneOf(OFFER_STATES),
  label: T.Text,
  format: T.Text,
  isOpen: T.Flag,
  stationId: T.IdOrNull,
  stationCode: T.TextOrNull,
  /** Set for derived mountpoints. */
  mountpointId: T.IdOrNull,
  /** Set for network mountpoints, except the default one. */
  networkId: T.IdOrNull,
  alteration: T.OrNull(Alteration),
  simulated: T.Flag,
  /** Rovers connected now, of the organizations that the user sees. */
  connected: T.Count,
})
export type Offer = T.Received<typeof Offer>

const CHANGE = {
  label: Type.Optional(T.OrNull(Type.String({ maxLength: 400 }))),
  alteration: Type.Optional(
    Type.Object({
      messages: Type.Optional(
        T.OrNull(Type.Object({ rule: Type.String(), types: Type.Array(Type.Number(), { maxItems: 200 }) })),
      ),
      constellations: Type.Optional(T.OrNull(Type.Array(Type.String(), { maxItems: 20 }))),
      everySeconds: Type.Optional(T.NumberOrNull),
      form: Type.Optional(Type.String()),
      announced: Type.Optional(
        T.OrNull(Type.Object({ frame: Type.String({ maxLength: 100 }), epoch: Type.Optional(T.NumberOrNull) })),
      ),
      added: Type.Optional(
        T.OrNull(
          Type.Object({
            types: Type.Array(Type.Number(), { maxItems: 20 }),
            everySeconds: Type.Optional(T.NumberOrNull),
            replaces: Type.Optional(T.Flag),
            position: Type.Optional(T.OrNull(Type.Array(Type.Number(), { maxItems: 3 }))),
            text: Type.Optional(T.OrNull(Type.String({ maxLength: 500 }))),
          }),
        ),
      ),
      ephemerides: Type.Optional(T.OrNull(Type.Object({ everySeconds: Type.Number() }))),
      stationNumber: Type.Optional(T.NumberOrNull),
    }),
  ),
  isOpen: Type.Optional(T.Flag),
}
const NETWORK_CHANGE = {
  ...CHANGE,
  groupId: Type.Optional(T.IdOrNull),
  /** With user and password, if the engine needs them. */
  engine: Type.Optional(T.OrNull(Type.String({ maxLength: 1000 }))),
}
const params = Type.Object({ name: Type.String({ maxLength: 100 }) })

export const MOUNTPOINT_ROUTES = {
  /** All mountpoints that rovers can find: the network's first, then by name. */
  'GET /sourcetable': {
    query: T.ListQuery({
      search: Type.Optional(T.Search),
      kind: Type.Optional(T.OneOf(OFFER_KINDS)),
      state: Type.Optional(T.OneOf(OFFER_STATES)),
      open: Type.Optional(T.YesOrNo),
    }),
    answer: {
      offers: T.List(Offer),
      caster: T.Exact({ host: T.Text, port: T.Count }),
      total: T.Count,
      nextCursor: T.NextCursor,
    },
  },
  /** Ordered by name. */
  'GET /mountpoints': {
    query: T.ListQuery({ id: Type.Optional(T.Id), stationId: Type.Optional(T.Id), search: Type.Optional(T.Search) }),
    answer: { mountpoints: T.List(Mountpoint), nextCursor: T.NextCursor },
  },
  /** Predicts the output of a mountpoint from what its station sent in the last hour. Lists are separated by commas. */
  'GET /mountpoints/preview': {
    query: Type.Object({
      stationId: T.Id,
      form: T.OneOf(OBSERVATION_FORMS),
      constellations: Type.Optional(Type.String({ maxLength: 100 })),
      rule: Type.Optional(T.OneOf(['keep', 'drop'])),
      types: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    answer: {
      received: T.List(T.Count),
      given: T.List(T.Count),
      notConverted: T.List(T.Exact({ type: T.Count, reason: T.OneOf(NOT_CONVERTED) })),
    },
  },
  'POST /mountpoints': {
    body: Type.Object({ name: Type.String({ maxLength: 400 }), stationId: T.Id, ...CHANGE }),
    answer: { mountpoint: Mountpoint },
  },
  'PATCH /mountpoints/:name': { params, body: Type.Object(CHANGE), answer: { mountpoint: Mountpoint } },
  'DELETE /mountpoints/:name': { params, answer: {} },
  /** Ordered by name; there are at most 50. */
  'GET /network-mountpoints': { answer: { mountpoints: T.List(NetworkMountpoint) } },
  'POST /network-mountpoints': {
    body: Type.Object({ name: Type.String({ maxLength: 400 }), ...NETWORK_CHANGE }),
    answer: { mountpoint: NetworkMountpoint },
  },
  'PATCH /network-mountpoints/:name': {
    params,
    body: Type.Object({ name: Type.Optional(Type.String({ maxLength: 400 })), ...NETWORK_CHANGE }),
    answer: { mountpoint: NetworkMountpoint },
  },
  'DELETE /network-mountpoints/:name': { params, answer: {} },
} as const satisfies Record<string, T.RouteContract>
