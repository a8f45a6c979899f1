// What a station says about itself: where its antenna stands, and what its antenna and receiver are.
import { BitReader, signedAt, unsignedAt } from './bits.ts'

/** DF002. */
export const messageType = (payload: Uint8Array): number => unsignedAt(payload, 0, 12)

/** DF003, in observations and in what this file reads; ephemerides have none. */
export const referenceStationId = (payload: Uint8Array): number => unsignedAt(payload, 12, 12)

/** Metres, Earth-centred and Earth-fixed, exact to the 0.1 mm that are sent. */
export interface StationPosition {
  readonly stationId: number
  /** DF021, reserved for the realisation year: in practice 0 */
  readonly itrfYear: number
  readonly x: number
  readonly y: number
  readonly z: number
  /** Of the antenna reference point above the marker; null in a 1005, which does not tell. */
  readonly antennaHeight: number | null
}

/** Of a 1005 or 1006, else null. */
export function decodePosition(payload: Uint8Array): StationPosition | null {
  const type = messageType(payload)
  if (!((type === 1005 && payload.length >= 19) || (type === 1006 && payload.length >= 21))) return null
  // Whole numbers divided, not multiplied by 0.0001: the nearest double to what was sent.
  const metres = (bit: number) => signedAt(payload, bit, 38) / 10_000
  return {
    stationId: referenceStationId(payload),
    itrfYear: unsignedAt(payload, 24, 6),
    x: metres(34), // DF025, behind four indicators
    y: metres(74), // DF026, behind the oscillator indicator and a reserved bit
    z: metres(114), // DF027, behind the quarter cycle indicator
    antennaHeight: type === 1006 ? unsignedAt(payload, 152, 16) / 10_000 : null, // DF028
  }
}

export interface Equipment {
  readonly stationId: number
  readonly antenna: string
  /** DF031: 0 is the standard calibration */
  readonly antennaSetupId: number
  /** null: the message has no place for it (a 1007) */
  readonly antennaSerial: string | null
  /** null: the message tells of the antenna only (1007, 1008) */
  readonly receiver: { readonly type: string; readonly firmware: string; readonly serial: string } | null
}

/** Of a 1007, 1008 or 1033, else null. */
export function decodeEquipment(payload: Uint8Array): Equipment | null {
  const type = messageType(payload)
  if (type !== 1007 && type !== 1008 && type !== 1033) return null
  const fields = new BitReader(payload).skip(24)
  const antenna = text(fields)
  const antennaSetupId = fields.unsigned(8)
  const antennaSerial = type === 1007 ? null : text(fields)
  const receiver = type === 1033 ? { type: text(fields), firmware: text(fields), serial: text(fields) } : null
  if (fields.remaining < 0) return null
  return { stationId: referenceStationId(payload), antenna, antennaSetupId, antennaSerial, receiver }
}

/** The counters (DF029, DF032, DF227 …) have room for 255 characters, the standard allows 31. */
const LONGEST_TEXT = 31

function text(fields: BitReader): string {
  const length = fields.unsigned(8)
  let characters = ''
  for (let i = 0; i < length; i++) characters += String.fromCharCode(fields.unsigned(8))
  // Latin-1 (DF030: ISO 8859-1). Some receivers pad with NUL, which PostgreSQL refuses in a text.
  return characters
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_TEXT)
}
