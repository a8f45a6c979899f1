// Encodes messages that describe a station or its stream, besides those of frames.ts (RTCM 10403.3, section 3.5).
import { BitWriter } from '../bits.ts'
import { leapSecondsAt } from '../gps-time.ts'
import type { Equipment } from '../messages.ts'
import { writeText } from './text.ts'

type Antenna = Pick<Equipment, 'stationId' | 'antenna' | 'antennaSetupId' | 'antennaSerial'>

export const encode1007 = (antenna: Antenna): Buffer => writeAntenna(1007, antenna).bytes()

export function encode1008(antenna: Antenna): Buffer {
  const fields = writeAntenna(1008, antenna)
  writeText(fields, antenna.antennaSerial ?? '')
  return fields.bytes()
}

function writeAntenna(type: number, { stationId, antenna, antennaSetupId }: Antenna): BitWriter {
  const fields = new BitWriter().unsigned(type, 12).unsigned(stationId, 12)
  writeText(fields, antenna)
  return fields.unsigned(antennaSetupId, 8)
}

/** System parameters: time and leap seconds, without announcements of other messages. */
export const encode1013 = ({ stationId, utcMs }: { readonly stationId: number; readonly utcMs: number }): Buffer =>
  writeTime(new BitWriter().unsigned(1013, 12).unsigned(stationId, 12), utcMs)
    .unsigned(0, 5) // DF053
    .unsigned(leapSecondsAt(utcMs), 8) // DF054
    .bytes()

/** DF138 and DF139: at most 127 characters and 255 bytes of UTF-8. */
export const LONGEST_ANNOUNCEMENT = { characters: 127, bytes: 255 }

interface Announcement {
  readonly stationId: number
  readonly utcMs: number
  readonly text: string
}

export function encode1029({ stationId, utcMs, text }: Announcement): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const characters = [...text].length
  if (characters > LONGEST_ANNOUNCEMENT.characters || bytes.length > LONGEST_ANNOUNCEMENT.bytes)
    throw new RangeError('an announcement has at most 127 characters and 255 bytes')
  const fields = writeTime(new BitWriter().unsigned(1029, 12).unsigned(stationId, 12), utcMs)
    .unsigned(characters, 7)
    .unsigned(bytes.length, 8)
  for (const byte of bytes) fields.unsigned(byte, 8)
  return fields.bytes()
}

/** GLONASS phases that are aligned with the pseudoranges, so that all biases are zero. */
export function encode1230({ stationId }: { readonly stationId: number }): Buffer {
  const fields = new BitWriter()
    .unsigned(1230, 12)
    .unsigned(stationId, 12)
    .unsigned(1, 1) // DF421
    .unsigned(0, 3)
    .unsigned(0b1111, 4) // DF422: C1C, C1P, C2C, C2P
  for (let signal = 0; signal < 4; signal++) fields.signed(0, 16)
  return fields.bytes()
}

const DAY_MS = 86_400_000
/** Modified Julian Day of 1970-01-01. */
const FIRST_DAY = 40_587

/** DF051 and DF052. */
const writeTime = (fields: BitWriter, utcMs: number): BitWriter =>
  fields.unsigned(FIRST_DAY + Math.floor(utcMs / DAY_MS), 16).unsigned(Math.floor((utcMs % DAY_MS) / 1000), 17)
