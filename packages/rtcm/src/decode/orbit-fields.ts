// Reads the Keplerian elements of broadcast orbits; the inverse of encode/keplerian-orbit.ts.
import type { BitReader } from '../bits.ts'
import type { KeplerianOrbit, Layout } from '../encode/keplerian-orbit.ts'

export type Clock = Pick<KeplerianOrbit, 'toc' | 'af0' | 'af1' | 'af2'>
export type Orbit = Omit<KeplerianOrbit, keyof Clock | 'satellite' | 'week' | 'iDot'>

export function readClock(fields: BitReader, { time, clock }: Layout): Clock {
  const toc = fields.unsigned(time.width) * time.seconds
  const [af2, af1, af0] = clock.map(({ width, unit }) => fields.signed(width) * unit) as [number, number, number]
  return { toc, af0, af1, af2 }
}

export function readOrbit(fields: BitReader, layout: Layout): Orbit {
  const alongRadius = () => fields.signed(layout.correctionWidth) * layout.radiusUnit
  const inAngle = () => fields.signed(layout.correctionWidth) * layout.angleUnit
  const crs = alongRadius()
  const deltaN = readRate(fields, 16)
  const m0 = readAngle(fields)
  const cuc = inAngle()
  const e = fields.unsigned(32) * 2 ** -33
  const cus = inAngle()
  const sqrtA = fields.unsigned(32) * 2 ** -19
  const toe = fields.unsigned(layout.time.width) * layout.time.seconds
  const cic = inAngle()
  const omega0 = readAngle(fields)
  const cis = inAngle()
  const i0 = readAngle(fields)
  const crc = alongRadius()
  const omega = readAngle(fields)
  const omegaDot = readRate(fields, 24)
  return { crs, deltaN, m0, cuc, e, cus, sqrtA, toe, cic, omega0, cis, i0, crc, omega, omegaDot }
}

/** 2^-43 semicircles per second as radians per second. */
export const readRate = (fields: BitReader, width: number): number => fields.signed(width) * 2 ** -43 * Math.PI

/** 2^-31 semicircles as radians. */
const readAngle = (fields: BitReader): number => fields.signed(32) * 2 ** -31 * Math.PI
