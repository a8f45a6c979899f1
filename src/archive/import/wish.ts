// What an import is asked for, needs and results in.
import type { Station } from '../../domain/stations/station.ts'
import type { StoredSegment } from '../../store/archive/recording.ts'
import type { ArchivedSegments } from './existing.ts'
import type { ImportedHour } from './hour-counts.ts'
import type { StationPlace } from './place.ts'

export interface ImportWish {
  readonly station: Pick<Station, 'id'> & StationPlace
  readonly path: string
  /** UTC day of the first epoch of an RTCM 3 log; other files have dates. */
  readonly dayMs: number | null
  /** Imports also if the file is of another place, or does not say where. */
  readonly isForced: boolean
  readonly node: string
  readonly now: Date
}

export interface ImportDependencies extends ArchivedSegments {
  /** For files that are not complete. */
  readonly dataDir: string
}

export interface Imported {
  readonly hours: readonly ImportedHour[]
  /** What was left out of the file, for the operator. */
  readonly notes: readonly string[]
  /** In the storage, not in the index yet. */
  readonly segments: readonly StoredSegment[]
}
