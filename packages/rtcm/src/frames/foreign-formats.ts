// Detects other formats in a stream that should be RTCM 3, by their checksums.

export const FOREIGN_FORMATS = ['UBX', 'NMEA'] as const
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number]

/** `bytes` is a piece of a stream that can start and end anywhere. */
export function foreignFormats(bytes: Buffer): ForeignFormat[] {
  const isIn = { UBX: hasUbx, NMEA: hasNmea }
  return FOREIGN_FORMATS.filter((format) => isIn[format](bytes))
}

const UBX_SYNC = Buffer.from([0xb5, 0x62])
const UBX_HEAD = 6
/** Limits the work on a piece that is crafted to fail every attempt. */
const MOST_TRIES = 50

/**
 * u-blox, "UBX frame structure": sync, class, id, length (little endian), payload, two checksums over all but the sync.
 */
function hasUbx(bytes: Buffer): boolean {
  let at = bytes.indexOf(UBX_SYNC)
  for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
    if (at + UBX_HEAD > bytes.length) return false
    const end = at + UBX_HEAD + bytes.readUInt16LE(at + 4)
    if (end + 2 <= bytes.length && isUbxSum(bytes, at + 2, end)) return true
    at = bytes.indexOf(UBX_SYNC, at + 2)
  }
  return false
}

function isUbxSum(bytes: Buffer, from: number, end: number): boolean {
  let [a, b] = [0, 0]
  for (let at = from; at < end; at++) {
    a = (a + bytes[at]!) & 0xff
    b = (b + a) & 0xff
  }
  return bytes[end] === a && bytes[end + 1] === b
}

/** NMEA 0183: talker and type, fields, XOR of all characters between $ and *. */
const SENTENCE = /\$([A-Z][A-Z0-9]{3,9},[\x20-\x23\x25-\x29\x2b-\x7e]{0,200})\*([0-9A-Fa-f]{2})\r?\n/g

function hasNmea(bytes: Buffer): boolean {
  for (const [, text, sum] of bytes.toString('latin1').matchAll(SENTENCE)) {
    const xor = Buffer.from(text!, 'latin1').reduce((total, byte) => total ^ byte, 0)
    if (xor === Number.parseInt(sum!, 16)) return true
  }
  return false
}
