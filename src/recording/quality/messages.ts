// What the caster and the thread that measures quality send each other.
import type { Measured, MeteredStation } from './station-meters.ts'

export type ToThread =
  | { readonly stations: readonly MeteredStation[] }
  /** `index`: station, time of arrival (UTC in ms) and length of each chunk. The buffer is transferred. */
  | { readonly frames: ArrayBuffer; readonly index: Float64Array; readonly nowMs: number }

export interface FromThread {
  /** Bytes that were processed. */
  readonly bytes: number
  /** `null` if no minute ended. */
  readonly measured: Measured | null
}

export const INDEX_FIELDS = 3
