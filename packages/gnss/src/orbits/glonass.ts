// Position and clock of a GLONASS satellite: the equations of motion (GLONASS ICD, A.3.1.2) are integrated from the
// broadcast position and velocity.
import { type GlonassOrbit, gpsFromUtc } from '@vertice/rtcm'
import type { SatelliteState } from './state.ts'

const GRAVITY = 3.986_004_4e14
const EARTH_RATE = 7.292_115e-5
const EARTH_RADIUS_M = 6_378_136
const J2 = 1.082_625_7e-3
const STEP_S = 60

type Motion = [x: number, y: number, z: number, vx: number, vy: number, vz: number]

export const glonassReferenceSeconds = ({ referenceMs }: GlonassOrbit): number => gpsFromUtc(referenceMs) / 1000

export function glonassState(orbit: GlonassOrbit, gpsSeconds: number): SatelliteState {
  const t = gpsSeconds - glonassReferenceSeconds(orbit)
  let motion: Motion = [...orbit.position, ...orbit.velocity]
  for (let left = t; Math.abs(left) > 1e-9; ) {
    const step = Math.abs(left) < STEP_S ? left : Math.sign(left) * STEP_S
    motion = rungeKutta(motion, orbit.acceleration, step)
    left -= step
  }
  return { x: motion[0], y: motion[1], z: motion[2], clock: -orbit.tau + orbit.gamma * t }
}

function rungeKutta(motion: Motion, acceleration: GlonassOrbit['acceleration'], step: number): Motion {
  const k1 = rate(motion, acceleration)
  const k2 = rate(plus(motion, k1, step / 2), acceleration)
  const k3 = rate(plus(motion, k2, step / 2), acceleration)
  const k4 = rate(plus(motion, k3, step), acceleration)
  return motion.map((value, at) => value + (step / 6) * (k1[at]! + 2 * k2[at]! + 2 * k3[at]! + k4[at]!)) as Motion
}

const plus = (motion: Motion, rates: Motion, step: number) =>
  motion.map((value, at) => value + rates[at]! * step) as Motion

function rate([x, y, z, vx, vy, vz]: Motion, [ax, ay, az]: GlonassOrbit['acceleration']): Motion {
  const r2 = x * x + y * y + z * z
  const r3 = r2 * Math.sqrt(r2)
  const central = GRAVITY / r3
  const oblate = (1.5 * J2 * GRAVITY * EARTH_RADIUS_M ** 2) / (r3 * r2)
  const above = (5 * z * z) / r2
  const turn2 = EARTH_RATE * EARTH_RATE
  return [
    vx,
    vy,
    vz,
    (-central - oblate * (1 - above) + turn2) * x + 2 * EARTH_RATE * vy + ax,
    (-central - oblate * (1 - above) + turn2) * y - 2 * EARTH_RATE * vx + ay,
    (-central - oblate * (3 - above)) * z + az,
  ]
}
