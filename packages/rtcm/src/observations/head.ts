// Decodes the heads of observation messages: MSM 1 to 7 of every constellation, and the older 1001-1004 and 1009-1012.
// A head has constellation, instant and satellites; nothing after the masks is read.
import { unsignedAt } from '../bits.ts'
import { referenceStationId } from '../messages.ts'

/** In the order of their MSM numbers: 107x, 108x, 109x, 110x, 111x, 112x, 113x. */
export const CONSTELLATIONS = ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS', 'NAV'] as const
export type Constellation = (typeof CONSTELLATIONS)[number]

export interface ObservationHead {
  readonly constellation: Constellation
  readonly stationId: number
  /** 30 bits as sent, see epoch.ts. In 1009-1012 the day is set to "unknown" (DF416), before the 27 bits sent. */
  readonly epoch: number
  /** DF393, DF005: whether more messages of the same epoch follow. */
  readonly moreFollow: boolean
  readonly satellites: number
  /** SBAS satellites in 1001-1004, where SBAS has no message of its own and is sent among the GPS satellites. */
  readonly sbasSatellites: number
  /** DF394 in two halves, satellite 1 is the highest bit; both 0 in 1001-1012, whose heads have only a count. */
  readonly satellitesTo32: number
  readonly satellitesFrom33: number
  /** DF395, signal 1 is the highest bit; 0 in 1001-1012. */
  readonly signals: number
}

export const GLONASS_DAY_UNKNOWN = 7

const MSM_HEAD_BYTES = Math.ceil(169 / 8)
const LEGACY_HEAD_BYTES = 8

export const isObservation = (type: number): boolean =>
  (type >= 1001 && type <= 1004) ||
  (type >= 1009 && type <= 1012) ||
  (type >= 1071 && type <= 1137 && type % 10 >= 1 && type % 10 <= 7)

/** `null` if the message has no observations or is too short. */
export function decodeObservationHead(payload: Uint8Array, type: number): ObservationHead | null {
  const level = type % 10
  if (type >= 1071 && type <= 1137 && level >= 1 && level <= 7) {
    return payload.length < MSM_HEAD_BYTES ? null : msmHead(payload, CONSTELLATIONS[Math.floor(type / 10) - 107]!)
  }
  if (payload.length < LEGACY_HEAD_BYTES) return null
  if (type >= 1001 && type <= 1004) return gpsHead(payload, type)
  if (type >= 1009 && type <= 1012) return glonassHead(payload)
  return null
}

/** RTCM 10403.3, table 3.5-78. */
function msmHead(payload: Uint8Array, constellation: Constellation): ObservationHead {
  const satellitesTo32 = unsignedAt(payload, 73, 32)
  const satellitesFrom33 = unsignedAt(payload, 105, 32)
  return {
    constellation,
    stationId: referenceStationId(payload),
    epoch: unsignedAt(payload, 24, 30),
    moreFollow: unsignedAt(payload, 54, 1) === 1,
    satellites: bitsSet(satellitesTo32) + bitsSet(satellitesFrom33),
    sbasSatellites: 0,
    satellitesTo32,
    satellitesFrom33,
    signals: unsignedAt(payload, 137, 32),
  }
}

const ONLY_COUNTED = { satellitesTo32: 0, satellitesFrom33: 0, signals: 0 }

function gpsHead(payload: Uint8Array, type: number): ObservationHead {
  const all = unsignedAt(payload, 55, 5) // DF006
  const sbasSatellites = sbasAmong(payload, type, all)
  return {
    constellation: 'GPS',
    stationId: referenceStationId(payload),
    epoch: unsignedAt(payload, 24, 30), // DF004
    moreFollow: unsignedAt(payload, 54, 1) === 1,
    satellites: all - sbasSatellites,
    sbasSatellites,
    ...ONLY_COUNTED,
  }
}

const GPS_HEAD_BITS = 64
/** Bits per satellite in 1001, 1002, 1003 and 1004. */
const GPS_CELL_BITS = [58, 74, 101, 125]
const ID_BITS = 6

/** The bits of each satellite start with DF009, its id: 1 to 32 are GPS, 40 to 58 are SBAS (PRN 120 to 138). */
function sbasAmong(payload: Uint8Array, type: number, satellites: number): number {
  const cellBits = GPS_CELL_BITS[type - 1001]!
  const end = Math.min(GPS_HEAD_BITS + satellites * cellBits, payload.length * 8 - ID_BITS + 1)
  let found = 0
  for (let bit = GPS_HEAD_BITS; bit < end; bit += cellBits) {
    const id = unsignedAt(payload, bit, ID_BITS)
    if (id >= 40 && id <= 58) found++
  }
  return found
}

function glonassHead(payload: Uint8Array): ObservationHead {
  return {
    constellation: 'GLO',
    stationId: referenceStationId(payload),
    epoch: GLONASS_DAY_UNKNOWN * 2 ** 27 + unsignedAt(payload, 24, 27), // DF034
    moreFollow: unsignedAt(payload, 51, 1) === 1,
    satellites: unsignedAt(payload, 52, 5), // DF035
    sbasSatellites: 0,
    ...ONLY_COUNTED,
  }
}

/** Counts the bits of a 32-bit word in parallel: pairs, nibbles, bytes, then the sum of the bytes in the top byte. */
export function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
