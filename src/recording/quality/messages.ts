// What the caster and the thread that measures quality and solves baselines send each other.
import type { MeteredStation } from './station-meters.ts'
import type { Part } from './waiting-results.ts'

/** A station that this node owns, with the fencing token of its lease; `null` if nodes share no streams. */
export type Owned = readonly [stationId: number, fencingToken: number | null]

export type ToThread =
  | { readonly stations: readonly MeteredStation[] }
  | { readonly owned: readonly Owned[] }
  /** `index`: station, time of arrival (UTC in ms) and length of each chunk. The buffer is transferred. */
  | { readonly frames: ArrayBuffer; readonly index: Float64Array; readonly nowMs: number }

export type FromThread =
  /** `bytes` that were processed, and the next part of the results. */
  | (Part & { readonly bytes: number; readonly baselines: BaselineFigures })
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
