// How a derived stream is converted: the settings of its mountpoint, applied to the station whose stream it is.
import type { Vector } from '@vertice/gnss'
import { antennaCode } from '../../archive/equipment.ts'
import type { Station } from '../../stations/station.ts'
import type { InstalledEquipment } from './added-messages.ts'
import type { AddableMessage, Alteration } from './alteration.ts'
import { type FramedStation, positionIn } from './announced-frame.ts'

/** Has the fields of `ConversionSettings` of @vertice/rtcm. */
export interface Conversion extends Alteration {
  /** Returns the position to announce; `null` if it is unknown, undefined to announce it as it was sent. */
  readonly position?: ((sent: Vector) => Vector) | null
  readonly additions?: Additions
  /** The ephemerides of the network that can be added to the stream now. */
  readonly availableEphemerides?: () => readonly AvailableEphemeris[]
}

interface AvailableEphemeris {
  readonly key: number
  readonly type: number
  readonly payload: Buffer
}

interface Additions {
  readonly types: readonly AddableMessage[]
  readonly everySeconds: number
  readonly replaces: boolean
  readonly position: Vector | null
  readonly antennaHeight: number
  readonly antenna: { readonly type: string; readonly serial: string } | null
  readonly receiver: InstalledEquipment['receiver']
  readonly text: string | null
}

/** What a conversion needs to know about the station whose stream it converts. */
export interface ConvertedStation extends FramedStation {
  readonly id: number
}

/** A derived mountpoint, with the equipment of its station; or a network mountpoint, which has no station. */
export interface Converting {
  readonly stationId: number | null
  readonly alteration: Alteration
  readonly equipment?: InstalledEquipment | undefined
}

/** `station`: `null` if it is unknown, so that no position can be transformed. */
export function conversionOf(converting: Converting, station: ConvertedStation | null): Conversion {
  const { alteration, stationId } = converting
  const { announced, added } = alteration
  return {
    ...alteration,
    ...(added && {
      additions:
        stationId !== null && station?.id === stationId ? additionsOf(converting) : nothingOfRecord(converting),
    }),
    ...(announced !== null && { position: station && positionIn(announced, station) }),
  }
}

const UNKNOWN: InstalledEquipment = { antenna: null, receiver: null }

function additionsOf({ alteration, equipment = UNKNOWN }: Converting): Additions {
  const { types, everySeconds, replaces, position, text } = alteration.added!
  const { antenna, receiver } = equipment
  const [x, y, z] = position ?? []
  return {
    ...{ types, everySeconds, replaces, text, receiver },
    position: position && { x: x!, y: y!, z: z! },
    antennaHeight: antenna?.up ?? 0,
    antenna: antenna && { type: antennaCode(antenna), serial: antenna.serial },
  }
}

/** A fallback station, and each station of a network mountpoint, has another position and equipment, and keeps its own messages about them. */
function nothingOfRecord({ alteration }: Converting): Additions {
  const { types, everySeconds, text } = alteration.added!
  const kept = types.filter((type) => type === 1013 || type === 1029)
  return {
    ...{ types: kept, everySeconds, replaces: false, text },
    ...{ position: null, antennaHeight: 0, antenna: null, receiver: null },
  }
}

/** Plain data, which a thread can receive. */
export const convertedStation = (station: Station): ConvertedStation => {
  const { id, lat, lng, frame, epoch, velocity, upstream, positionPending } = station
  return {
    ...{ id, lat, lng, frame, epoch },
    ...(velocity && { velocity }),
    ...(upstream && { upstream }),
    ...(positionPending && { positionPending }),
  }
}

/** Changes whenever the conversion does. */
export const conversionKey = ({ alteration, equipment }: Converting, station: Station | null): string =>
  JSON.stringify([
    alteration,
    alteration.announced && station && convertedStation(station),
    alteration.added && equipment,
  ])
