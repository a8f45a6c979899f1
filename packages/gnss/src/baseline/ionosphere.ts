// The ionosphere between two stations, from the phases of two bands with their integers.
import { byConstellation, type Tracked } from './ambiguities.ts'
import type { Difference } from './track.ts'

export interface Observed extends Tracked {
  readonly difference: Difference
}

/**
 * Metres of delay on the first band, between the stations and between each satellite and the highest one of its
 * constellation. Only satellites whose integers are certain.
 */
export function differentialIonosphere(observed: readonly Observed[]): number[] {
  const certain = observed.filter(({ track }) => track.isHeld && track.integers !== null)
  return byConstellation(certain).flatMap((ofOne) => {
    const reference = ofOne.reduce((best, one) => (one.track.elevation > best.track.elevation ? one : best))
    return ofOne.filter((one) => one !== reference).map((one) => between(one, reference))
  })
}

function between({ track, difference, choice }: Observed, reference: Observed): number {
  const [first, second] = track.integers!
  const [referenceFirst, referenceSecond] = reference.track.integers!
  const integers = choice.wave[0] * (first - referenceFirst) - choice.wave[1] * (second - referenceSecond)
  const [f1, f2] = choice.hz
  const share = f2 ** 2 / (f1 ** 2 - f2 ** 2)
  return (difference.ionosphere - reference.difference.ionosphere - integers) * share
}
