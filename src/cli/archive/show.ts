import { statfs } from 'node:fs/promises'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { keptFreeBytes } from '../../domain/archive/recorded.ts'
import { readArchiveStanding } from '../../store/archive/budget.ts'
import { type ArchivedStation, listArchivedStations } from '../../store/archive/overview.ts'
import { listStations } from '../../store/stations/rows.ts'
import { asJson, onFoundation, printFacts, printJson, printList, verb } from '../kit/command.ts'
import { budgetLines } from './limits.ts'
import { gigabytes } from './sizes.ts'

export const show = verb({
  summary: 'show what the archive contains, by station, its budget and the free disk space',
  flags: asJson,
  async run({ json }) {
    const config = readConfig()
    await onFoundation(async ({ db, clock }) => {
      const codes = new Map((await listStations(db)).map(({ id, code }) => [id, code]))
      const stations = (await listArchivedStations(db, clock())).map((one) => factsOf(one, codes))
      const { rawUsedBytes, dailyUsedBytes, rawKeptDays, dailyKeptDays, ...budget } = await readArchiveStanding(db)
      const disk = await statfs(config.dataDir)
      const totalBytes = disk.blocks * disk.bsize
      const freeBytes = disk.bavail * disk.bsize
      const leastFreeBytes = keptFreeBytes({ totalBytes })
      const { place } = openStorage(config)
      const facts = {
        ...{ place, folder: archiveFolder(config.dataDir), budget, rawUsedBytes, dailyUsedBytes },
        ...{ rawKeptDays, dailyKeptDays, freeBytes, leastFreeBytes },
      }
      if (json) return printJson({ ...facts, stations })
      const short = (kept: number | null) => (kept === null ? '' : `; has room for ${kept} days only`)
      const limits = budgetLines(budget)
      printFacts(false, facts, {
        place,
        'recorded data': `${gigabytes(rawUsedBytes)} (limit: ${limits.raw}${short(rawKeptDays)})`,
        'daily files': `${gigabytes(dailyUsedBytes)} (limit: ${limits.daily}${short(dailyKeptDays)})`,
        'free on disk': `${gigabytes(freeBytes)} (recording pauses below ${gigabytes(leastFreeBytes)})`,
      })
      console.log('')
      printList(
        false,
        stations,
        {
          STATION: ({ station }) => station,
          HOURS: ({ hours }) => hours,
          SIZE: ({ usedBytes }) => gigabytes(usedBytes),
          COMPRESSED: ({ ratio }) => (ratio === null ? null : `${Math.round(100 * ratio)} %`),
          OLDEST: ({ oldest }) => oldest,
          NEWEST: ({ newest }) => newest,
          COMPLETE: ({ completenessPct }) => (completenessPct === null ? null : `${completenessPct.toFixed(1)} %`),
        },
        'nothing is recorded yet',
      )
    })
  },
})

const factsOf = (one: ArchivedStation, codes: ReadonlyMap<number, string>) => ({
  station: codes.get(one.stationId) ?? `#${one.stationId}`,
  hours: one.hours,
  usedBytes: one.usedBytes,
  /** Compressed size divided by the size of the frames; `null` if nothing is compressed yet. */
  ratio: one.closedBytes === 0 ? null : one.storedBytes / one.closedBytes,
  oldest: one.oldest,
  newest: one.newest,
  /** From the oldest hour to the last complete one; `null` before the first complete hour. */
  completenessPct: one.pastHours === 0 ? null : Math.floor((1000 * one.pastComplete) / one.pastHours) / 10,
})
