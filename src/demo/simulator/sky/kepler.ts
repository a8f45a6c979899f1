// An undisturbed orbit as GPS, Galileo and BeiDou describe theirs (IS-GPS-200, table 20-IV; Galileo OS SIS ICD, 5.1.1;
// BDS-SIS-ICD, 5.2.4.12): the same steps, without the harmonic corrections, which are broadcast as zero.

export const LIGHT = 299_792_458

/** The instant that the orbits are laid out for, in GPS seconds: near to now, so that no digits are lost. */
export const LAID_OUT_AT = 2400 * 604_800 // the first week of 2026

export interface KeplerianMotion {
  readonly sqrtA: number
  readonly e: number
  /** i0 */
  readonly inclination: number
  /** omega */
  readonly perigee: number
  /** Of the ascending node in the Earth-fixed frame when laid out. */
  readonly nodeLongitude: number
  /** OMEGA DOT, against the stars. */
  readonly nodeRate: number
  /** When laid out. */
  readonly meanAnomaly: number
  /** The constants of the constellation's own document. */
  readonly gravity: number
  readonly earthRate: number
}

/** Metres and metres a second, Earth-centred and Earth-fixed. */
export interface Motion {
  readonly position: readonly [number, number, number]
  readonly velocity: readonly [number, number, number]
  /** What relativity adds to the satellite's clock, in seconds, and how fast that changes. */
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

  // In the plane of the orbit, first from the perigee, then from the node.
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

/** Kepler's equation by Newton. The orbits here are nearly circles: after three steps nothing changes any more. */
function eccentricAnomaly(meanAnomaly: number, e: number): number {
  const mean = meanAnomaly % (2 * Math.PI)
  let anomaly = mean + e * Math.sin(mean)
  for (let step = 0; step < 3; step++) {
    anomaly -= (anomaly - e * Math.sin(anomaly) - mean) / (1 - e * Math.cos(anomaly))
  }
  return anomaly
}
