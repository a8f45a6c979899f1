// By how much an antenna shortens or lengthens the measured ranges.
import type { AntennaCalibration, PhaseCentre } from './antex.ts'

/** GPS frequencies nearest to those that an antenna was not calibrated for. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  '01': ['G01'],
  '02': ['G02'],
  '05': ['G05', 'G02'],
  '06': ['G05', 'G02'],
  '07': ['G05', 'G02'],
  '08': ['G05', 'G02'],
}
/** BeiDou calls 1561 MHz its second frequency. */
const BEIDOU_SECOND = 'C02'

function phaseCentreOf(calibration: AntennaCalibration, frequency: string): PhaseCentre | null {
  const instead = frequency === BEIDOU_SECOND ? ['C01', 'G01'] : (INSTEAD[frequency.slice(1)] ?? [])
  for (const one of [frequency, ...instead]) {
    const found = calibration.get(one)
    if (found) return found
  }
  return null
}

/** Metres to add to the predicted range; `direction` is the unit vector to the satellite. */
export function phaseShift(
  calibration: AntennaCalibration,
  frequency: string,
  [e, n, u]: readonly [east: number, north: number, up: number],
): number {
  const centre = phaseCentreOf(calibration, frequency)
  if (!centre) return 0
  const { north, east, up, variations, stepDegrees } = centre
  const at = (Math.acos(Math.min(1, Math.max(-1, u))) * 180) / Math.PI / stepDegrees
  const index = Math.min(variations.length - 2, Math.floor(at))
  const share = Math.min(1, at - index)
  const variation = index < 0 ? 0 : variations[index]! * (1 - share) + variations[index + 1]! * share
  return variation - (e * east + n * north + u * up)
}
