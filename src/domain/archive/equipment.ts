// The equipment of a station over time: one receiver and one antenna at a time, each from its installation to its
// removal.
import { type FieldFault, wrong } from '../codes/fault.ts'
import { isOneLine } from '../text/printable.ts'
import { DAY_MS } from '../time/units.ts'

export const EQUIPMENT_KINDS = ['receiver', 'antenna'] as const
export type EquipmentKind = (typeof EQUIPMENT_KINDS)[number]
export const EQUIPMENT_ORIGINS = ['stream', 'operator'] as const
export type EquipmentOrigin = (typeof EQUIPMENT_ORIGINS)[number]

/** Empty texts and `null` are unknown. */
export interface EquipmentFacts {
  readonly kind: EquipmentKind
  /** IGS name; of an antenna without its radome. */
  readonly type: string
  readonly serial: string
  /** Empty for an antenna. */
  readonly firmware: string
  /** Four characters, NONE if there is no radome; empty for a receiver. */
  readonly radome: string
  /** Antenna reference point above, east and north of the marker, metres; `null` for a receiver. */
  readonly up: number | null
  readonly east: number | null
  readonly north: number | null
}

export interface NewPeriod extends EquipmentFacts {
  readonly installedAt: Date
  /** `null` while installed. */
  readonly removedAt: Date | null
}

export interface Period extends NewPeriod {
  readonly id: number
  /** `operator` once a person or a site log has set any of its fields. */
  readonly origin: EquipmentOrigin
}

/** Columns 1 to 16 of the IGS code of an antenna; the radome has columns 17 to 20. */
const TYPE_COLUMNS = 16
const CODE_COLUMNS = 20
/** RTCM texts have at most 31 characters. */
const LONGEST_TEXT = 31
const MOST_UP_M = 100
const MOST_ASIDE_M = 100
/** Tolerates a clock that is ahead. */
const AHEAD_MS = DAY_MS

/** Reads an IGS code of 20 characters, also if its blanks were collapsed: "LEIAR25.R4      LEIT", "LEIAR25.R4 LEIT". */
export function readAntennaCode(text: string): { readonly type: string; readonly radome: string } {
  const whole = text.trimEnd()
  if (whole.length > CODE_COLUMNS) return { type: whole.trim(), radome: '' }
  if (whole.length > TYPE_COLUMNS)
    return { type: whole.slice(0, TYPE_COLUMNS).trim(), radome: whole.slice(TYPE_COLUMNS).trim() }
  const [, type, radome] = /^(.*\S)\s+([A-Z]{4})$/.exec(whole.trim()) ?? []
  return type !== undefined && radome !== undefined ? { type, radome } : { type: whole.trim(), radome: '' }
}

/** The 20 characters that site logs use; NONE if the radome is unknown, as the IGS requires. */
export const antennaCode = ({ type, radome }: Pick<EquipmentFacts, 'type' | 'radome'>): string =>
  `${type.slice(0, TYPE_COLUMNS).padEnd(TYPE_COLUMNS)}${(radome || 'NONE').slice(0, 4).padEnd(4)}`

export const inForceAt = <Of extends NewPeriod>(history: readonly Of[], kind: EquipmentKind, at: Date): Of | null =>
  history.find(
    (period) =>
      period.kind === kind && period.installedAt <= at && (period.removedAt === null || period.removedAt > at),
  ) ?? null

export const current = <Of extends NewPeriod>(history: readonly Of[], kind: EquipmentKind): Of | null =>
  history.find((period) => period.kind === kind && period.removedAt === null) ?? null

export const isOverlapping = (one: NewPeriod, other: NewPeriod): boolean =>
  one.kind === other.kind &&
  (other.removedAt === null || one.installedAt < other.removedAt) &&
  (one.removedAt === null || other.installedAt < one.removedAt)

/** An antenna's code may contain its radome. A receiver has neither radome nor eccentricity. */
export function tidied<Of extends NewPeriod>(period: Of): Of {
  if (period.kind === 'receiver') return { ...period, radome: '', up: null, east: null, north: null }
  const read = readAntennaCode(period.type)
  const isCode = period.radome === '' && read.radome !== ''
  return { ...period, ...(isCode ? read : { type: period.type.trim() }), firmware: '' }
}

export function periodErrors(period: NewPeriod, now: Date): FieldFault[] {
  const errors: FieldFault[] = []
  const most = period.kind === 'antenna' ? TYPE_COLUMNS : LONGEST_TEXT
  if (period.type.trim() === '') errors.push(wrong(['type'], 'empty'))
  else if (period.type.length > most) errors.push(wrong(['type'], 'too_long', { most }))
  for (const field of ['serial', 'firmware'] as const)
    if (period[field].length > LONGEST_TEXT) errors.push(wrong([field], 'too_long', { most: LONGEST_TEXT }))
  for (const field of ['type', 'serial', 'firmware'] as const)
    if (!isOneLine(period[field])) errors.push(wrong([field], 'control_characters'))
  if (period.radome !== '' && !/^[A-Z0-9]{4}$/.test(period.radome)) errors.push(wrong(['radome'], 'radome_form'))
  for (const [field, metres] of [
    ['up', MOST_UP_M] as const,
    ['east', MOST_ASIDE_M] as const,
    ['north', MOST_ASIDE_M] as const,
  ]) {
    const value = period[field]
    if (value !== null && !(Math.abs(value) <= metres))
      errors.push(wrong([field], 'number_range', { least: -metres, most: metres }))
  }
  for (const field of ['installedAt', 'removedAt'] as const) {
    const at = period[field]
    if (at !== null && at.getTime() > now.getTime() + AHEAD_MS) errors.push(wrong([field], 'not_yet'))
  }
  if (period.removedAt !== null && period.removedAt <= period.installedAt)
    errors.push(wrong(['removedAt'], 'end_before_start'))
  return errors
}

export interface Placement<Of extends Period> {
  /** The installed equipment that the new one replaces; it is removed at that moment. */
  readonly ends: Of | null
  readonly overlaps: Of | null
}

/** Where a new or changed period fits into the history, without `own`. */
export function placed<Of extends Period>(history: readonly Of[], period: NewPeriod, own?: number): Placement<Of> {
  const others = history.filter((other) => other.id !== own && isOverlapping(other, period))
  const [first, ...more] = others
  if (!first) return { ends: null, overlaps: null }
  const isReplaced =
    more.length === 0 && own === undefined && first.removedAt === null && first.installedAt < period.installedAt
  return isReplaced ? { ends: first, overlaps: null } : { ends: null, overlaps: first }
}

export const overlapFault = ({ type, installedAt, removedAt }: Period): FieldFault =>
  wrong(['installedAt'], 'equipment_overlaps', {
    type,
    from: installedAt.toISOString(),
    until: removedAt?.toISOString() ?? null,
  })
