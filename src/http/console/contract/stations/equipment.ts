// A station's equipment over time, its site, and its site log.
import { Type } from 'typebox'
import { ANTENNA_DECISIONS, ANTENNA_STATES } from '../../../../domain/archive/announced.ts'
import { EQUIPMENT_KINDS, EQUIPMENT_ORIGINS } from '../../../../domain/archive/equipment.ts'
import { IMPORT_OUTCOMES, SITE_LOG_FORMATS } from '../../../../domain/archive/site-log.ts'
import { Nullable } from '../../../../wire/common.ts'
import * as T from '../pieces.ts'

const FACTS = {
  kind: T.OneOf(EQUIPMENT_KINDS),
  type: T.Text,
  serial: T.Text,
  firmware: T.Text,
  radome: T.Text,
  /** Antenna reference point from the marker, metres; `null` if unknown. */
  up: T.NumberOrNull,
  east: T.NumberOrNull,
  north: T.NumberOrNull,
  installedAt: T.At,
  removedAt: T.AtOrNull,
}
const ShownPeriod = T.Exact({ id: T.Id, ...FACTS, origin: T.OneOf(EQUIPMENT_ORIGINS) })
export type ShownPeriod = T.Received<typeof ShownPeriod>

const ShownSite = T.Exact({
  markerName: T.Text,
  markerNumber: T.Text,
  monument: T.Text,
  installedAt: T.AtOrNull,
  place: T.Text,
  agency: T.Text,
  contactName: T.Text,
  contactEmail: T.Text,
  contactPhone: T.Text,
})
export type ShownSite = T.Received<typeof ShownSite>

const EQUIPMENT = {
  /** Receivers first, newest first. */
  equipment: T.List(ShownPeriod),
  site: ShownSite,
  /** The antenna that the stream announces; `null` if none, or if it is the recorded one. */
  announced: T.OrNull(T.Exact({ text: T.Text, state: T.OneOf(ANTENNA_STATES), since: T.At })),
}
const Equipment = T.Exact(EQUIPMENT)
export type Equipment = T.Received<typeof Equipment>

const Words = Type.String({ maxLength: 200 })
const Time = Type.String({ format: 'date-time' })
const TimeOrNone = Nullable('string', { format: 'date-time' })
const Metres = Nullable('number')
const CHANGE = {
  type: Type.Optional(Words),
  serial: Type.Optional(Words),
  firmware: Type.Optional(Words),
  radome: Type.Optional(Words),
  up: Type.Optional(Metres),
  east: Type.Optional(Metres),
  north: Type.Optional(Metres),
  removedAt: Type.Optional(TimeOrNone),
}

const SITE_CHANGE = T.Exact({
  markerName: Type.Optional(Words),
  markerNumber: Type.Optional(Words),
  monument: Type.Optional(Words),
  installedAt: Type.Optional(TimeOrNone),
  place: Type.Optional(Words),
  agency: Type.Optional(Words),
  contactName: Type.Optional(Words),
  contactEmail: Type.Optional(Words),
  contactPhone: Type.Optional(Words),
})

const ImportError = T.Exact({ line: T.NumberOrNull, field: T.TextOrNull, code: T.Text, params: T.Params })
const LogPreview = {
  periods: T.List(T.Exact({ line: T.Count, outcome: T.OneOf(IMPORT_OUTCOMES), ...FACTS })),
  facts: T.List(T.Exact({ field: T.Text, from: T.TextOrNull, to: T.TextOrNull })),
  /** Identifier in the file if it is not that of the station. */
  otherId: T.TextOrNull,
  errors: T.List(ImportError),
  /** The file can be imported and changes something. */
  valid: T.Flag,
}

/** Large logs of old stations have some hundred kilobytes. */
const LOG_BYTES = 1024 * 1024

export const EQUIPMENT_ROUTES = {
  'GET /stations/:id/equipment': { answer: EQUIPMENT },
  /** Without `removedAt`, the new equipment replaces what is installed. */
  'POST /stations/:id/equipment': {
    body: T.Exact({ ...CHANGE, kind: T.OneOf(EQUIPMENT_KINDS), type: Words, installedAt: Time }),
    answer: EQUIPMENT,
    status: 201,
  },
  'PATCH /stations/:id/equipment/:period': {
    body: T.Exact({ ...CHANGE, installedAt: Type.Optional(Time) }),
    answer: EQUIPMENT,
  },
  'DELETE /stations/:id/equipment/:period': { answer: EQUIPMENT },
  /** Decides about the antenna that the stream announces. */
  'POST /stations/:id/antenna': { body: T.Exact({ decision: T.OneOf(ANTENNA_DECISIONS) }), answer: EQUIPMENT },
  'PATCH /stations/:id/site': { body: SITE_CHANGE, answer: EQUIPMENT },
  'GET /stations/:id/site-log': {
    query: Type.Object({ format: Type.Optional(T.OneOf(SITE_LOG_FORMATS)) }),
    answer: 'file',
  },
  'POST /stations/:id/site-log/preview': { body: 'file', mostBytes: LOG_BYTES, answer: LogPreview },
  'POST /stations/:id/site-log': { body: 'file', mostBytes: LOG_BYTES, answer: EQUIPMENT },
} as const satisfies Record<string, T.RouteContract>
