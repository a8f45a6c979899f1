import { Type } from 'typebox'
import {
  CONSTELLATION_NAMES,
  RINEX_STATES,
  RINEX_VERSIONS,
  type RinexFailure,
  type RinexFileKind,
} from '../../../../domain/archive/rinex-order.ts'
import * as T from '../pieces.ts'

const Version = T.OneOf(RINEX_VERSIONS)
const Constellation = T.OneOf(CONSTELLATION_NAMES)

const RinexFile = T.Exact({
  kind: T.Word<RinexFileKind>(),
  name: T.Text,
  bytes: T.Count,
  /** Path of the download; `null` once the files have expired. */
  path: T.TextOrNull,
})

export const RINEX_ORDER = T.Exact({
  id: T.Text,
  station: T.Exact({ id: T.Id, code: T.Text }),
  from: T.At,
  to: T.At,
  hours: T.Count,
  intervalS: T.Count,
  version: Version,
  /** `null`: all. */
  constellations: T.OrNull(T.List(Constellation)),
  navigation: T.Flag,
  hatanaka: T.Flag,
  state: T.OneOf(RINEX_STATES),
  progressPct: T.Count,
  completenessPct: T.NumberOrNull,
  gaps: T.List(T.Exact({ from: T.At, to: T.At })),
  files: T.List(RinexFile),
  failure: T.OrNull(T.Word<RinexFailure>()),
  /** Where it was ordered. */
  origin: T.OneOf(['console', 'api', 'customer', 'command']),
  credentialId: T.IdOrNull,
  createdAt: T.At,
  finishedAt: T.AtOrNull,
  expiresAt: T.AtOrNull,
})
export type RinexOrder = T.Received<typeof RINEX_ORDER>

/** Hours at 1 Hz, compressed. The browser refuses larger files too. */
export const ROVER_FILE_BYTES = 32_000_000

export const RINEX_ROUTES = {
  'GET /rinex': {
    query: T.ListQuery({
      state: Type.Optional(T.OneOf(RINEX_STATES)),
      stationId: Type.Optional(T.Id),
      ownerId: Type.Optional(T.Id),
    }),
    /** Newest first. */
    answer: { orders: T.List(RINEX_ORDER), nextCursor: T.NextCursor },
  },
  'GET /rinex/:id': { answer: { order: RINEX_ORDER } },
  'POST /rinex': {
    body: T.Exact({
      stationId: Type.Optional(T.Id),
      /** Instead of a station: the nearest one that has the window. */
      lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
      from: T.DateTime,
      to: T.DateTime,
      intervalS: Type.Integer({ minimum: 1, maximum: 60 }),
      version: Version,
      constellations: T.OrNull(Type.Array(Constellation, { minItems: 1, maxItems: CONSTELLATION_NAMES.length })),
      navigation: T.Flag,
      hatanaka: T.Flag,
    }),
    answer: { order: RINEX_ORDER },
    status: 201,
  },
  /** Where and when a rover observed, from its RINEX file. */
  'POST /rinex/rover': {
    body: 'file',
    mostBytes: ROVER_FILE_BYTES,
    answer: { lat: Type.Number(), lng: Type.Number(), from: T.At, to: T.At },
  },
}
