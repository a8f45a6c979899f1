// Files of whole days that the archive makes by itself: observations at 30 s and broadcast ephemerides. A day is one of
// GPS time, as the IGS names its files; it begins some seconds before the day in UTC.
import type { RinexFailure } from './rinex-order.ts'

export const DAILY_INTERVAL_S = 30
/** Whether the daily files have the epochs of an order. */
export const hasDailyEpochs = (intervalS: number): boolean => intervalS % DAILY_INTERVAL_S === 0
export const DAILY_EPOCHS = 86_400 / DAILY_INTERVAL_S

export type DailyKind = 'obs' | 'nav'

export interface StationDay {
  readonly stationId: number
  /** `2026-11-18`. */
  readonly day: string
}

export interface DailyFile extends StationDay {
  readonly kind: DailyKind
  /** In the storage. */
  readonly name: string
  readonly bytes: number
  /** 0 for navigation files. */
  readonly epochs: number
  readonly sha256: Buffer
  /** Unguessable: authorises the download. */
  readonly key: string
}

/** What an order reads in the place of deleted hours. */
export interface DailyContents extends Pick<DailyFile, 'day' | 'kind' | 'name'> {
  /** Epochs of each of the 24 hours of the GPS day; empty for navigation files. */
  readonly epochsByHour: readonly number[]
}

/** A day whose files could not be made. */
export interface FailedDay extends StationDay {
  readonly failure: RinexFailure
}

/** The day that contains most of the UTC day of this time. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Names of daily files in the storage begin with it. */
export const DAILY_FOLDER = 'daily/'

/** Name in the storage. `version` is new for each making: a file never changes. */
export const dailyName = ({ stationId, day }: StationDay, version: string, fileName: string): string =>
  `${DAILY_FOLDER}${stationId}/${day}/${version}/${fileName}`

/** Name of the download. */
export const downloadName = ({ name }: Pick<DailyFile, 'name'>): string => name.slice(name.lastIndexOf('/') + 1)
