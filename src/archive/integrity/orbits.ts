import { type EphemerisBook, type OrbitAt, stateOf } from '@vertice/gnss'
import type { Ephemeris } from '@vertice/rtcm'

/** All stations use the same ephemeris at an instant. */
export function orbitsFrom(book: EphemerisBook): OrbitAt {
  const chosen = new Map<number, Ephemeris | null>()
  let atSeconds = Number.NaN
  return (satellite, gpsSeconds) => {
    if (gpsSeconds !== atSeconds) chosen.clear()
    atSeconds = gpsSeconds
    let ephemeris = chosen.get(satellite)
    if (ephemeris === undefined) {
      ephemeris = book.find(satellite, gpsSeconds)
      chosen.set(satellite, ephemeris)
    }
    return ephemeris && ((seconds) => stateOf(ephemeris, seconds))
  }
}
