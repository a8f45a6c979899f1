import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { downloadName } from '../../domain/archive/daily.ts'
import { readDays } from '../../reads/daily-files.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { asJson, CommandFailure, onFoundation, printList, text, UsageError, verb } from '../kit/command.ts'
import { gigabytes } from './sizes.ts'

const DEFAULT_DAYS = 31
const MOST_DAYS = 10_000

export const daily = verb({
  summary: 'list or save the files of whole days of a station',
  more: 'Observations at 30 s and broadcast ephemerides, made after midnight UTC. A day is one of GPS time.',
  args: ['STATION'],
  flags: {
    days: text('DAYS', `how many of the newest days; ${DEFAULT_DAYS} by default`),
    save: text('FOLDER', 'copy the files to this folder'),
    ...asJson,
  },
  async run({ days: said = String(DEFAULT_DAYS), save, json }, code) {
    const count = Number(said)
    if (!Number.isInteger(count) || count < 1 || count > MOST_DAYS)
      throw new UsageError(`--days: expected a whole number from 1 to ${MOST_DAYS}, got "${said}"`)
    await onFoundation(async ({ db }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new CommandFailure(`there is no station ${code}`)
      const days = await readDays(db, station.id, null, count)
      const storage = openStorage(readConfig())
      if (save !== undefined) await mkdir(save, { recursive: true })
      const rows = days.flatMap(({ day, files, failure, completenessPct }) => [
        ...files.map((file) => ({
          ...{ day, kind: file.kind, bytes: file.bytes, file: downloadName(file), stored: file.name, failure },
          completenessPct: file.kind === 'obs' ? completenessPct : null,
        })),
        ...(files.length > 0
          ? []
          : [{ day, kind: null, bytes: null, file: null, stored: null, failure, completenessPct: null }]),
      ])
      for (const { file, stored } of rows)
        if (save !== undefined && file && stored)
          await pipeline(await storage.read(stored), createWriteStream(join(save, file)))
      printList(
        json ?? false,
        rows.map(({ stored: _, ...row }) => row),
        {
          DAY: ({ day }) => day,
          KIND: ({ kind }) => kind,
          SIZE: ({ bytes }) => (bytes === null ? null : gigabytes(bytes)),
          COMPLETE: ({ completenessPct }) => (completenessPct === null ? null : `${completenessPct.toFixed(1)} %`),
          FILE: ({ file }) => file,
          FAILURE: ({ failure }) => failure,
        },
        'no daily files were made yet',
      )
    })
  },
})
