// Messages about the station that a derived mountpoint adds, for receivers that refuse a stream without them.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import { distanceKm, positionOf } from '../../geometry/geodesy.ts'
import type { Station } from '../../stations/station.ts'
import { isOneLine } from '../../text/printable.ts'
import { ADDABLE_MESSAGES, type AddableMessage, type AddedMessages, THINNING_SECONDS } from './alteration.ts'

/** Unvalidated input. */
export interface AddedMessagesInput {
  readonly types: readonly number[]
  readonly everySeconds?: number | null | undefined
  readonly replaces?: boolean | null | undefined
  readonly position?: readonly number[] | null | undefined
  readonly text?: string | null | undefined
}

/** The equipment that is installed, from the station's record. Empty texts are unknown. */
export interface InstalledEquipment {
  readonly antenna: {
    readonly type: string
    readonly radome: string
    readonly serial: string
    /** Antenna reference point above the marker, metres; `null` if unknown. */
    readonly up: number | null
  } | null
  readonly receiver: { readonly type: string; readonly firmware: string; readonly serial: string } | null
}

const DEFAULT_SECONDS = 10
/** DF138 and DF139 of message 1029. */
const LONGEST_TEXT = { characters: 127, bytes: 255 }
/** The radius of the Earth with the highest mountains and deepest mines. */
const EARTH_KM = { least: 6340, most: 6400 }
/** A position farther from the registered one belongs to another station. */
const MOST_AWAY_KM = 1
/** DF028. */
const MOST_HEIGHT_M = 6.5535
const PAIRS: readonly (readonly [AddableMessage, AddableMessage])[] = [
  [1005, 1006],
  [1007, 1008],
]

export function addedMessageFaults(input: AddedMessagesInput): FieldFault[] {
  const { types, everySeconds, position, text } = input
  const faults: FieldFault[] = []
  if (types.length === 0) faults.push(wrong(['types'], 'empty'))
  const bad = types.findIndex((type) => !isAddable(type))
  if (bad >= 0) faults.push(wrong(['types', bad], 'not_one_of', { choices: ADDABLE_MESSAGES }))
  const pair = PAIRS.find((both) => both.every((type) => types.includes(type)))
  if (pair) faults.push(wrong(['types'], 'contradicting_messages', { one: pair[0], other: pair[1] }))
  if (everySeconds != null && !(everySeconds >= 1 && THINNING_SECONDS.includes(everySeconds)))
    faults.push(wrong(['everySeconds'], 'not_one_of', { choices: THINNING_SECONDS.filter((seconds) => seconds >= 1) }))
  if (hasPosition(types) && position == null) faults.push(wrong(['position'], 'position_for_messages'))
  if (position != null && !isOnEarth(position)) faults.push(wrong(['position'], 'ecef_form'))
  if (types.includes(1029) && text == null) faults.push(wrong(['text'], 'empty'))
  if (text != null && !isAnnouncement(text)) faults.push(wrong(['text'], 'announcement_form', LONGEST_TEXT))
  return faults
}

/** `input` must be valid. */
export function normalAddedMessages(input: AddedMessagesInput): AddedMessages {
  const { types, everySeconds, replaces, position, text } = input
  const [x, y, z] = position ?? []
  return {
    types: ADDABLE_MESSAGES.filter((type) => types.includes(type)),
    everySeconds: everySeconds ?? DEFAULT_SECONDS,
    replaces: replaces ?? false,
    position: hasPosition(types) && position ? [x!, y!, z!] : null,
    text: types.includes(1029) ? (text ?? null) : null,
  }
}

type Described = Pick<Station, 'code' | 'lat' | 'lng' | 'positionPending'>

export const NO_EQUIPMENT: InstalledEquipment = { antenna: null, receiver: null }

/** The facts for these messages that the record of the equipment lacks. */
export function missingFacts(
  types: readonly AddableMessage[],
  { antenna, receiver }: InstalledEquipment,
): ('antenna_height_unknown' | 'antenna_unknown' | 'receiver_unknown')[] {
  const height = antenna?.up ?? null
  return [
    ...(types.includes(1006) && (height === null || height < 0 || height > MOST_HEIGHT_M)
      ? ['antenna_height_unknown' as const]
      : []),
    ...(describesEquipment(types) && !antenna?.type ? ['antenna_unknown' as const] : []),
    ...(types.includes(1033) && !receiver?.type ? ['receiver_unknown' as const] : []),
  ]
}

/** Whether some of these messages name the antenna or the receiver. */
export const describesEquipment = (types: readonly AddableMessage[]): boolean =>
  types.some((type) => type === 1007 || type === 1008 || type === 1033)

/** Rejects messages for which the record of the station lacks facts. */
export function stationMessageFaults(
  { types, position }: AddedMessages,
  station: Described,
  equipment: InstalledEquipment,
): FieldFault[] {
  const { code } = station
  const faults: FieldFault[] = []
  if (position && station.positionPending !== true) {
    const [x, y, z] = position
    const km = distanceKm(positionOf({ x, y, z }), station)
    if (km > MOST_AWAY_KM) faults.push(wrong(['position'], 'position_far', { code, km: Math.round(km) }))
  }
  return [...faults, ...missingFacts(types, equipment).map((missing) => wrong(['types'], missing, { code }))]
}

const isAddable = (type: number) => (ADDABLE_MESSAGES as readonly number[]).includes(type)
const hasPosition = (types: readonly number[]) => types.includes(1005) || types.includes(1006)

function isOnEarth(position: readonly number[]): boolean {
  const km = Math.hypot(...position) / 1000
  return position.length === 3 && km >= EARTH_KM.least && km <= EARTH_KM.most
}

const isAnnouncement = (text: string) =>
  text.trim() !== '' &&
  isOneLine(text) &&
  [...text].length <= LONGEST_TEXT.characters &&
  Buffer.byteLength(text, 'utf8') <= LONGEST_TEXT.bytes
