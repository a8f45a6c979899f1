import { basename } from 'node:path'
import { antennaFile } from '../../archive/integrity/antennas.ts'
import { baseJob, scanBase, solveBase, UnusableFile } from '../../archive/integrity/base.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { listObserved } from '../../store/archive/segments.ts'
import { loadBook } from '../../store/current/current.ts'
import { asJson, CommandFailure, onFoundation, verb } from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'
import { UNCHECKED_REASONS } from './reasons.ts'
import { reportFlags, showReport } from './report.ts'

export const base = verb({
  summary: "compute the position of a customer's base from its RINEX file",
  more: `FILE is a RINEX 2, 3 or 4 observation file or a CRINEX file of at least two hours, also compressed with gzip. The base is solved against the recordings of up to four stations within 100 km. The coordinates in the header may be wrong; nothing is stored. --pdf writes a report.`,
  args: ['FILE'],
  flags: { ...reportFlags, ...asJson },
  run: ({ json, ...wish }, path) =>
    onFoundation(async ({ db, clock, casterDefaults }) => {
      const config = readConfig()
      const { active, network } = await loadBook(db, casterDefaults)
      const stations = active.filter(({ positionPending }) => !positionPending)
      const { show, clear } = progressLine()
      const file = await scanBase(path, clock()).catch((error: unknown) => {
        throw error instanceof UnusableFile ? new CommandFailure(`${basename(path)}: ${error.message}`) : error
      })
      const { neighbours, job } = await baseJob(file, {
        ...{ stations, antennaFile: antennaFile(config.dataDir) },
        segmentsOf: (id, from, to) => listObserved(db, id, from, to),
      })
      const places = { storage: openStorage(config), folder: archiveFolder(config.dataDir) }
      const solved =
        typeof job === 'string'
          ? { failure: job }
          : await solveBase(places, job, (share) => show(`${Math.floor(share * 100)} %`)).finally(clear)
      if ('failure' in solved)
        throw new CommandFailure(
          solved.failure === 'too_short'
            ? 'less than two hours of the file have positions: record for longer'
            : `the base cannot be checked: ${UNCHECKED_REASONS[solved.failure]}`,
        )
      const used = neighbours.flatMap(({ id }) => stations.find((one) => one.id === id) ?? [])
      await showReport(
        {
          ...{ code: basename(path), name: '', networkName: network.name, computed: solved.computed, now: clock() },
          ...{ datum: used[0]!.datum, neighbours: used.map(({ code }) => code), registered: null },
        },
        wish,
        json,
      )
    }),
})
