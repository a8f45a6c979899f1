// Checks whether 1001 to 1004 and 1009 to 1012 are complete, and removes GPS or SBAS satellites from 1001 to 1004. SBAS
// has no legacy messages of its own.
import { unsignedAt } from '../../bits.ts'
import type { FrameSink } from '../frame-sink.ts'

/** Bits per satellite in 1001 to 1004 and in 1009 to 1012. */
const CELL_BITS = [58, 74, 101, 125, 0, 0, 0, 0, 64, 79, 107, 130]
const GPS_HEAD_BITS = 64
const GLONASS_HEAD_BITS = 61

export const isGpsLegacy = (type: number): boolean => type <= 1004

/** Position of the "more follow" bit (DF005). */
export const legacyCloseBit = (type: number): number => (isGpsLegacy(type) ? 54 : 51)

export function isWholeLegacy(payload: Uint8Array, type: number): boolean {
  const bits = payload.length * 8
  const head = isGpsLegacy(type) ? GPS_HEAD_BITS : GLONASS_HEAD_BITS
  if (bits < head) return false
  return bits >= head + unsignedAt(payload, legacyCloseBit(type) + 1, 5) * CELL_BITS[type - 1001]!
}

/** DF009: 40 to 58 are SBAS. */
const isSbas = (satellite: number) => satellite >= 40

/** Copies a complete 1001 to 1004 with the wanted satellites only; returns their number. */
export function copySatellites(
  payload: Uint8Array,
  type: number,
  wanted: { readonly gps: boolean; readonly sbas: boolean },
  sink: FrameSink,
): number {
  const width = CELL_BITS[type - 1001]!
  const count = unsignedAt(payload, 55, 5)
  let kept = 0
  sink.copy(payload, GPS_HEAD_BITS)
  for (let i = 0, bit = GPS_HEAD_BITS; i < count; i++, bit += width) {
    if (!(isSbas(unsignedAt(payload, bit, 6)) ? wanted.sbas : wanted.gps)) continue
    kept++
    for (let done = 0; done < width; done += 24) {
      const part = Math.min(24, width - done)
      sink.put(unsignedAt(payload, bit + done, part), part)
    }
  }
  sink.overwrite(55, kept, 5)
  return kept
}
