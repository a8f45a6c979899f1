// Broadcast orbits of GPS (1019), BeiDou (1042) and Galileo (1045 F/NAV, 1046 I/NAV).
import { BitWriter } from '../bits.ts'
import {
  BEIDOU,
  GALILEO,
  GPS,
  type KeplerianOrbit,
  writeClock,
  writeOrbit,
  writeRate,
  writeScaled,
} from './keplerian-orbit.ts'

export interface GpsEphemeris extends KeplerianOrbit {
  readonly iode: number
  readonly iodc: number
  readonly tgd: number
  /** An index, not metres. */
  readonly ura: number
  readonly health: number
}

export interface BeidouEphemeris extends KeplerianOrbit {
  readonly aode: number
  readonly aodc: number
  readonly tgd1: number
  readonly tgd2: number
  readonly urai: number
  readonly health: number
}

export interface GalileoEphemeris extends KeplerianOrbit {
  readonly iodNav: number
  /** An index, not metres. */
  readonly sisa: number
  readonly bgdE5a: number
  /** Sent in I/NAV only. */
  readonly bgdE5b: number
}

/** DF009, DF076 to DF103, DF137. */
export function encode1019(ephemeris: GpsEphemeris): Buffer {
  const fields = new BitWriter()
    .unsigned(1019, 12)
    .unsigned(ephemeris.satellite, 6)
    .unsigned(ephemeris.week % 1024, 10)
  fields.unsigned(ephemeris.ura, 4).unsigned(0b01, 2) // P code on L2
  writeRate(fields, ephemeris.iDot, 14)
  fields.unsigned(ephemeris.iode, 8)
  writeClock(fields, ephemeris, GPS)
  fields.unsigned(ephemeris.iodc, 10)
  writeOrbit(fields, ephemeris, GPS)
  writeScaled(fields, ephemeris.tgd, 8, 2 ** -31)
  // L2 P data on, fit interval of 4 h
  return fields.unsigned(ephemeris.health, 6).unsigned(0, 1).unsigned(0, 1).bytes()
}

export function encode1042(ephemeris: BeidouEphemeris): Buffer {
  const fields = new BitWriter()
    .unsigned(1042, 12)
    .unsigned(ephemeris.satellite, 6)
    .unsigned(ephemeris.week % 8192, 13)
  fields.unsigned(ephemeris.urai, 4)
  writeRate(fields, ephemeris.iDot, 14)
  fields.unsigned(ephemeris.aode, 5)
  writeClock(fields, ephemeris, BEIDOU)
  fields.unsigned(ephemeris.aodc, 5)
  writeOrbit(fields, ephemeris, BEIDOU)
  writeScaled(fields, ephemeris.tgd1, 10, 1e-10)
  writeScaled(fields, ephemeris.tgd2, 10, 1e-10)
  return fields.unsigned(ephemeris.health, 1).bytes()
}

/** F/NAV. */
export function encode1045(ephemeris: GalileoEphemeris): Buffer {
  const fields = galileo(1045, ephemeris)
  // E5a healthy, its data valid; reserved
  return fields
    .unsigned(0, 2 + 1)
    .unsigned(0, 7)
    .bytes()
}

/** I/NAV. */
export function encode1046(ephemeris: GalileoEphemeris): Buffer {
  const fields = galileo(1046, ephemeris)
  writeScaled(fields, ephemeris.bgdE5b, 10, 2 ** -32)
  // E5b and E1-B healthy, their data valid; reserved
  return fields
    .unsigned(0, 2 + 1)
    .unsigned(0, 2 + 1)
    .unsigned(0, 2)
    .bytes()
}

function galileo(type: number, ephemeris: GalileoEphemeris): BitWriter {
  const fields = new BitWriter()
    .unsigned(type, 12)
    .unsigned(ephemeris.satellite, 6)
    .unsigned(ephemeris.week % 4096, 12)
  fields.unsigned(ephemeris.iodNav, 10).unsigned(ephemeris.sisa, 8)
  writeRate(fields, ephemeris.iDot, 14)
  writeClock(fields, ephemeris, GALILEO)
  writeOrbit(fields, ephemeris, GALILEO)
  writeScaled(fields, ephemeris.bgdE5a, 10, 2 ** -32)
  return fields
}
