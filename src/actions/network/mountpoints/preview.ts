// Previews a derived mountpoint before it is saved, from the messages its station sent in the last hour.
import { isObservation, outgoingType } from '@vertice/rtcm'
import type { Alteration } from '../../../domain/network/mountpoints/alteration.ts'
import { conversionOf } from '../../../domain/network/mountpoints/conversion.ts'
import type { WhyNotConverted } from '../../../domain/network/mountpoints/not-converted.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { HOUR_MS } from '../../../domain/time/units.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listMessageTypes } from '../../../store/stations/details.ts'

export interface MountpointPreview {
  /** Messages that the station sent; empty if none was received. */
  readonly received: readonly number[]
  readonly given: readonly number[]
  readonly notConverted: readonly { readonly type: number; readonly reason: WhyNotConverted }[]
}

export async function previewMountpoint(
  { db, now }: { readonly db: Database; readonly now: Date },
  station: Station,
  alteration: Alteration,
): Promise<MountpointPreview> {
  const received = await listMessageTypes(db, station.id, new Date(now.getTime() - HOUR_MS))
  const conversion = conversionOf({ stationId: station.id, alteration }, station)
  const outgoing = received.map((type) => ({ type, becomes: outgoingType(type, conversion) }))
  const given = outgoing.flatMap(({ becomes }) => (typeof becomes === 'number' ? becomes : []))
  return {
    received,
    given: [...new Set([...given, ...(alteration.added?.types ?? [])])].sort((a, b) => a - b),
    notConverted: outgoing.flatMap(({ type, becomes }) =>
      typeof becomes === 'number' || becomes === 'unwanted' ? [] : { type, reason: becomes },
    ),
  }
}

/** True if no observation message can be converted to the requested form. */
export const givesNothing = ({ given, notConverted }: MountpointPreview): boolean =>
  notConverted.length > 0 && !given.some((type) => isObservation(type))
