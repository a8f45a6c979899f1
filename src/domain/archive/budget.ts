// The budget of the archive: limits in days and bytes by kind of file. The oldest files are deleted first.
import { type FieldFault, fault } from '../codes/fault.ts'
import { DAY_MS } from '../time/units.ts'

/** `raw`: recorded segments. `daily`: observation and navigation files of whole days. */
export const ARCHIVE_KINDS = ['raw', 'daily'] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]

/** `null` means no limit. */
export interface ArchiveLimits {
  readonly days: number | null
  readonly bytes: number | null
}

export interface ArchiveBudget {
  readonly rawDays: number | null
  readonly rawBytes: number | null
  readonly dailyDays: number | null
  readonly dailyBytes: number | null
}

export const limitsOf = (budget: ArchiveBudget, kind: ArchiveKind): ArchiveLimits =>
  kind === 'raw'
    ? { days: budget.rawDays, bytes: budget.rawBytes }
    : { days: budget.dailyDays, bytes: budget.dailyBytes }

export const BUDGET_RANGES = { days: { least: 1, most: 36_500 }, bytes: { least: 0, most: 1e15 } } as const

export function budgetFaults(change: Partial<ArchiveBudget>): FieldFault[] {
  return (Object.keys(change) as (keyof ArchiveBudget)[]).flatMap((name) => {
    const value = change[name]
    const range = name.endsWith('Days') ? BUDGET_RANGES.days : BUDGET_RANGES.bytes
    const isWithin = value == null || (Number.isInteger(value) && value >= range.least && value <= range.most)
    return isWithin ? [] : [{ path: [name], ...fault('not_whole_number', range) }]
  })
}

/** Files that begin at the same time: of an hour or of a day. */
export interface ArchiveUse {
  readonly at: Date
  readonly bytes: number
}

/** Files that begin before this time are deleted; `null` if none is. `uses` are in any order. */
export function deletedBefore(uses: readonly ArchiveUse[], { days, bytes }: ArchiveLimits, now: Date): Date | null {
  const outdated = days === null ? Number.NEGATIVE_INFINITY : now.getTime() - days * DAY_MS
  let left = bytes ?? Number.POSITIVE_INFINITY
  let before = outdated
  for (const use of uses.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    left -= use.bytes
    if (left >= 0) continue
    // The file that exceeds the limit goes, and everything before it.
    before = Math.max(before, use.at.getTime() + 1)
    break
  }
  return uses.some(({ at }) => at.getTime() < before) ? new Date(before) : null
}

/** Days of the past that the forecast averages. */
const AVERAGED_DAYS = 7
/** A forecast from less would be as wrong as the first minutes are. */
const LEAST_RECORDED_MS = DAY_MS / 4

export interface ShortArchive {
  readonly keptDays: number
  readonly promisedDays: number
}

/**
 * Whether the limit in bytes will delete files before the promised days are over, at the rate of the last week; `null`
 * if not, if nothing is promised, or if too little is recorded to tell. It is known long before the first deletion.
 */
export function shortArchive(
  uses: readonly ArchiveUse[],
  { days, bytes }: ArchiveLimits,
  now: Date,
): ShortArchive | null {
  if (days === null || bytes === null) return null
  const recent = uses.filter(({ at }) => now.getTime() - at.getTime() <= AVERAGED_DAYS * DAY_MS && at <= now)
  const since = Math.min(...recent.map(({ at }) => at.getTime()))
  const spanMs = now.getTime() - since
  if (recent.length === 0 || spanMs < LEAST_RECORDED_MS) return null
  const bytesPerDay = (recent.reduce((sum, use) => sum + use.bytes, 0) / spanMs) * DAY_MS
  const keptDays = Math.floor(bytes / bytesPerDay)
  return keptDays < days ? { keptDays, promisedDays: days } : null
}
