// The newest ephemerides of every satellite, and the position of a satellite at a time.
import { CONSTELLATIONS, type Ephemeris, satelliteKey } from '@vertice/rtcm'
import { glonassReferenceSeconds, glonassState } from './glonass.ts'
import { keplerianState, referenceSeconds } from './keplerian.ts'
import type { SatelliteState } from './state.ts'

/** Seconds from its reference time during which an ephemeris is used: the limits of RTKLIB. */
const VALID_S: Readonly<Record<Ephemeris['constellation'], number>> = {
  GPS: 7_201,
  QZS: 7_201,
  GAL: 14_400,
  BDS: 21_601,
  NAV: 7_201,
  GLO: 1_801,
}
/** Enough for the ephemerides around an instant, so that observations a little in the past find theirs. */
const KEPT = 4

export interface EphemerisBookOptions {
  /** Ephemerides kept of each satellite; 4 if omitted. */
  readonly kept?: number
}

export class EphemerisBook {
  readonly #kept: number
  readonly #bySatellite = new Map<number, Ephemeris[]>()

  constructor({ kept = KEPT }: EphemerisBookOptions = {}) {
    this.#kept = kept
  }

  get satellites(): IterableIterator<number> {
    return this.#bySatellite.keys()
  }

  add(ephemeris: Ephemeris): void {
    const key = satelliteKey(CONSTELLATIONS.indexOf(ephemeris.constellation), ephemeris.satellite)
    const known = this.#bySatellite.get(key) ?? []
    const others = known.filter((one) => !isSame(one, ephemeris))
    this.#bySatellite.set(key, [ephemeris, ...others].slice(0, this.#kept))
  }

  /** The ephemeris nearest to the time; `null` if there is none that is valid then, or the satellite is unhealthy. */
  find(satellite: number, gpsSeconds: number): Ephemeris | null {
    let nearest: Ephemeris | null = null
    let distance = Number.POSITIVE_INFINITY
    for (const one of this.#bySatellite.get(satellite) ?? []) {
      const apart = Math.abs(gpsSeconds - referenceOf(one))
      if (apart > VALID_S[one.constellation] || apart >= distance) continue
      nearest = one
      distance = apart
    }
    return nearest && isHealthy(nearest) ? nearest : null
  }

  state(satellite: number, gpsSeconds: number): SatelliteState | null {
    const ephemeris = this.find(satellite, gpsSeconds)
    return ephemeris && stateOf(ephemeris, gpsSeconds)
  }
}

export const stateOf = (ephemeris: Ephemeris, gpsSeconds: number): SatelliteState =>
  ephemeris.constellation === 'GLO' ? glonassState(ephemeris, gpsSeconds) : keplerianState(ephemeris, gpsSeconds)

const referenceOf = (ephemeris: Ephemeris) =>
  ephemeris.constellation === 'GLO' ? glonassReferenceSeconds(ephemeris) : referenceSeconds(ephemeris)

/** Galileo I/NAV and F/NAV describe the same orbit with different clocks: the newer message replaces the older one. */
const isSame = (one: Ephemeris, other: Ephemeris) => referenceOf(one) === referenceOf(other)

/** The highest of the three GLONASS bits marks an unhealthy satellite. QZSS reports other signals in its lowest bit. */
function isHealthy(ephemeris: Ephemeris): boolean {
  if (ephemeris.constellation === 'GLO') return (ephemeris.health & 4) === 0
  return (ephemeris.constellation === 'QZS' ? ephemeris.health & ~1 : ephemeris.health) === 0
}
