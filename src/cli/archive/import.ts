import { basename } from 'node:path'
import { addImported } from '../../actions/archive/import.ts'
import { importRtcmLog } from '../../archive/import/import.ts'
import { NotImported } from '../../archive/import/source.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { listSegments } from '../../store/archive/segments.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  onFoundation,
  onOff,
  printList,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'

export const importFiles = verb({
  summary: "fill gaps of the archive from a receiver's files",
  more: `FILE is an RTCM 3 log, also compressed with gzip. Epochs that the archive has are never changed, so the same file can be imported again.

RTCM messages have no date: --date names the UTC day of the first epoch. All files of one command start on that day.`,
  args: ['STATION', 'FILE...'],
  flags: {
    date: text('YYYY-MM-DD', 'UTC day of the first epoch'),
    force: onOff('import also if the antenna is more than 100 m from the station, or its position is not in the file'),
    ...asJson,
  },
  async run({ date, force, json }, code, ...files) {
    const dayMs = dayOf(date)
    await onFoundation(async ({ db, clock }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new CommandFailure(`there is no station ${code}`)
      const config = readConfig()
      const { dataDir, nodeName: node } = config
      const dependencies = {
        ...{ dataDir, storage: openStorage(config), folder: archiveFolder(dataDir) },
        segmentsOf: (from: Date, to: Date) => listSegments(db, station.id, from, to),
      }
      const rows: { file: string; hour: string; added: number; existed: number }[] = []
      for (const path of files) {
        const file = basename(path)
        const wish = { station, path, dayMs, isForced: force, node, now: clock() }
        const imported = await importRtcmLog(dependencies, wish).catch((error) => {
          if (error instanceof NotImported)
            throw new CommandFailure(`${file}: ${error.message}. Nothing of it was imported.`)
          throw error
        })
        const { segments, hours, facts } = imported
        if (segments.length > 0)
          await addImported(commandContext('archive import', { db }), { station, file, segments })
        if (facts.badFrames + facts.skippedBytes > 0)
          console.error(
            `${file}: left out ${facts.badFrames} frames with a wrong checksum and ${facts.skippedBytes} bytes between frames`,
          )
        rows.push(...hours.map(({ hour, added, existed }) => ({ file, hour: hour.toISOString(), added, existed })))
      }
      printList(
        json,
        rows,
        {
          file: ({ file }) => file,
          hour: ({ hour }) => hour,
          'epochs added': ({ added }) => added,
          'already in the archive': ({ existed }) => existed,
        },
        'nothing was imported',
      )
    })
  },
})

function dayOf(date: string | undefined): number {
  if (date === undefined) throw new UsageError('--date is required: RTCM messages have no date')
  const dayMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(dayMs)) throw new UsageError(`--date: expected a day such as 2026-11-18, got "${date}"`)
  return dayMs
}
