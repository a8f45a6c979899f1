// Makes the files of days that are over, the newest day first. Data that arrives later makes the day due again.
import { join } from 'node:path'
import { utcFromGps } from '@vertice/rtcm'
import { DAILY_INTERVAL_S, type DailyFile, dailyName } from '../../domain/archive/daily.ts'
import type { RinexFormat, RinexWindow } from '../../domain/archive/rinex-order.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/units.ts'
import {
  failArchiveDay,
  finishArchiveDay,
  giveBackArchiveDay,
  holdArchiveDay,
  listDailyFiles,
  type NewDailyFile,
  postponeArchiveDay,
  saveDailyFile,
  type TakenDay,
  takeArchiveDay,
} from '../../store/archive/daily.ts'
import { retryAt } from '../process/leased-work.ts'
import { type FileWork, makeFilesOnce } from './file-work.ts'
import type { MadeRinex } from './make.ts'
import type { RinexServices } from './services.ts'

/** Over ten hours: a bucket can be unreachable for that long. */
const RETRIES = { mostAttempts: 5, retryAfterMs: HOUR_MS }

/** Returns whether there was a day. */
export const makeNextDay = (services: RinexServices, isStopping: () => boolean = () => false): Promise<boolean> =>
  makeFilesOnce(services, dayWork(services), isStopping)

function dayWork(services: RinexServices): FileWork<TakenDay> {
  const { db, clock, warn } = services
  return {
    ...RETRIES,
    take: (now, leasedUntil) => takeArchiveDay(db, now, leasedUntil),
    windowOf: ({ day }) => windowOf(day),
    renew: (day, _, leasedUntil) => postponeArchiveDay(db, day, leasedUntil),
    release: (day, dueAt) => postponeArchiveDay(db, day, dueAt),
    giveBack: (day) => giveBackArchiveDay(db, day, clock()),
    async fail(day, failure) {
      // Segments without a usable epoch, or deleted meanwhile.
      if (failure === 'no_data' || failure === 'wrong_clock') return void (await finishArchiveDay(db, day))
      if (failure === 'not_readable' && day.attempt < RETRIES.mostAttempts)
        return void (await postponeArchiveDay(db, day, retryAt(RETRIES, day, clock())))
      warn(new Error(`Could not make the daily files of station ${day.stationId} for ${day.day}: ${failure}`))
      await failArchiveDay(db, day, failure)
    },
    finish: (day, made, folder) => storeDay(services, day, made, folder),
  }
}

const GPS_START_MS = Date.UTC(1980, 0, 6)

function windowOf(day: string): RinexWindow & RinexFormat {
  const gpsMs = Date.parse(`${day}T00:00:00Z`) - GPS_START_MS
  return {
    ...{ from: new Date(utcFromGps(gpsMs)), to: new Date(utcFromGps(gpsMs + DAY_MS)), intervalS: DAILY_INTERVAL_S },
    ...{ version: '3.05', constellations: null, navigation: true, hatanaka: true },
  }
}

/** A file goes into the storage before its row, and out of it after its row. */
async function storeDay({ db, clock, storage, newKey }: RinexServices, day: TakenDay, made: MadeRinex, folder: string) {
  const nameOf = (attempt: number, file: string) => dailyName(day, `${day.revision}-${attempt}`, file)
  const files = filesOf(made, day, newKey(), (file) => nameOf(day.attempt, file))
  for (const [index, { name }] of made.files.entries()) await storage.put(files[index]!.name, join(folder, name))
  const before = await listDailyFiles(db, day.stationId, day.day, day.day)
  const isTaken = await db.transaction(async (tx) => {
    if (!(await holdArchiveDay(tx, day))) return false
    if (made.unread.length > 0 && day.attempt < RETRIES.mostAttempts)
      await postponeArchiveDay(tx, day, retryAt(RETRIES, day, clock()))
    else await finishArchiveDay(tx, day)
    if (!isBetter(made, before)) return false
    for (const file of files) await saveDailyFile(tx, file, clock())
    return true
  })
  const replaced = before.filter(({ kind }) => files.some((file) => file.kind === kind)).map(({ name }) => name)
  // A worker that died can have stored the files of its attempt.
  const earlier = Array.from({ length: day.attempt - 1 }, (_, past) =>
    made.files.map(({ name }) => nameOf(past + 1, name)),
  )
  const kept = new Set((isTaken ? files : before).map(({ name }) => name))
  for (const name of [...files.map((file) => file.name), ...replaced, ...earlier.flat()])
    if (!kept.has(name)) await storage.remove(name)
}

/** The recorded data of a day can be deleted by the time that late data arrives. */
const isBetter = ({ epochs }: MadeRinex, before: readonly DailyFile[]): boolean =>
  before.every((file) => file.kind !== 'obs' || file.epochs <= epochs)

function filesOf(
  made: MadeRinex,
  { stationId, day }: TakenDay,
  key: string,
  nameOf: (file: string) => string,
): NewDailyFile[] {
  return made.files.map(({ kind, name, bytes, sha256 }): NewDailyFile => {
    const file = { stationId, day, key, name: nameOf(name), bytes, sha256: Buffer.from(sha256, 'hex') }
    if (kind !== 'obs') return { ...file, kind: 'nav', epochs: 0, firstEpoch: null, lastEpoch: null, epochsByHour: [] }
    const { epochs, firstEpoch, lastEpoch, epochsByHour } = made
    return { ...file, kind, epochs, firstEpoch, lastEpoch, epochsByHour }
  })
}
