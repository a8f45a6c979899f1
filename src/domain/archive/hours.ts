// The archive of a station hour by hour: how many epochs it has and how many it should have.
import { HOUR_MS } from '../time/units.ts'
import { hourOf, type Segment } from './segment.ts'

export interface ArchivedHour {
  readonly startsAt: Date
  readonly epochs: number
  /** 0 if no hour of the window has a known interval. */
  readonly expected: number
  /** Time between the expected epochs; `null` if unknown. */
  readonly intervalMs: number | null
  /** Size of the recorded frames before compression; of a daily file, the part of the hour. */
  readonly bytes: number
  /** Nothing is recorded, but a daily file is left. */
  readonly isDaily: boolean
}

interface Counted extends Pick<Segment, 'hour' | 'epochs' | 'intervalMs' | 'bytes'> {
  readonly isDaily: boolean
}

/**
 * Every hour that overlaps the window, oldest first. Hours without data have 0 epochs. The expected number follows the
 * interval of the hour, or that of the last hour before that has data, or that of the first hour of the window that has
 * data. The running hour is expected up to `now`.
 */
export function archivedHours(
  segments: readonly Counted[],
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): ArchivedHour[] {
  const byHour = new Map<number, Counted[]>()
  for (const one of segments) byHour.set(one.hour.getTime(), [...(byHour.get(one.hour.getTime()) ?? []), one])
  const hours: { readonly at: number; readonly some: readonly Counted[]; readonly own: number | null }[] = []
  for (let at = hourOf(from).getTime(); at < to.getTime(); at += HOUR_MS) {
    const some = byHour.get(at) ?? []
    hours.push({ at, some, own: shortest(some) })
  }
  let interval = hours.find(({ own }) => own !== null)?.own ?? null
  return hours.map(({ at, some, own }) => {
    interval = own ?? interval
    const elapsed = Math.min(HOUR_MS, Math.max(0, now.getTime() - at))
    const expected = interval === null ? 0 : Math.floor(elapsed / interval)
    const epochs = sum(some.map((one) => one.epochs))
    return {
      startsAt: new Date(at),
      epochs: expected === 0 ? epochs : Math.min(epochs, expected),
      expected,
      intervalMs: interval,
      bytes: sum(some.map((one) => one.bytes)),
      isDaily: some.some((one) => one.isDaily),
    }
  })
}

/** Percent with one decimal, rounded down so that 100 means complete; `null` if nothing is expected. */
export const completenessOf = ({ epochs, expected }: Pick<ArchivedHour, 'epochs' | 'expected'>): number | null =>
  expected === 0 ? null : Math.floor((epochs / expected) * 1000) / 10

function shortest(segments: readonly Counted[]): number | null {
  const known = segments.flatMap(({ intervalMs }) => (intervalMs === null ? [] : [intervalMs]))
  return known.length === 0 ? null : Math.min(...known)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
