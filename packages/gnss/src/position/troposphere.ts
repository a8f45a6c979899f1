// The delay of the troposphere in a standard atmosphere (Saastamoinen's formula).
import type { Geodetic } from '../ellipsoid.ts'

const RADIAN = 180 / Math.PI
const HUMIDITY = 0.7

/** Metres, for a satellite at this elevation (degrees). 0 below the horizon and outside of the atmosphere. */
export function troposphericDelay({ lat, height }: Geodetic, elevation: number): number {
  if (height < -100 || height > 10_000 || elevation <= 0) return 0
  const above = Math.max(0, height)
  const pressure = 1013.25 * (1 - 2.2557e-5 * above) ** 5.2568
  const kelvin = 15 - 6.5e-3 * above + 273.16
  const vapour = 6.108 * HUMIDITY * Math.exp((17.15 * kelvin - 4684) / (kelvin - 38.45))
  const zenith = (90 - elevation) / RADIAN
  const gravity = 1 - 0.00266 * Math.cos((2 * lat) / RADIAN) - (0.00028 * above) / 1000
  const dry = (0.0022768 * pressure) / gravity / Math.cos(zenith)
  const wet = (0.002277 * (1255 / kelvin + 0.05) * vapour) / Math.cos(zenith)
  return dry + wet
}
