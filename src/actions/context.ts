// What actions work with.
import type { KeyRing } from '../secrets.ts'
import type { StationBook } from '../store/current.ts'
import type { Database } from '../store/database.ts'

export interface Context {
  readonly db: Database
  readonly keys: KeyRing
  readonly book: StationBook
  readonly now: Date
}

/** On whose behalf. */
export interface Actor {
  readonly ownerId: number
  readonly tokenId: number | null
}
