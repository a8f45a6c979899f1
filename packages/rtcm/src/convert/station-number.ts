// DF003, the number of the reference station, in every message that has one.
import { crc24q } from '../frames/crc24q.ts'
import { isObservation } from '../observations/head.ts'

const HEAD = 3
const CRC = 3
const OTHERS: ReadonlySet<number> = new Set([1005, 1006, 1007, 1008, 1013, 1029, 1032, 1033, 1230])

export const hasStationNumber = (type: number): boolean => isObservation(type) || OTHERS.has(type)

/** Changes whole frames in place. */
export function numberStations(frames: Buffer, number: number): void {
  for (let at = 0; at + HEAD < frames.length; ) {
    const end = at + HEAD + (((frames[at + 1]! & 3) << 8) | frames[at + 2]!)
    const type = (frames[at + HEAD]! << 4) | (frames[at + HEAD + 1]! >> 4)
    if (end >= at + HEAD + 3 && hasStationNumber(type)) {
      frames[at + HEAD + 1] = (frames[at + HEAD + 1]! & 0xf0) | (number >> 8)
      frames[at + HEAD + 2] = number & 0xff
      frames.writeUIntBE(crc24q(frames, at, end), end, CRC)
    }
    at = end + CRC
  }
}
