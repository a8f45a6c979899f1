// How a derived stream is converted: the settings of its mountpoint, applied to the station whose stream it is.
import type { Vector } from '@vertice/gnss'
import type { Station } from '../../stations/station.ts'
import type { Alteration } from './alteration.ts'
import { type FramedStation, positionIn } from './announced-frame.ts'

export interface Conversion extends Alteration {
  /** Returns the position to announce; `null` if it is unknown, undefined to announce it as it was sent. */
  readonly position?: ((sent: Vector) => Vector) | null
}

/** What a conversion needs to know about the station. */
export type ConvertedStation = FramedStation

/** `station`: `null` if it is unknown, so that no position can be transformed. */
export function conversionOf(alteration: Alteration, station: ConvertedStation | null): Conversion {
  const { announced } = alteration
  return announced === null ? alteration : { ...alteration, position: station && positionIn(announced, station) }
}

/** Plain data, which a thread can receive. */
export const convertedStation = ({
  lat,
  lng,
  frame,
  epoch,
  velocity,
  upstream,
  positionPending,
}: Station): ConvertedStation => ({
  ...{ lat, lng, frame, epoch },
  ...(velocity && { velocity }),
  ...(upstream && { upstream }),
  ...(positionPending && { positionPending }),
})

/** Changes whenever the conversion does. */
export const conversionKey = (alteration: Alteration, station: Station | null): string =>
  JSON.stringify([alteration, alteration.announced && station && convertedStation(station)])
