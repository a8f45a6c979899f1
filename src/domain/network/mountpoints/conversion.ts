// How a derived stream is converted: the settings of its mountpoint, applied to the station whose stream it is.
import type { Vector } from '@vertice/gnss'
import { antennaCode } from '../../archive/equipment.ts'
import type { Station } from '../../stations/station.ts'
import { type InstalledEquipment, missingFacts, NO_EQUIPMENT } from './added-messages.ts'
import type { AddableMessage, AddedMessages, Alteration } from './alteration.ts'
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

/** A derived mountpoint, with the equipment of its station; or a network mountpoint, with that of its bases. */
export interface Converting {
  /** `null` for a network mountpoint. */
  readonly stationId: number | null
  readonly alteration: Alteration
  readonly equipment?: InstalledEquipment | undefined
  /** By station. */
  readonly equipmentOfBases?: ReadonlyMap<number, InstalledEquipment> | undefined
}

/** `station`: `null` if it is unknown, so that no position can be transformed. */
export function conversionOf(converting: Converting, station: ConvertedStation | null): Conversion {
  const { alteration } = converting
  const { announced, added } = alteration
  const equipment = equipmentOf(converting, station)
  return {
    ...alteration,
    ...(added && { additions: equipment ? additionsOf(added, equipment) : nothingOfRecord(added) }),
    ...(announced !== null && { position: station && positionIn(announced, station) }),
  }
}

/** `null` if the stream is not that of a station that the mountpoint describes: a fallback station, or a VRS engine. */
function equipmentOf(
  { stationId, equipment, equipmentOfBases }: Converting,
  station: Pick<ConvertedStation, 'id'> | null,
): InstalledEquipment | null {
  if (station === null) return null
  if (stationId === null) return equipmentOfBases?.get(station.id) ?? NO_EQUIPMENT
  return station.id === stationId ? (equipment ?? NO_EQUIPMENT) : null
}

function additionsOf(added: AddedMessages, equipment: InstalledEquipment): Additions {
  const { types, everySeconds, position, text } = added
  const { antenna, receiver } = equipment
  const [x, y, z] = position ?? []
  return {
    ...{ types, everySeconds, text, receiver },
    // Own messages are not left out if the record, which may have changed, has nothing to send instead.
    replaces: added.replaces && missingFacts(types, equipment).length === 0,
    position: position && { x: x!, y: y!, z: z! },
    antennaHeight: antenna?.up ?? 0,
    antenna: antenna && { type: antennaCode(antenna), serial: antenna.serial },
  }
}

/** Another position and equipment: the stream keeps its own messages about them. */
function nothingOfRecord({ types, everySeconds, text }: AddedMessages): Additions {
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
export const conversionKey = (converting: Converting, station: Station | null): string => {
  const { alteration } = converting
  return JSON.stringify([
    alteration,
    alteration.announced && station && convertedStation(station),
    alteration.added && equipmentOf(converting, station),
  ])
}
