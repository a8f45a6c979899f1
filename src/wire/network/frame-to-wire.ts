// Without schemas, like station-to-wire.ts, which uses it.
import type { Static } from 'typebox'
import { type FrameAtEpoch, tableEntryOf } from '../../domain/network/frame.ts'
import type { FrameSchema } from './frame.ts'

export function frameToWire(at: FrameAtEpoch): Static<typeof FrameSchema> | null {
  const known = tableEntryOf(at)
  return known && { nombre: known.name, epsg: known.epsg, epoca: at.epoch }
}
