// An unperturbed orbit as GPS, Galileo and BeiDou describe theirs (IS-GPS-200, table 20-IV; Galileo OS SIS ICD, 5.1.1;
// BDS-SIS-ICD, 5.2.4.12): the same steps, without the harmonic corrections, which are broadcast as zero.

export const LIGHT = 299_792_458

/** Epoch of the orbits in GPS seconds: close to now, to keep precision. */
export const LAID_OUT_AT = 2400 * 604_800 // the first week of 2026

export interface KeplerianMotion {
  readonly sqrtA: number
  readonly e: number
  /** i0 */
  readonly inclination: number
  /** omega */
  readonly perigee: number
  /** Longitude of the ascending node in the Earth-fixed frame at `LAID_OUT_AT`. */
  readonly nodeLongitude: number
  /** OMEGA DOT, in the inertial frame. */
  readonly nodeRate: number
  /** At `LAID_OUT_AT`. */
  readonly meanAnomaly: number
  /** Constants of the constellation's interface document. */
  readonly gravity: number
  readonly earthRate: number
}

/** ECEF position in metres, and velocity in metres per second. */
export interface Motion {
  readonly position: readonly [number, number, number]
  readonly velocity: readonly [number, number, number]
  /** Relativistic correction of the satellite's clock in seconds, and its rate. */
  readonly relativity: number
  readonly relativityRate: number
}

export const meanMotion = ({ sqrtA, gravity }: KeplerianMotion) => Math.sqrt(gravity) / sqrtA ** 3

export const meanAnomalyAt = (orbit: KeplerianMotion, gpsSeconds: number) =>
  orbit.meanAnomaly + meanMotion(orbit) * (gpsSeconds - LAID_OUT_AT)

export const nodeLongitudeAt = ({ nodeLongitude, nodeRate, earthRate }: KeplerianMotion, gpsSeconds: number) =>
  nodeLongitude + (nodeRate - earthRate) * (gpsSeconds - LAID_OUT_AT)

export function keplerianMotion(orbit: KeplerianMotion, gpsSeconds: number): Motion {
  const { e, perigee, inclination, gravity } = orbit
  const a = orbit.sqrtA ** 2
  const anomaly = eccentricAnomaly(meanAnomalyAt(orbit, gpsSeconds), e)
  const anomalyRate = meanMotion(orbit) / (1 - e * Math.cos(anomaly))

  // In the orbital plane, first from the perigee, then from the node.
  const b = a * Math.sqrt(1 - e * e)
  const [toPerigee, across] = [a * (Math.cos(anomaly) - e), b * Math.sin(anomaly)]
  const [toPerigeeRate, acrossRate] = [-a * Math.sin(anomaly) * anomalyRate, b * Math.cos(anomaly) * anomalyRate]
  const [cosPerigee, sinPerigee] = [Math.cos(perigee), Math.sin(perigee)]
  const toNode = toPerigee * cosPerigee - across * sinPerigee
  const fromNode = toPerigee * sinPerigee + across * cosPerigee
  const toNodeRate = toPerigeeRate * cosPerigee - acrossRate * sinPerigee
  const fromNodeRate = toPerigeeRate * sinPerigee + acrossRate * cosPerigee

  const node = nodeLongitudeAt(orbit, gpsSeconds)
  const nodeTurns = orbit.nodeRate - orbit.earthRate
  const [cosNode, sinNode] = [Math.cos(node), Math.sin(node)]
  const [cosInclination, sinInclination] = [Math.cos(inclination), Math.sin(inclination)]
  const x = toNode * cosNode - fromNode * cosInclination * sinNode
  const y = toNode * sinNode + fromNode * cosInclination * cosNode
  // IS-GPS-200, 20.3.3.3.3.1: F e sqrt(A) sin E
  const relativity = (-2 * Math.sqrt(gravity * a) * e) / LIGHT ** 2
  return {
    position: [x, y, fromNode * sinInclination],
    velocity: [
      toNodeRate * cosNode - fromNodeRate * cosInclination * sinNode - nodeTurns * y,
      toNodeRate * sinNode + fromNodeRate * cosInclination * cosNode + nodeTurns * x,
      fromNodeRate * sinInclination,
    ],
    relativity: relativity * Math.sin(anomaly),
    relativityRate: relativity * Math.cos(anomaly) * anomalyRate,
  }
}

/** Kepler's equation by Newton's method. The orbits are nearly circular, so three steps converge. */
function eccentricAnomaly(meanAnomaly: number, e: number): number {
  const mean = meanAnomaly % (2 * Math.PI)
  let anomaly = mean + e * Math.sin(mean)
  for (let step = 0; step < 3; step++) {
    anomaly -= (anomaly - e * Math.sin(anomaly) - mean) / (1 - e * Math.cos(anomaly))
  }
  return anomaly
}
