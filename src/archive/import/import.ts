// Adds the epochs and ephemerides of a file that the archive does not have. Nothing that was recorded changes.
import { addLog } from './add-log.ts'
import { addNavigation } from './add-navigation.ts'
import { addObservations } from './add-observations.ts'
import { scanRinex } from './rinex-file.ts'
import { formatOf, NotImported } from './source.ts'
import type { ImportDependencies, Imported, ImportWish } from './wish.ts'

/** Throws `NotImported` with the reason if nothing can be imported. */
export async function importFile(dependencies: ImportDependencies, wish: ImportWish): Promise<Imported> {
  const { path, dayMs, now } = wish
  if ((await formatOf(path)) !== 'rinex') {
    if (dayMs === null) throw new NotImported('the file has neither RINEX nor RTCM 3')
    return addLog(dependencies, { ...wish, dayMs })
  }
  const file = await scanRinex(path, now)
  return file.kind === 'navigation'
    ? addNavigation(dependencies, wish, file)
    : addObservations(dependencies, wish, file)
}
