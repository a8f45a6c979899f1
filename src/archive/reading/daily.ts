// Daily files in the place of hours whose recorded data was deleted.
import { createGunzip } from 'node:zlib'
import type { DailyContents } from '../../domain/archive/daily.ts'
import type { Window } from '../../domain/archive/window.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import type { Storage } from '../storage/storage.ts'

/** The part of a daily observation file that replaces hours in a row; the end is excluded. */
export interface DailyRun extends Window {
  readonly name: string
}

export interface DailySources {
  /** In order of time. */
  readonly runs: readonly DailyRun[]
  /** Names of the navigation files of the same days. */
  readonly navigation: readonly string[]
}

/** The GPS day begins this much before the UTC day, and its hours before those of UTC; rounded up. */
const AHEAD_MS = MINUTE_MS

/**
 * `recorded`: hours with recorded epochs, in ms. Epochs of the seconds before an hour belong to the recorded hour before,
 * if there is one.
 */
export function dailySources(
  files: readonly DailyContents[],
  recorded: ReadonlySet<number>,
  { from, to }: Window,
): DailySources {
  const runs: { name: string; from: Date; to: Date }[] = []
  const days = new Set<string>()
  const observations = files.filter(({ kind }) => kind === 'obs')
  for (const { day, name, epochsByHour } of observations.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
    for (const [place, epochs] of epochsByHour.entries()) {
      const atMs = Date.parse(`${day}T00:00:00Z`) + place * HOUR_MS
      const beginsMs = recorded.has(atMs - HOUR_MS) ? atMs : atMs - AHEAD_MS
      const endsMs = recorded.has(atMs) ? atMs : atMs + HOUR_MS
      const last = runs.at(-1)
      const isNext = last?.to.getTime() === atMs
      // The seconds before a recorded day are in its file, not in that of the day before.
      if (epochs === 0 || (endsMs === atMs && !(place === 0 && isNext))) continue
      if (beginsMs >= to.getTime() || endsMs <= from.getTime()) continue
      if (isNext && last?.name === name) last.to = new Date(endsMs)
      else runs.push({ name, from: new Date(beginsMs), to: new Date(endsMs) })
      days.add(day)
    }
  const navigation = files.filter(({ kind, day }) => kind === 'nav' && days.has(day))
  return { runs, navigation: navigation.map(({ name }) => name) }
}

/** Passes the unpacked content on in pieces, until `onBytes` resolves to false. */
export async function readDailyFile(
  storage: Storage,
  name: string,
  onBytes: (bytes: Buffer) => Promise<boolean>,
): Promise<void> {
  const stream = await storage.read(name)
  const pieces = stream.pipe(createGunzip())
  // A failed source does not end the stream that it is piped to.
  stream.once('error', (error) => pieces.destroy(error))
  try {
    for await (const piece of pieces) if (!(await onBytes(piece as Buffer))) return
  } finally {
    stream.destroy()
    pieces.destroy()
  }
}
