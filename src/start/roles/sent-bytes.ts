// Rebuilds what a rover was sent, for the console and the command.
import type { SentRebuilder } from '../../actions/sessions/sent.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { rebuildSent } from '../../archive/sent/rebuild.ts'
import { openStorage, type StorageConfig } from '../../archive/storage/open-storage.ts'
import { listSegments } from '../../store/archive/segments.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'

interface SentDependencies {
  readonly db: Database
  readonly clock: () => Date
  readonly config: StorageConfig
  readonly book: () => Promise<Pick<StationBook, 'byId'>>
}

export function sentRebuilder({ db, clock, config, book }: SentDependencies): SentRebuilder {
  const places = { storage: openStorage(config), folder: archiveFolder(config.dataDir) }
  return async (wish) => {
    const { byId } = await book()
    return rebuildSent(
      {
        places,
        now: clock(),
        segmentsOf: (stationId, from, to) => listSegments(db, stationId, from, to),
        codeOf: (stationId) => byId.get(stationId)?.code ?? `#${stationId}`,
      },
      wish,
    )
  }
}
