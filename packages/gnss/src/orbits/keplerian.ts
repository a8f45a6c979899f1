// Position and clock of a satellite from broadcast Keplerian elements (IS-GPS-200, 20.3.3.4.3; Galileo OS SIS ICD,
// 5.1.1; BDS-SIS-ICD-B1I, 5.2.4.12; the same steps with the constants of each system).
import type { KeplerianEphemeris } from '@vertice/rtcm'
import { HALF_WEEK_S, WEEK_S } from './seconds.ts'
import type { SatelliteState } from './state.ts'

const LIGHT = 299_792_458

interface System {
  readonly gravity: number
  readonly earthRate: number
  /** GPS seconds at the start of the system's week 0, in its own time. */
  readonly firstWeek: number
  /** Seconds that the system's time is behind GPS time. */
  readonly behindGpsS: number
}

const GPS: System = { gravity: 3.986_005e14, earthRate: 7.292_115_146_7e-5, firstWeek: 0, behindGpsS: 0 }
const SYSTEMS: Readonly<Record<KeplerianEphemeris['constellation'], System>> = {
  GPS,
  QZS: GPS,
  NAV: { ...GPS, firstWeek: 1024 },
  GAL: { gravity: 3.986_004_418e14, earthRate: 7.292_115_146_7e-5, firstWeek: 1024, behindGpsS: 0 },
  BDS: { gravity: 3.986_004_418e14, earthRate: 7.292_115e-5, firstWeek: 1356, behindGpsS: 14 },
}

/** BeiDou satellites in geostationary orbit broadcast elements in a plane that is inclined by 5 degrees. */
const GEO_TILT = (-5 * Math.PI) / 180
const isBeidouGeo = ({ constellation, satellite }: KeplerianEphemeris) =>
  constellation === 'BDS' && (satellite <= 5 || satellite >= 59)

/** GPS time in seconds to which the elements refer. */
export function referenceSeconds({ constellation, week, toe }: KeplerianEphemeris): number {
  const { firstWeek, behindGpsS } = SYSTEMS[constellation]
  return (week + firstWeek) * WEEK_S + toe + behindGpsS
}

export function keplerianState(ephemeris: KeplerianEphemeris, gpsSeconds: number): SatelliteState {
  const { gravity, earthRate } = SYSTEMS[ephemeris.constellation]
  const t = gpsSeconds - referenceSeconds(ephemeris)
  const { e, sqrtA } = ephemeris
  const a = sqrtA * sqrtA
  const mean = ephemeris.m0 + (Math.sqrt(gravity) / (a * sqrtA) + ephemeris.deltaN) * t
  const anomaly = eccentricAnomaly(mean, e)
  const [cosE, sinE] = [Math.cos(anomaly), Math.sin(anomaly)]
  const phi = Math.atan2(Math.sqrt(1 - e * e) * sinE, cosE - e) + ephemeris.omega
  const [cos2, sin2] = [Math.cos(2 * phi), Math.sin(2 * phi)]
  const argument = phi + ephemeris.cus * sin2 + ephemeris.cuc * cos2
  const radius = a * (1 - e * cosE) + ephemeris.crs * sin2 + ephemeris.crc * cos2
  const inclination = ephemeris.i0 + ephemeris.iDot * t + ephemeris.cis * sin2 + ephemeris.cic * cos2
  const [x, y] = [radius * Math.cos(argument), radius * Math.sin(argument)]
  const clock = clockOf(ephemeris, gpsSeconds) - ((2 * Math.sqrt(gravity) * sqrtA) / LIGHT ** 2) * e * sinE
  const { omega0, omegaDot, toe } = ephemeris
  if (isBeidouGeo(ephemeris)) {
    const inertial = turned(x, y, inclination, omega0 + omegaDot * t - earthRate * toe)
    return { ...inEarth(inertial, earthRate * t), clock }
  }
  return { ...turned(x, y, inclination, omega0 + (omegaDot - earthRate) * t - earthRate * toe), clock }
}

const turned = (x: number, y: number, inclination: number, node: number) => ({
  x: x * Math.cos(node) - y * Math.cos(inclination) * Math.sin(node),
  y: x * Math.sin(node) + y * Math.cos(inclination) * Math.cos(node),
  z: y * Math.sin(inclination),
})

function inEarth({ x, y, z }: { x: number; y: number; z: number }, turn: number) {
  const [cosTilt, sinTilt, cosTurn, sinTurn] = [Math.cos(GEO_TILT), Math.sin(GEO_TILT), Math.cos(turn), Math.sin(turn)]
  const tilted = y * cosTilt + z * sinTilt
  return {
    x: x * cosTurn + tilted * sinTurn,
    y: -x * sinTurn + tilted * cosTurn,
    z: -y * sinTilt + z * cosTilt,
  }
}

/** Seconds that the satellite's clock is ahead, without the relativistic part. */
function clockOf(ephemeris: KeplerianEphemeris, gpsSeconds: number): number {
  const { toe, toc, af0, af1, af2 } = ephemeris
  let apart = toc - toe
  if (apart > HALF_WEEK_S) apart -= WEEK_S
  if (apart < -HALF_WEEK_S) apart += WEEK_S
  const t = gpsSeconds - referenceSeconds(ephemeris) - apart
  return af0 + af1 * t + af2 * t * t
}

/** Kepler's equation by Newton's method. */
function eccentricAnomaly(meanAnomaly: number, e: number): number {
  const mean = meanAnomaly % (2 * Math.PI)
  let anomaly = mean + e * Math.sin(mean)
  for (let step = 0; step < 5; step++) anomaly -= (anomaly - e * Math.sin(anomaly) - mean) / (1 - e * Math.cos(anomaly))
  return anomaly
}
