// Rebuilds what a rover was sent, for the console and the command.
import type { SentRebuilder } from '../../actions/sessions/sent.ts'
import { firstNeeded, servedStretches } from '../../archive/sent/rebuild.ts'
import { SentWorkshop } from '../../archive/sent/workshop.ts'
import type { StorageConfig } from '../../archive/storage/open-storage.ts'
import type { Segment } from '../../domain/archive/segment.ts'
import { type ConvertedStation, convertedStation } from '../../domain/network/mountpoints/conversion.ts'
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
  const workshop = new SentWorkshop(config)
  return async (wish) => {
    const job = { ...wish, now: clock() }
    const segments = new Map<number, Segment>()
    const codes = new Map<number, string>()
    const stations = new Map<number, ConvertedStation>()
    const { byId } = await book()
    for (const stretch of servedStretches(job)) {
      const { source, toMs } = stretch
      if (typeof source !== 'number') continue
      codes.set(source, byId.get(source)?.code ?? `#${source}`)
      const station = byId.get(source)
      if (station) stations.set(source, convertedStation(station))
      for (const segment of await listSegments(db, source, firstNeeded(stretch), new Date(toMs)))
        segments.set(segment.id, segment)
    }
    return workshop.rebuild({ ...job, segments: [...segments.values()], codes, stations })
  }
}
