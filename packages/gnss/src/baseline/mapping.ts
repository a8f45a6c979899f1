// Mapping functions of the troposphere (Niell, 1996): how much longer than at the zenith its delay is at an elevation.
const RADIAN = 180 / Math.PI
const YEAR_DAYS = 365.25
/** Day of the northern winter to which the seasonal terms refer. */
const WINTER_DAY = 28

type Coefficients = readonly [a: number, b: number, c: number]
/** By latitude: 15, 30, 45, 60 and 75 degrees. */
const DRY: readonly Coefficients[] = [
  [1.2769934e-3, 2.9153695e-3, 62.610505e-3],
  [1.268323e-3, 2.9152299e-3, 62.837393e-3],
  [1.2465397e-3, 2.9288445e-3, 63.721774e-3],
  [1.2196049e-3, 2.9022565e-3, 63.824265e-3],
  [1.2045996e-3, 2.9024912e-3, 64.258455e-3],
]
const DRY_SEASON: readonly Coefficients[] = [
  [0, 0, 0],
  [1.2709626e-5, 2.1414979e-5, 9.01284e-5],
  [2.6523662e-5, 3.0160779e-5, 4.3497037e-5],
  [3.4000452e-5, 7.2562722e-5, 84.795348e-5],
  [4.1202191e-5, 11.723375e-5, 170.37206e-5],
]
const WET: readonly Coefficients[] = [
  [5.8021897e-4, 1.4275268e-3, 4.3472961e-2],
  [5.6794847e-4, 1.5138625e-3, 4.672951e-2],
  [5.8118019e-4, 1.4572752e-3, 4.3908931e-2],
  [5.9727542e-4, 1.5007428e-3, 4.4626982e-2],
  [6.1641693e-4, 1.7599082e-3, 5.4736038e-2],
]
const HEIGHT: Coefficients = [2.53e-5, 5.49e-3, 1.14e-3]

export interface Mapping {
  readonly dry: number
  readonly wet: number
}

/** The mapping functions of a place (degrees, metres) on a day of the year. */
export function mappingAt(lat: number, height: number, dayOfYear: number): (elevation: number) => Mapping {
  const season = Math.cos((2 * Math.PI * (dayOfYear - WINTER_DAY)) / YEAR_DAYS + (lat < 0 ? Math.PI : 0))
  const mean = interpolate(DRY, lat)
  const amplitude = interpolate(DRY_SEASON, lat)
  const dry = mean.map((value, i) => value - amplitude[i]! * season) as unknown as Coefficients
  const wet = interpolate(WET, lat)
  return (elevation) => {
    const sine = Math.sin(elevation / RADIAN)
    const raised = (1 / sine - fraction(sine, HEIGHT)) * (height / 1000)
    return { dry: fraction(sine, dry) + raised, wet: fraction(sine, wet) }
  }
}

function interpolate(table: readonly Coefficients[], lat: number): Coefficients {
  const at = Math.min(4, Math.max(0, Math.abs(lat) / 15 - 1))
  const row = Math.min(3, Math.floor(at))
  const share = at - row
  return table[row]!.map((value, i) => value * (1 - share) + table[row + 1]![i]! * share) as unknown as Coefficients
}

/** Marini's continued fraction, 1 at the zenith. */
const fraction = (sine: number, [a, b, c]: Coefficients): number =>
  (1 + a / (1 + b / (1 + c))) / (sine + a / (sine + b / (sine + c)))
