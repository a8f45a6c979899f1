// What the caster and the thread that measures quality and solves baselines send each other.
import type { SolvedBaselines } from '../../domain/archive/integrity/live.ts'
import type { Measured, MeteredStation } from './station-meters.ts'

/** A station that this node owns, with the fencing token of its lease; `null` if nodes share no streams. */
export type Owned = readonly [stationId: number, fencingToken: number | null]

export type ToThread =
  | { readonly stations: readonly MeteredStation[] }
  | { readonly owned: readonly Owned[] }
  /** `index`: station, time of arrival (UTC in ms) and length of each chunk. The buffer is transferred. */
  | { readonly frames: ArrayBuffer; readonly index: Float64Array; readonly nowMs: number }

export type FromThread =
  | {
      /** Bytes that were processed. */
      readonly bytes: number
      /** `null` if no minute ended. */
      readonly measured: Measured | null
      /** `null` if no five minutes ended. */
      readonly solved: SolvedBaselines | null
      readonly baselines: BaselineFigures
    }
  /** Stations of other nodes whose frames the baselines need. */
  | { readonly follow: readonly number[] }

export interface BaselineFigures {
  readonly baselines: number
  /** Solutions since the start. */
  readonly solved: number
  /** Instants that were left out because the processor was busy. */
  readonly skipped: number
}

export const INDEX_FIELDS = 3
