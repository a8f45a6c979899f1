// Records the stations of this caster into the archive.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { Recorder, type RecordingFigures } from '../../archive/recorder/recorder.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import type { Storage } from '../../archive/storage/storage.ts'
import type { Config } from '../../base/config/config.ts'
import type { Component } from '../../base/running/component.ts'
import type { Book, CasterServices } from '../../caster/services.ts'
import { isRecorded } from '../../domain/archive/recorded.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { noteReports } from '../../store/alerts/machines.ts'
import type { DatabasePool } from '../../store/kit/database.ts'

export interface RecordingPlace {
  readonly storage: Storage
  /** Folder of the open segments on this machine. */
  readonly folder: string
}

export const recordingPlace = (config: Pick<Config, 'archiveBucket' | 'dataDir'>): RecordingPlace => ({
  storage: openStorage(config),
  folder: archiveFolder(config.dataDir),
})

export interface Recording {
  readonly tap: Recorder['tap']
  readonly components: readonly Component[]
  readonly figures: () => RecordingFigures
}

export function startRecording(
  { db, log }: { readonly db: DatabasePool; readonly log: Logger },
  { storage, folder }: RecordingPlace,
  { node, clock, lastBook }: Pick<CasterServices, 'node' | 'clock' | 'lastBook'>,
): Recording {
  const recorder = new Recorder({
    ...{ db, storage, folder, node, clock },
    isRecorded: recordedIn(lastBook),
    warn: (message, detail) => log.warn(detail, message),
    info: (message, detail) => log.info(detail, message),
  })
  const report = async () => {
    const { space, figures } = recorder
    if (space === null) return
    const { isPaused } = figures
    await noteReports(db, hostname(), [{ kind: 'recording', path: folder, figures: { ...space, isPaused } }])
  }
  return {
    tap: recorder.tap,
    components: [...recorder.components, { tickMs: MINUTE_MS / 2, tick: report }],
    figures: () => recorder.figures,
  }
}

/** A set per book: the tap asks for every chunk. */
function recordedIn(lastBook: () => Book): (stationId: number) => boolean {
  let read: Book | null = null
  let recorded: ReadonlySet<number> = new Set()
  return (stationId) => {
    const book = lastBook()
    if (book !== read) {
      read = book
      recorded = new Set(book.active.filter(isRecorded).map(({ id }) => id))
    }
    return recorded.has(stationId)
  }
}
