// The broadcast messages of the simulated satellites: their motion at a reference time, rounded as sent. A receiver
// computes their positions within a few centimetres, for GLONASS within some decimetres.

import { encode1019, encode1020, encode1042, encode1046, frame, type KeplerianOrbit } from '@vertice/rtcm'
import type { GlonassSatellite, KeplerianSatellite, Satellite, Simulated } from './constellations.ts'
import { glonassMotion } from './glonass-orbit.ts'
import { instantOf, WEEKS_BEGIN, weekOf } from './gps-time.ts'
import { LAID_OUT_AT, meanAnomalyAt, nodeLongitudeAt } from './kepler.ts'

/** Validity of a broadcast and its reference time within the validity, in seconds. */
const ISSUES: Record<Simulated, { every: number; reference: number; begin: number }> = {
  GPS: { every: 7200, reference: 3600, begin: WEEKS_BEGIN.GPS - 3600 }, // toe is a full even hour
  GLO: { every: 1800, reference: 900, begin: 18 }, // tb: 15 and 45 minutes past, in UTC
  GAL: { every: 600, reference: 0, begin: WEEKS_BEGIN.GAL },
  BDS: { every: 3600, reference: 0, begin: WEEKS_BEGIN.BDS },
}

export interface Issue {
  /** Incremented with every new broadcast. */
  readonly count: number
  /** toe, toc or tb, in GPS seconds. */
  readonly reference: number
}

export function issueAt(constellation: Simulated, gpsSeconds: number): Issue {
  const { every, reference, begin } = ISSUES[constellation]
  const count = Math.floor((gpsSeconds - begin) / every)
  return { count, reference: begin + count * every + reference }
}

/** The whole frame: 1019, 1020, 1042 or 1046 (I/NAV, which RTKLIB uses by default). */
export function broadcast(satellite: Satellite, issue: Issue): Buffer {
  if (satellite.constellation === 'GLO') return frame(glonass(satellite, issue))
  const orbit = keplerian(satellite, issue)
  if (satellite.constellation === 'GPS') {
    // IS-GPS-200, 20.3.3.4.1 and table 20-XI: IODE up to 239 for a fit interval of 4 h; IODC ends in IODE.
    const iode = issue.count % 240
    return frame(encode1019({ ...orbit, iode, iodc: iode, tgd: 0, ura: 0, health: 0 }))
  }
  if (satellite.constellation === 'GAL') {
    return frame(encode1046({ ...orbit, iodNav: issue.count % 1024, sisa: 107, bgdE5a: 0, bgdE5b: 0 }))
  }
  return frame(encode1042({ ...orbit, aode: 1, aodc: 1, tgd1: 0, tgd2: 0, urai: 0, health: 0 }))
}

function keplerian(satellite: KeplerianSatellite, { reference }: Issue): KeplerianOrbit {
  const { orbit, constellation, clock } = satellite
  const { week, seconds } = weekOf(constellation, reference)
  return {
    satellite: satellite.number,
    week,
    toe: seconds,
    toc: seconds,
    af0: clock.bias + clock.drift * (reference - LAID_OUT_AT),
    af1: clock.drift,
    af2: 0,
    sqrtA: orbit.sqrtA,
    e: orbit.e,
    i0: orbit.inclination,
    iDot: 0,
    // OMEGA 0 refers to the beginning of the week (IS-GPS-200, 20.3.3.4.3).
    omega0: nodeLongitudeAt(orbit, reference) + orbit.earthRate * seconds,
    omegaDot: orbit.nodeRate,
    omega: orbit.perigee,
    m0: meanAnomalyAt(orbit, reference),
    deltaN: 0,
    ...{ cuc: 0, cus: 0, crc: 0, crs: 0, cic: 0, cis: 0 },
  }
}

function glonass({ number, frequencyChannel, orbit, clock }: GlonassSatellite, { reference }: Issue): Buffer {
  const { position, velocity } = glonassMotion(orbit, reference)
  return encode1020({
    satellite: number,
    frequencyChannel,
    referenceMs: instantOf(reference),
    frameMs: instantOf(reference - ISSUES.GLO.reference),
    position,
    velocity,
    acceleration: [0, 0, 0],
    gamma: clock.drift,
    tau: -(clock.bias + clock.drift * (reference - LAID_OUT_AT)),
    deltaTau: 0,
    age: 0,
    health: 0,
  })
}
