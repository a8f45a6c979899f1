// RINEX files that the customer of a credential can order: hours of data per calendar month in UTC.
import { type FieldFault, wrong } from '../codes/fault.ts'
import type { RinexWindow } from './rinex-order.ts'

/** 0: none. `null`: no limit. */
export type RinexHoursPerMonth = number | null

export const MOST_RINEX_HOURS = 10_000

export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))

/** Hours that can still be ordered this month; `null`: no limit. */
export const hoursLeft = (perMonth: RinexHoursPerMonth, used: number): number | null =>
  perMonth === null ? null : Math.max(0, perMonth - used)

interface Validity {
  readonly startsAt: Date
  readonly expiresAt: Date
}

/** Customers get observations of the time for which they have access. */
export function validityFaults({ from, to }: Pick<RinexWindow, 'from' | 'to'>, validity: Validity): FieldFault[] {
  if (from < validity.startsAt) return [wrong(['from'], 'before_validity')]
  return to > validity.expiresAt ? [wrong(['until'], 'after_validity')] : []
}
