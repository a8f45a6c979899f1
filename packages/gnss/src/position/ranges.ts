// One range per satellite of an epoch: free of the ionosphere where two bands exist, otherwise of one band.
import { carrierHz, codeOf, constellationOf, type Ephemeris, type ObservationEpoch } from '@vertice/rtcm'

const LIGHT = 299_792_458

export interface Range {
  /** See `satelliteKey` of the RTCM package. */
  readonly satellite: number
  readonly metres: number
  /** Two bands: the delay of the ionosphere is removed. */
  readonly isIonosphereFree: boolean
}

/** Bands in the order of preference, by constellation: the first is combined with the best of the others. */
const FIRST_BAND: Readonly<Record<string, string>> = { BDS: '2' }
const OTHER_BANDS: Readonly<Record<string, string>> = { GPS: '25', GLO: '2', GAL: '57', QZS: '25', BDS: '67', NAV: '5' }
/** NavIC has no band 1 in most receivers. */
const firstBandOf = (constellation: string) => FIRST_BAND[constellation] ?? '1'

/**
 * `ephemerisOf` returns the ephemeris in use; satellites without one are left out. SBAS is left out: its satellites
 * send no ephemeris in RTCM.
 */
export function rangesOf(epoch: ObservationEpoch, ephemerisOf: (satellite: number) => Ephemeris | null): Range[] {
  const rows = new Map<number, Map<string, number>>()
  for (let row = 0; row < epoch.rows; row++) {
    const code = codeOf(epoch, row)
    if (!code || !(epoch.pseudorange[row]! > 0)) continue
    const satellite = epoch.satellite[row]!
    const bands = rows.get(satellite) ?? new Map<string, number>()
    if (!bands.has(code[0]!)) bands.set(code[0]!, row)
    rows.set(satellite, bands)
  }
  return [...rows].flatMap(([satellite, bands]) => {
    const ephemeris = ephemerisOf(satellite)
    const range = ephemeris && combine(epoch, satellite, bands, ephemeris)
    return range ? [range] : []
  })
}

function combine(
  epoch: ObservationEpoch,
  satellite: number,
  bands: ReadonlyMap<string, number>,
  ephemeris: Ephemeris,
): Range | null {
  const constellation = constellationOf(satellite)
  const firstBand = firstBandOf(constellation)
  const first = bands.get(firstBand)
  if (first === undefined) return null
  const otherBand = [...(OTHER_BANDS[constellation] ?? '')].find((band) => bands.has(band))
  const near = epoch.pseudorange[first]! - groupDelayOf(ephemeris, firstBand)
  if (otherBand === undefined) return { satellite, metres: near, isIonosphereFree: false }
  const other = bands.get(otherBand)!
  const channel = ephemeris.constellation === 'GLO' ? ephemeris.frequencyChannel : Number.NaN
  const hz = (row: number) => carrierHz(satellite >>> 6, epoch.signal[row]!, channel)
  const ratio = (hz(first) / hz(other)) ** 2
  if (!Number.isFinite(ratio)) return { satellite, metres: near, isIonosphereFree: false }
  const clockDelay = constellation === 'BDS' ? groupDelayOf(ephemeris, firstBand) : 0
  const otherDelay = constellation === 'BDS' ? groupDelayOf(ephemeris, otherBand) : 0
  const metres =
    (ratio * (epoch.pseudorange[first]! - clockDelay) - (epoch.pseudorange[other]! - otherDelay)) / (ratio - 1)
  return { satellite, metres, isIonosphereFree: true }
}

/**
 * Metres by which a range of this band is longer than the satellite's clock expects. The clock of GPS, QZSS and Galileo
 * refers to the combination of two bands, that of BeiDou to B3, that of GLONASS to the first band.
 */
function groupDelayOf(ephemeris: Ephemeris, band: string): number {
  if (ephemeris.constellation === 'GLO') return 0
  const { constellation, groupDelay, secondGroupDelay, navigation } = ephemeris
  if (constellation === 'BDS') return LIGHT * ({ 2: groupDelay, 7: secondGroupDelay }[band] ?? 0)
  if (constellation === 'GAL') return LIGHT * (navigation === 'INAV' ? secondGroupDelay : groupDelay)
  return LIGHT * groupDelay
}
