// Encodes frames and the messages that describe a station.
import { BitWriter } from '../bits.ts'
import { crc24q } from '../frames/crc24q.ts'
import type { Equipment, StationPosition } from '../messages.ts'
import { writeText } from './text.ts'

/** RTCM 10403.3, section 4. */
export function frame(payload: Uint8Array): Buffer {
  if (payload.length > 1023) throw new RangeError('a message has at most 1023 bytes')
  const bytes = Buffer.alloc(payload.length + 6)
  bytes.writeUInt8(0xd3, 0)
  bytes.writeUInt16BE(payload.length, 1)
  bytes.set(payload, 3)
  bytes.writeUIntBE(crc24q(bytes, 0, payload.length + 3), payload.length + 3, 3)
  return bytes
}

type Place = Pick<StationPosition, 'stationId' | 'x' | 'y' | 'z'>

export const encode1005 = (position: Place): Buffer => writePlace(1005, position).bytes()

export const encode1006 = (position: Place & { readonly antennaHeight: number }): Buffer =>
  writePlace(1006, position).unsigned(tenthsOfMillimetre(position.antennaHeight), 16).bytes() // DF028

function writePlace(type: number, { stationId, x, y, z }: Place): BitWriter {
  return new BitWriter()
    .unsigned(type, 12)
    .unsigned(stationId, 12)
    .unsigned(0, 6) // DF021
    .unsigned(0b1110, 4) // DF022, DF023, DF024: GPS, GLONASS and Galileo; DF141: a real station
    .signed(tenthsOfMillimetre(x), 38) // DF025
    .unsigned(0b00, 2) // DF142: constellations need not share an oscillator; reserved
    .signed(tenthsOfMillimetre(y), 38) // DF026
    .unsigned(0b00, 2) // DF364: quarter cycle correction not indicated
    .signed(tenthsOfMillimetre(z), 38) // DF027
}

const tenthsOfMillimetre = (metres: number) => Math.round(metres * 10_000)

export function encode1033(equipment: Equipment): Buffer {
  const { receiver } = equipment
  const fields = new BitWriter().unsigned(1033, 12).unsigned(equipment.stationId, 12)
  writeText(fields, equipment.antenna)
  fields.unsigned(equipment.antennaSetupId, 8)
  const rest = [equipment.antennaSerial, receiver?.type, receiver?.firmware, receiver?.serial]
  for (const text of rest) writeText(fields, text ?? '')
  return fields.bytes()
}
