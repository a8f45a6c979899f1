import { Type } from 'typebox'
import type { DailyKind } from '../../../../domain/archive/daily.ts'
import type { RinexFailure } from '../../../../domain/archive/rinex-order.ts'
import * as T from '../pieces.ts'

/** Seconds between the epochs of a RINEX file. */
const IntervalQuery = T.OneOf(['1', '5', '10', '15', '30', '60'])

const Hour = T.Exact({
  epochs: T.Count,
  expected: T.Count,
  bytes: T.Count,
  /** Only the daily file at 30 s is left. */
  isDaily: Type.Boolean(),
})

const Gap = T.Exact({ from: T.At, to: T.At, missingEpochs: T.Count })

const WINDOW = {
  hours: Type.Number(),
  epochs: T.Count,
  expected: T.Count,
  completenessPct: T.NumberOrNull,
  /** The ten runs of incomplete hours with most missing epochs, oldest first. */
  gaps: T.List(Gap),
  furtherGaps: T.Count,
  /** End of the last hour of which only a daily file at 30 s is left; `null` without one. */
  dailyUntil: T.AtOrNull,
  /** About the size of the observation file; `null` without data. */
  fileBytes: T.NumberOrNull,
}
export type ArchiveWindow = T.Received<ReturnType<typeof windowObject>>
const windowObject = () => T.Exact(WINDOW)

const CALENDAR = {
  /** First hour of the calendar: midnight UTC of its first day. */
  since: T.At,
  /** The oldest hour with epochs in segments or daily files; `null` without one. */
  firstAt: T.AtOrNull,
  /** Start of the first of `hours`. */
  hoursFrom: T.At,
  /** One per UTC hour, up to the current one, without those before `firstAt`. */
  hours: T.List(Hour),
}
const calendarObject = () => T.Exact(CALENDAR)
export type ArchiveCalendar = T.Received<ReturnType<typeof calendarObject>>

export const ARCHIVED_DAY = T.Exact({
  /** A day of GPS time, for example `2026-11-18`. */
  day: T.Text,
  completenessPct: T.NumberOrNull,
  files: T.List(
    T.Exact({
      kind: T.Word<DailyKind>(),
      name: T.Text,
      bytes: T.Count,
      /** Path of the download; `null` if the user orders files instead. */
      path: T.TextOrNull,
    }),
  ),
  failure: T.OrNull(T.Word<RinexFailure>()),
})

export const ARCHIVE_ROUTES = {
  /** The last 60 days. */
  'GET /stations/:id/archive': { answer: CALENDAR },
  /** What the archive has of a window of at most 31 days. */
  'GET /stations/:id/archive/window': {
    query: Type.Object({
      from: T.DateTime,
      to: T.DateTime,
      intervalS: Type.Optional(IntervalQuery),
      hatanaka: Type.Optional(T.YesOrNo),
    }),
    answer: WINDOW,
  },
  'GET /stations/:id/archive/days': {
    query: T.ListQuery({}),
    /** Newest first. */
    answer: { days: T.List(ARCHIVED_DAY), nextCursor: T.NextCursor },
  },
}
