import { removeArchived } from '../../actions/archive/remove.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { countWithin } from '../../store/archive/overview.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { askYes, isAtTerminal } from '../kit/ask.ts'
import {
  ABOUT_TIMES,
  CommandFailure,
  commandContext,
  fullTime,
  onFoundation,
  onOff,
  required,
  time,
  UsageError,
  verb,
} from '../kit/command.ts'

export const remove = verb({
  summary: 'delete the recorded data of a station',
  more: `Deletes the whole hours and the daily files of whole days between --from and --to. The current hour is kept. Cannot be undone. ${ABOUT_TIMES}`,
  args: ['STATION'],
  flags: {
    from: required(time('start of the window')),
    to: required(time('end of the window')),
    yes: onOff('do not ask'),
  },
  async run({ from, to, yes }, code) {
    if (to <= from) throw new UsageError('--to must be later than --from')
    await onFoundation(async ({ db }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new CommandFailure(`there is no station ${code}`)
      const { segments, dailyFiles } = await countWithin(db, station.id, from, to)
      if (segments + dailyFiles === 0) {
        console.error('nothing is recorded in this window')
        return
      }
      const what = `${segments} segments and ${dailyFiles} daily files of ${station.code}, ${fullTime(from)} to ${fullTime(to)}`
      if (!yes && !isAtTerminal()) throw new CommandFailure(`nothing was deleted: add --yes to delete ${what}`)
      if (!yes && !(await askYes(`Delete ${what}?`))) throw new CommandFailure('nothing was deleted')
      const storage = openStorage(readConfig())
      await removeArchived(commandContext('archive remove', { db }), { station, from, to }, (name) =>
        storage.remove(name),
      )
      console.log(`deleted ${what}`)
    })
  },
})
