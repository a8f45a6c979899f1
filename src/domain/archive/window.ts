// What the archive has of a window, from the index alone. The index counts epochs per hour, so the shares of the first
// and the last hour are proportional. If hours have different intervals, all are counted at the longest.
import { HOUR_MS } from '../time/units.ts'
import { type ArchivedHour, completenessOf } from './hours.ts'

export interface Window {
  readonly from: Date
  readonly to: Date
}

export interface IncompleteHours extends Window {
  readonly missingEpochs: number
}

export interface WindowContents {
  readonly hours: number
  readonly epochs: number
  readonly expected: number
  /** `null` if nothing is expected. */
  readonly completenessPct: number | null
  /** The runs of hours with most missing epochs, oldest first. */
  readonly gaps: readonly IncompleteHours[]
  /** Runs that `gaps` leaves out. */
  readonly furtherGaps: number
  /** Size of the recorded frames of these epochs. */
  readonly bytes: number
  /** End of the last hour of which only a daily file is left; `null` without one. */
  readonly dailyUntil: Date | null
}

const MOST_GAPS = 10

/** `hours` are those that overlap the window, as `archivedHours` returns them. */
export function windowContents(hours: readonly ArchivedHour[], { from, to }: Window): WindowContents {
  const parts = atLongestInterval(hours).flatMap((hour) => {
    const begins = Math.max(from.getTime(), hour.startsAt.getTime())
    const ends = Math.min(to.getTime(), hour.startsAt.getTime() + HOUR_MS)
    const share = (ends - begins) / HOUR_MS
    return share <= 0 ? [] : [{ hour, begins, ends, share }]
  })
  const total = (value: (hour: ArchivedHour) => number) =>
    Math.round(parts.reduce((sum, { hour, share }) => sum + share * value(hour), 0))
  const [epochs, expected] = [total((hour) => hour.epochs), total((hour) => hour.expected)]
  const runs: { from: Date; to: Date; missingEpochs: number }[] = []
  for (const { hour, begins, ends, share } of parts) {
    if (hour.expected > 0 && hour.epochs >= hour.expected) continue
    const missingEpochs = Math.round(share * (hour.expected - hour.epochs))
    const last = runs.at(-1)
    if (last?.to.getTime() === begins) {
      last.to = new Date(ends)
      last.missingEpochs += missingEpochs
    } else runs.push({ from: new Date(begins), to: new Date(ends), missingEpochs })
  }
  const lastDaily = parts.findLast(({ hour }) => hour.isDaily)
  const gaps = runs.toSorted((one, other) => other.missingEpochs - one.missingEpochs).slice(0, MOST_GAPS)
  return {
    hours: (to.getTime() - from.getTime()) / HOUR_MS,
    epochs,
    expected,
    completenessPct: completenessOf({ epochs, expected }),
    gaps: gaps.sort((one, other) => one.from.getTime() - other.from.getTime()),
    furtherGaps: runs.length - gaps.length,
    bytes: total((hour) => hour.bytes),
    dailyUntil: lastDaily ? new Date(lastDaily.ends) : null,
  }
}

function atLongestInterval(hours: readonly ArchivedHour[]): ArchivedHour[] {
  const longestMs = Math.max(...hours.map(({ intervalMs }) => intervalMs ?? 0))
  return hours.map((hour) => {
    const share = (hour.intervalMs ?? longestMs) / longestMs
    return hour.intervalMs === longestMs || longestMs === 0
      ? hour
      : { ...hour, epochs: hour.epochs * share, expected: hour.expected * share, bytes: hour.bytes * share }
  })
}

/**
 * Estimated size of a compressed observation file relative to the RTCM frames of the same epochs.
 */
const SIZE_OF_TEXT = 3.4
const SIZE_OF_HATANAKA = 0.95

/** About how large the observation file of a window becomes; `null` without data. */
export function fileBytes(
  { epochs, expected, hours, bytes }: WindowContents,
  { intervalS, hatanaka }: { readonly intervalS: number; readonly hatanaka: boolean },
): number | null {
  if (epochs === 0 || expected === 0) return null
  const written = Math.min(epochs, (epochs / expected) * ((hours * 3600) / intervalS))
  return Math.round((bytes / epochs) * written * (hatanaka ? SIZE_OF_HATANAKA : SIZE_OF_TEXT))
}
