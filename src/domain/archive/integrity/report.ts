// What the report of a computed position shows.
import type { Position } from '../../geometry/geodesy.ts'
import type { ComputedPosition } from './computed-position.ts'

export interface PositionReport {
  /** Code of the station, or the name of a file. */
  readonly code: string
  readonly name: string
  readonly networkName: string
  /** Frame and epoch of the neighbours' coordinates. */
  readonly datum: string
  readonly computed: ComputedPosition
  readonly neighbours: readonly string[]
  /** `null` if the station has no registered position. */
  readonly registered: (Position & { readonly metres: number }) | null
  readonly now: Date
}
