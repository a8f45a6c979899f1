// The Keplerian elements that GPS, Galileo and BeiDou broadcast, each packed in its own widths. Names are the symbols
// of the interface documents (IS-GPS-200, Galileo OS SIS ICD, BDS-SIS-ICD); units are metres, seconds and radians, as
// in a RINEX navigation file.
import type { BitWriter } from '../bits.ts'

export interface KeplerianOrbit {
  /** PRN */
  readonly satellite: number
  /** The constellation's own week number, without rollover: GPS since 1980, Galileo since 1999, BeiDou since 2006. */
  readonly week: number
  /** Seconds of the week. */
  readonly toe: number
  readonly toc: number
  readonly af0: number
  readonly af1: number
  readonly af2: number
  readonly sqrtA: number
  readonly e: number
  readonly i0: number
  readonly iDot: number
  readonly omega0: number
  readonly omegaDot: number
  readonly omega: number
  readonly m0: number
  readonly deltaN: number
  readonly cuc: number
  readonly cus: number
  readonly crc: number
  readonly crs: number
  readonly cic: number
  readonly cis: number
}

/** How a constellation packs the elements. */
export interface Layout {
  readonly time: { readonly width: number; readonly seconds: number }
  readonly clock: readonly { readonly name: 'af2' | 'af1' | 'af0'; readonly width: number; readonly unit: number }[]
  readonly correctionWidth: number
  readonly angleUnit: number
  readonly radiusUnit: number
}

export const GPS: Layout = {
  time: { width: 16, seconds: 16 },
  clock: [
    { name: 'af2', width: 8, unit: 2 ** -55 },
    { name: 'af1', width: 16, unit: 2 ** -43 },
    { name: 'af0', width: 22, unit: 2 ** -31 },
  ],
  correctionWidth: 16,
  angleUnit: 2 ** -29,
  radiusUnit: 2 ** -5,
}

export const GALILEO: Layout = {
  ...GPS,
  time: { width: 14, seconds: 60 },
  clock: [
    { name: 'af2', width: 6, unit: 2 ** -59 },
    { name: 'af1', width: 21, unit: 2 ** -46 },
    { name: 'af0', width: 31, unit: 2 ** -34 },
  ],
}

export const BEIDOU: Layout = {
  time: { width: 17, seconds: 8 },
  clock: [
    { name: 'af2', width: 11, unit: 2 ** -66 },
    { name: 'af1', width: 22, unit: 2 ** -50 },
    { name: 'af0', width: 24, unit: 2 ** -33 },
  ],
  correctionWidth: 18,
  angleUnit: 2 ** -31,
  radiusUnit: 2 ** -6,
}

export function writeClock(fields: BitWriter, ephemeris: KeplerianOrbit, layout: Layout): void {
  fields.unsigned(Math.round(ephemeris.toc / layout.time.seconds), layout.time.width)
  for (const { name, width, unit } of layout.clock) writeScaled(fields, ephemeris[name], width, unit)
}

export function writeOrbit(fields: BitWriter, ephemeris: KeplerianOrbit, layout: Layout): void {
  const alongRadius = (value: number) => writeScaled(fields, value, layout.correctionWidth, layout.radiusUnit)
  const inAngle = (value: number) => writeScaled(fields, value, layout.correctionWidth, layout.angleUnit)
  alongRadius(ephemeris.crs)
  writeRate(fields, ephemeris.deltaN, 16)
  writeAngle(fields, ephemeris.m0)
  inAngle(ephemeris.cuc)
  fields.unsigned(Math.round(ephemeris.e * 2 ** 33), 32)
  inAngle(ephemeris.cus)
  fields.unsigned(Math.round(ephemeris.sqrtA * 2 ** 19), 32)
  fields.unsigned(Math.round(ephemeris.toe / layout.time.seconds), layout.time.width)
  inAngle(ephemeris.cic)
  writeAngle(fields, ephemeris.omega0)
  inAngle(ephemeris.cis)
  writeAngle(fields, ephemeris.i0)
  alongRadius(ephemeris.crc)
  writeAngle(fields, ephemeris.omega)
  writeRate(fields, ephemeris.omegaDot, 24)
}

export const writeScaled = (fields: BitWriter, value: number, width: number, unit: number) =>
  fields.signed(Math.round(value / unit), width)

/** Radians per second as 2^-43 semicircles per second. */
export const writeRate = (fields: BitWriter, value: number, width: number) =>
  writeScaled(fields, value, width, Math.PI * 2 ** -43)

/** Radians as 2^-31 semicircles: 32 bits are exactly one turn, so any angle is valid. */
function writeAngle(fields: BitWriter, radians: number): void {
  const turn = 2 ** 32
  const units = Math.round((radians / Math.PI) * 2 ** 31)
  fields.unsigned(((units % turn) + turn) % turn, 32)
}
