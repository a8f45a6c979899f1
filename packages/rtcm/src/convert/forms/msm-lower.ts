// Converts MSM to a lower level: MSM7 to MSM5, and MSM5, 6 and 7 to MSM4. Rough ranges, half cycles and rates are the
// same at all levels. Fine ranges and phases are rounded to the coarser unit, so the error is at most half a unit.
import { signedAt, unsignedAt } from '../../bits.ts'
import { doublingsOf } from '../../observations/lock-time.ts'
import { isHighResolution, type MsmLayout } from '../../observations/msm-layout.ts'
import type { ConversionCounts } from '../counts.ts'
import type { FrameSink } from '../frame-sink.ts'

export type LowerLevel = 4 | 5

/** Writes the message into a sink that has begun. The caller sets the message number and ends the frame. */
export function lowerMsm(
  payload: Uint8Array,
  from: MsmLayout,
  to: LowerLevel,
  sink: FrameSink,
  counts: ConversionCounts,
): void {
  sink.copy(payload, from.headBits)
  copyFields(sink, payload, from.wholeMsAt, 8, from.satellites)
  if (to === 5) copyFields(sink, payload, from.infoAt, 4, from.satellites)
  copyFields(sink, payload, from.partMsAt, 10, from.satellites)
  if (to === 5) copyFields(sink, payload, from.roughRateAt, 14, from.satellites)
  if (isHighResolution(from.level)) coarsen(payload, from, sink, counts)
  else copyFields(sink, payload, from.rangeAt, 1, (15 + 22 + 4 + 1 + 6) * from.cells)
  if (to === 5) copyFields(sink, payload, from.rateAt, 15, from.cells)
}

function coarsen(payload: Uint8Array, from: MsmLayout, sink: FrameSink, counts: ConversionCounts): void {
  const { cells } = from
  // DF405 to DF400: 2^-29 ms to 2^-24. DF406 to DF401: 2^-31 ms to 2^-29.
  let lost = putRounded(sink, payload, from.rangeAt, 20, 5, cells)
  lost += putRounded(sink, payload, from.phaseAt, 24, 2, cells)
  counts.leftOut.out_of_range += lost
  for (let i = 0, at = from.lockAt; i < cells; i++, at += 10) sink.put(doublingsOf(unsignedAt(payload, at, 10)), 4)
  copyFields(sink, payload, from.halfCycleAt, 1, cells)
  // DF408 to DF403: 1/16 dB to 1 dB. 0 means "not available" in both.
  for (let i = 0, at = from.cnrAt; i < cells; i++, at += 10) {
    const decibels = (unsignedAt(payload, at, 10) + 8) >>> 4
    sink.put(decibels > 63 ? 63 : decibels, 6)
  }
}

/** Rounds half up. The most negative value means "not available" in both. Returns how many values do not fit. */
function putRounded(
  sink: FrameSink,
  payload: Uint8Array,
  from: number,
  width: number,
  shift: number,
  count: number,
): number {
  const half = 1 << (shift - 1)
  const none = -(2 ** (width - 1))
  const limit = 2 ** (width - 1 - shift)
  let lost = 0
  for (let i = 0, at = from; i < count; i++, at += width) {
    const value = signedAt(payload, at, width)
    const rounded = (value + half) >> shift
    if (value === none || (rounded > -limit && rounded < limit)) sink.put(rounded, width - shift)
    else {
      sink.put(-limit, width - shift)
      lost++
    }
  }
  return lost
}

/** Copies unchanged fields, 24 bits at a time. */
function copyFields(sink: FrameSink, payload: Uint8Array, from: number, width: number, count: number): void {
  let bit = from
  let left = width * count
  for (; left >= 24; left -= 24, bit += 24) sink.put(unsignedAt(payload, bit, 24), 24)
  if (left > 0) sink.put(unsignedAt(payload, bit, left), left)
}
