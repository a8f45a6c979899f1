import { removeArchived, removeLost } from '../../actions/archive/remove.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import type { Station } from '../../domain/stations/station.ts'
import { countWithin } from '../../store/archive/overview.ts'
import { countLostSegments } from '../../store/archive/recording.ts'
import type { Database, DatabasePool } from '../../store/kit/database.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { askYes, isAtTerminal } from '../kit/ask.ts'
import {
  ABOUT_TIMES,
  CommandFailure,
  commandContext,
  fullTime,
  onFoundation,
  onOff,
  time,
  UsageError,
  verb,
} from '../kit/command.ts'

export const remove = verb({
  summary: 'delete the recorded data of a station',
  more: `Deletes the whole hours and the daily files of whole days between --from and --to. The current hour is kept. Cannot be undone.

--lost deletes the hours on the disk of machines that have not run for an hour, of one station or of all. The calendar then shows them as missing, and "archive import" can fill them. If such a machine returns, it deletes its files.

${ABOUT_TIMES}`,
  args: ['[STATION]'],
  flags: {
    from: time('start of the window'),
    to: time('end of the window'),
    lost: onOff('the hours on the disk of machines that no longer run'),
    yes: onOff('do not ask'),
  },
  async run({ from, to, lost, yes }, code) {
    if (lost) {
      if (from || to) throw new UsageError('--lost has no window: leave out --from and --to')
      await onFoundation(async ({ db }) =>
        removeLostHours(db, code === undefined ? null : await stationOf(db, code), yes),
      )
      return
    }
    if (code === undefined || !from || !to) throw new UsageError('give STATION, --from and --to, or --lost')
    if (to <= from) throw new UsageError('--to must be later than --from')
    await onFoundation(async ({ db }) => {
      const station = await stationOf(db, code)
      const { segments, dailyFiles } = await countWithin(db, station.id, from, to)
      if (segments + dailyFiles === 0) {
        console.error('nothing is recorded in this window')
        return
      }
      const what = `${segments} segments and ${dailyFiles} daily files of ${station.code}, ${fullTime(from)} to ${fullTime(to)}`
      await confirm(what, yes)
      const storage = openStorage(readConfig())
      await removeArchived(commandContext('archive remove', { db }), { station, from, to }, (name) =>
        storage.remove(name),
      )
      console.log(`deleted ${what}`)
    })
  },
})

async function stationOf(db: Database, code: string): Promise<Station> {
  const station = await findStationByCode(db, code)
  if (!station) throw new CommandFailure(`there is no station ${code}`)
  return station
}

async function confirm(what: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!isAtTerminal()) throw new CommandFailure(`nothing was deleted: add --yes to delete ${what}`)
  if (!(await askYes(`Delete ${what}?`))) throw new CommandFailure('nothing was deleted')
}

async function removeLostHours(db: DatabasePool, station: Station | null, yes: boolean): Promise<void> {
  const { segments, stations } = await countLostSegments(db, station?.id ?? null)
  if (segments === 0) {
    console.error('nothing is lost')
    return
  }
  const what = `${segments} lost segments of ${station ? station.code : `${stations} stations`}`
  await confirm(what, yes)
  await removeLost(commandContext('archive remove', { db }), station)
  console.log(`deleted ${what}`)
}
