// Decodes the messages that describe a station: position of its antenna, types of antenna and receiver, GLONASS biases.
import { BitReader, signedAt, unsignedAt } from './bits.ts'

/** DF002. */
export const messageType = (payload: Uint8Array): number => unsignedAt(payload, 0, 12)

/** DF003, in observations and in the messages of this file; ephemerides have none. */
export const referenceStationId = (payload: Uint8Array): number => unsignedAt(payload, 12, 12)

/** Metres, Earth-centred and Earth-fixed, exact to the 0.1 mm that are sent. */
export interface StationPosition {
  readonly stationId: number
  /** DF021, reserved for the realisation year; in practice 0. */
  readonly itrfYear: number
  readonly x: number
  readonly y: number
  readonly z: number
  /** Height of the antenna reference point above the marker; `null` in a 1005, which does not include it. */
  readonly antennaHeight: number | null
}

/** `null` unless the message is a valid 1005 or 1006. */
export function decodePosition(payload: Uint8Array): StationPosition | null {
  const type = messageType(payload)
  if (!((type === 1005 && payload.length >= 19) || (type === 1006 && payload.length >= 21))) return null
  // Divides integers instead of multiplying by 0.0001, which gives the double nearest to the sent value.
  const metres = (bit: number) => signedAt(payload, bit, 38) / 10_000
  return {
    stationId: referenceStationId(payload),
    itrfYear: unsignedAt(payload, 24, 6),
    x: metres(34), // DF025, after four indicators
    y: metres(74), // DF026, after the oscillator indicator and a reserved bit
    z: metres(114), // DF027, after the quarter cycle indicator
    antennaHeight: type === 1006 ? unsignedAt(payload, 152, 16) / 10_000 : null, // DF028
  }
}

export interface Equipment {
  readonly stationId: number
  readonly antenna: string
  /** DF031: 0 is the standard calibration. */
  readonly antennaSetupId: number
  /** `null` in a 1007, which does not include it. */
  readonly antennaSerial: string | null
  /** `null` in 1007 and 1008, which describe only the antenna. */
  readonly receiver: { readonly type: string; readonly firmware: string; readonly serial: string } | null
}

/** `null` unless the message is a valid 1007, 1008 or 1033. */
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

/** The length fields (DF029, DF032, DF227 …) can count 255 characters; the standard allows 31. */
const LONGEST_TEXT = 31

function text(fields: BitReader): string {
  const length = fields.unsigned(8)
  let characters = ''
  for (let i = 0; i < length; i++) characters += String.fromCharCode(fields.unsigned(8))
  // Latin-1 (DF030: ISO 8859-1). Some receivers pad with NUL, which PostgreSQL rejects in a text.
  return characters
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_TEXT)
}

export interface GlonassBiases {
  readonly stationId: number
  /** DF421: whether the station's phases are already aligned with its pseudoranges. */
  readonly isAligned: boolean
  /** Metres by RINEX 3 type: C1C, C1P, C2C, C2P. Those that are not sent or unknown are missing. */
  readonly biases: readonly (readonly [code: string, metres: number])[]
}

/** In the order of the mask DF422 and of DF423 to DF426. */
const BIASED = ['C1C', 'C1P', 'C2C', 'C2P']
const BIAS_UNIT_M = 0.02
const UNKNOWN_BIAS = -32_768

/** `null` unless the message is a valid 1230. */
export function decodeGlonassBiases(payload: Uint8Array): GlonassBiases | null {
  if (messageType(payload) !== 1230) return null
  const fields = new BitReader(payload).skip(24)
  const isAligned = fields.unsigned(1) === 1
  const mask = fields.skip(3).unsigned(4)
  const biases: [string, number][] = []
  for (const [index, code] of BIASED.entries()) {
    if (!((mask >>> (3 - index)) & 1)) continue
    const sent = fields.signed(16)
    if (sent !== UNKNOWN_BIAS) biases.push([code, sent * BIAS_UNIT_M])
  }
  return fields.remaining < 0 ? null : { stationId: referenceStationId(payload), isAligned, biases }
}
