// What a site log would change in a station's equipment history and site facts. Nothing recorded is deleted: a period of
// the log that contradicts the record is a conflict.
import type { Station } from '../stations/station.ts'
import { MINUTE_MS } from '../time/units.ts'
import { isOtherAntenna, isOtherReceiver } from './announced.ts'
import { isOverlapping, type NewPeriod, type Period } from './equipment.ts'
import type { Point, SiteFacts } from './site.ts'

/** Everything that an exported site log states. */
export interface SiteDescription {
  readonly station: Pick<Station, 'code' | 'name' | 'country' | 'federalState' | 'constellations'>
  readonly facts: SiteFacts
  /** Receivers and antennas, oldest first. */
  readonly history: readonly Period[]
  /** The marker now; `null` if unknown. */
  readonly position: Point | null
  /** Used where the site names no agency. */
  readonly networkName: string
  readonly preparedAt: Date
}

export interface LoggedPeriod extends NewPeriod {
  /** Number of its first line in the file, from 1. */
  readonly line: number
}

export interface SiteLog {
  /** Four or nine characters; empty if the file has none. */
  readonly id: string
  /** Only fields that the file states. */
  readonly facts: Partial<SiteFacts>
  readonly periods: readonly LoggedPeriod[]
}

export const SITE_LOG_FORMATS = ['log', 'geodesyml'] as const
export type SiteLogFormat = (typeof SITE_LOG_FORMATS)[number]

export const IMPORT_OUTCOMES = ['new', 'changed', 'same', 'conflict'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

export interface PlannedPeriod {
  readonly line: number
  readonly outcome: ImportOutcome
  readonly period: NewPeriod
  /** The recorded period that is changed or that conflicts. */
  readonly before: Period | null
}

export interface FactChange {
  readonly field: keyof SiteFacts
  readonly from: string | Date | null
  readonly to: string | Date | null
}

export interface ImportPlan {
  readonly periods: readonly PlannedPeriod[]
  readonly facts: readonly FactChange[]
  /** Identifier in the file if it is not that of the station; else `null`. */
  readonly otherId: string | null
}

const ID_LETTERS = 4
const idOf = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, ID_LETTERS)

/** Nine characters: four letters, monument and receiver 0, country. */
export function nineCharacterId({ code, country }: Pick<Station, 'code' | 'country'>): string {
  const whole = code.toUpperCase()
  return /^[A-Z0-9]{4}\d{2}[A-Z]{3}$/.test(whole) ? whole : `${idOf(code).padEnd(ID_LETTERS, '0')}00${country}`
}

const isSame = (one: NewPeriod, other: NewPeriod) =>
  one.kind === 'receiver' ? !isOtherReceiver(one, other) : !isOtherAntenna({ ...one, up: null }, other)

export function planImport(
  log: SiteLog,
  history: readonly Period[],
  facts: SiteFacts,
  { code }: Pick<Station, 'code'>,
): ImportPlan {
  const free = new Set(history)
  const matched = log.periods.map((period) => {
    const before = [...free].find((known) => isOverlapping(known, period) && isSame(known, period)) ?? null
    if (before) free.delete(before)
    return { period, before }
  })
  const periods = matched.map(({ period: { line, ...period }, before }): PlannedPeriod => {
    const wanted = before ? merged(period, before) : period
    const others = [...free].filter((known) => isOverlapping(known, wanted))
    const [first] = others.toSorted((a, b) => a.installedAt.getTime() - b.installedAt.getTime())
    // The record continues after the end of the log.
    const isOlder = first !== undefined && wanted.removedAt === null && first.installedAt > wanted.installedAt
    if (first && !isOlder) return { line, outcome: 'conflict', period: wanted, before: first }
    const fitted = first ? { ...wanted, removedAt: first.installedAt } : wanted
    if (before === null) return { line, outcome: 'new', period: fitted, before }
    return { line, outcome: isEqual(fitted, before) ? 'same' : 'changed', period: fitted, before }
  })
  const isOther = log.id !== '' && idOf(log.id) !== idOf(code)
  return { periods, facts: factChanges(log.facts, facts), otherId: isOther ? log.id : null }
}

/** Values of the log where it has them. A recorded removal stands, because the log may be older. */
const merged = (period: NewPeriod, before: Period): NewPeriod => ({
  kind: period.kind,
  type: period.type,
  serial: period.serial || before.serial,
  firmware: period.firmware || before.firmware,
  radome: period.radome || before.radome,
  up: period.up ?? before.up,
  east: period.east ?? before.east,
  north: period.north ?? before.north,
  installedAt: isSameMinute(period.installedAt, before.installedAt) ? before.installedAt : period.installedAt,
  removedAt:
    period.removedAt === null || isSameMinute(period.removedAt, before.removedAt) ? before.removedAt : period.removedAt,
})

/** Site logs have no seconds. */
export const isSameMinute = (one: Date, other: Date | null): boolean =>
  other !== null && Math.floor(one.getTime() / MINUTE_MS) === Math.floor(other.getTime() / MINUTE_MS)

/** A period within one minute would have no duration in a site log. */
export const loggable = (history: readonly Period[], kind: Period['kind']): Period[] =>
  history
    .filter((period) => period.kind === kind && !isSameMinute(period.installedAt, period.removedAt))
    .toSorted((a, b) => a.installedAt.getTime() - b.installedAt.getTime())

const FIELDS = ['type', 'serial', 'firmware', 'radome', 'up', 'east', 'north', 'installedAt', 'removedAt'] as const

const isEqual = (one: NewPeriod, other: NewPeriod) =>
  FIELDS.every((field) => String(one[field]?.valueOf()) === String(other[field]?.valueOf()))

const factChanges = (told: Partial<SiteFacts>, known: SiteFacts): FactChange[] =>
  (Object.keys(told) as (keyof SiteFacts)[]).flatMap((field) => {
    const [from, to] = [known[field], told[field] ?? null]
    return String(from?.valueOf()) === String(to?.valueOf()) ? [] : [{ field, from, to }]
  })

export const hasConflict = ({ periods }: ImportPlan): boolean => periods.some(({ outcome }) => outcome === 'conflict')

export const isEmptyPlan = ({ periods, facts }: ImportPlan): boolean =>
  facts.length === 0 && periods.every(({ outcome }) => outcome === 'same')
