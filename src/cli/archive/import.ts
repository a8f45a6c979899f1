import { basename } from 'node:path'
import { addImported } from '../../actions/archive/import.ts'
import type { ImportedHour } from '../../archive/import/hour-counts.ts'
import { importFile } from '../../archive/import/import.ts'
import { formatOf, NotImported } from '../../archive/import/source.ts'
import type { Imported } from '../../archive/import/wish.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { listObserved } from '../../store/archive/segments.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  onFoundation,
  onOff,
  printable,
  printList,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'

export const importFiles = verb({
  summary: "fill gaps of the archive from a receiver's files",
  more: `FILE is a RINEX 2, 3 or 4 observation or navigation file, a CRINEX file or an RTCM 3 log, also compressed with gzip. Epochs that the archive has are never changed, so the same file can be imported again.

If a file cannot be imported, the others are, and the exit code is 1.

RTCM messages have no date: --date names the UTC day of the first epoch of RTCM 3 logs. All logs of one command start on that day.`,
  args: ['STATION', 'FILE...'],
  flags: {
    date: text('YYYY-MM-DD', 'UTC day of the first epoch of RTCM 3 logs'),
    force: onOff('import also if the antenna is more than 100 m from the station, or its position is not in the file'),
    ...asJson,
  },
  async run({ date, force, json }, code, ...files) {
    const dayMs = date === undefined ? null : dayOf(date)
    if (dayMs === null)
      for (const path of files)
        if ((await formatOf(path).catch(() => null)) === 'rtcm')
          throw new UsageError(`--date is required: RTCM messages have no date, and ${basename(path)} is an RTCM 3 log`)
    await onFoundation(async ({ db, clock }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new CommandFailure(`there is no station ${code}`)
      const config = readConfig()
      const { dataDir, nodeName: node } = config
      const dependencies = {
        ...{ dataDir, storage: openStorage(config), folder: archiveFolder(dataDir) },
        segmentsOf: (from: Date, to: Date) => listObserved(db, station.id, from, to),
      }
      const rows: ({ file: string } & Omit<ImportedHour, 'hour'> & { hour: string })[] = []
      let failed = 0
      for (const path of files) {
        const file = basename(path)
        const wish = { station, path, dayMs, isForced: force, node, now: clock() }
        const imported = await importFile(dependencies, wish).catch((error) => reportFailure(file, error))
        if (imported === null) {
          failed++
          continue
        }
        const { segments, hours, notes } = imported
        if (segments.length > 0)
          await addImported(commandContext('archive import', { db }), { station, file, segments })
        for (const note of notes) console.error(printable(`${file}: ${note}`))
        rows.push(...hours.map(({ hour, ...counts }) => ({ file, hour: hour.toISOString(), ...counts })))
      }
      printList(
        json,
        rows,
        {
          file: ({ file }) => printable(file),
          hour: ({ hour }) => hour,
          what: ({ what }) => what,
          added: ({ added }) => added,
          'already in the archive': ({ existed }) => existed,
        },
        'nothing was imported',
      )
      if (failed > 0) throw new CommandFailure(`${failed} of ${files.length} files could not be imported`)
    })
  },
})

function reportFailure(file: string, error: unknown): Imported | null {
  if (!(error instanceof NotImported)) throw error
  console.error(printable(`${file}: ${error.message}. Nothing of it was imported.`))
  return null
}

function dayOf(date: string): number {
  const dayMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(dayMs)) throw new UsageError(`--date: expected a day such as 2026-11-18, got "${date}"`)
  return dayMs
}
