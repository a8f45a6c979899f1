// A GLONASS orbit. GLONASS broadcasts position and velocity every half hour instead of elements; the receiver
// integrates the equations of motion, which include the Earth's flattening (GLONASS ICD, A.3.1.2). The simulated
// satellite must follow these equations, so that consecutive broadcasts agree.
//
// This is their solution for a nearly circular orbit, to the first order in the flattening, which bends the path by 400
// m and more. The second order would add 0.1 m; a broadcast is rounded to 0.5 m and 1 mm/s. The closed form stays
// smooth forever and needs no integration.
import { LAID_OUT_AT, type Motion } from './kepler.ts'

/** GLONASS ICD, table 3.2 (PZ-90.02), and its J2. */
export const GRAVITY = 3.986_004_4e14
export const EARTH_RATE = 7.292_115e-5
const EARTH_RADIUS_M = 6_378_136
const J2 = 1.082_625_7e-3

export interface GlonassMotion {
  /** Mean radius. */
  readonly radius: number
  readonly inclination: number
  /** Longitude of the ascending node in the Earth-fixed frame at `LAID_OUT_AT`. */
  readonly nodeLongitude: number
  /** Argument of latitude (the angle from the node) at `LAID_OUT_AT`. */
  readonly latitudeArgument: number
}

export function glonassMotion(orbit: GlonassMotion, gpsSeconds: number): Motion {
  const { radius, inclination } = orbit
  const seconds = gpsSeconds - LAID_OUT_AT
  const flattening = 1.5 * J2 * (EARTH_RADIUS_M / radius) ** 2
  const [cos0, sin0] = [Math.cos(inclination), Math.sin(inclination)]
  const motion = Math.sqrt(GRAVITY / radius ** 3)
  const momentum = (flattening * (1 - 1.5 * sin0 ** 2)) / 2

  // Secular terms, then terms with a period of half a revolution.
  const mean = orbit.latitudeArgument + motion * (1 + momentum + flattening * cos0 ** 2) * seconds
  const [cos2, sin2] = [Math.cos(2 * mean), Math.sin(2 * mean)]
  const argument = mean + flattening * (sin0 ** 2 / 12 - cos0 ** 2 / 2) * sin2
  const tilt = inclination + (flattening / 4) * Math.sin(2 * inclination) * cos2
  const nodeRate = -flattening * motion * cos0 - EARTH_RATE
  const node = orbit.nodeLongitude + nodeRate * seconds + (flattening / 2) * cos0 * sin2
  const distance = radius * (1 + (flattening / 6) * sin0 ** 2 * cos2)
  const outward = -radius * (flattening / 3) * sin0 ** 2 * sin2 * motion
  const along = distance * motion * (1 + momentum + (flattening / 6) * sin0 ** 2 * cos2)

  const [cosNode, sinNode, cosTilt, sinTilt] = [Math.cos(node), Math.sin(node), Math.cos(tilt), Math.sin(tilt)]
  const [cosArgument, sinArgument] = [Math.cos(argument), Math.sin(argument)]
  const inSpace = (toNode: number, fromNode: number) =>
    [
      toNode * cosNode - fromNode * cosTilt * sinNode,
      toNode * sinNode + fromNode * cosTilt * cosNode,
      fromNode * sinTilt,
    ] as const
  const position = inSpace(distance * cosArgument, distance * sinArgument)
  const velocity = inSpace(outward * cosArgument - along * sinArgument, outward * sinArgument + along * cosArgument)
  return {
    position,
    // Velocity relative to the rotating Earth.
    velocity: [velocity[0] + EARTH_RATE * position[1], velocity[1] - EARTH_RATE * position[0], velocity[2]],
    relativity: 0, // GLONASS clocks are broadcast with this removed
    relativityRate: 0,
  }
}
