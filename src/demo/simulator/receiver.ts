// A simulated dual-frequency receiver: turns distances into pseudoranges, phases and signal strengths with noise, and
// knows since when it has been tracking each satellite.
import type { SatelliteObservations, SignalObservation } from '@vertice/rtcm'
import { between, gaussian, scramble } from './random.ts'
import {
  type FadingBand,
  fadeAt,
  ionosphereFactor,
  isHidden,
  LEAST_DBHZ,
  multipath,
  PHASE_SHARE,
  type Site,
  UNSTEADY_DBHZ,
  UNSTEADY_EPOCHS,
} from './site.ts'
import type { Delays } from './sky/atmosphere.ts'
import type { Satellite, Simulated } from './sky/constellations.ts'
import { LIGHT } from './sky/kepler.ts'
import { type Antenna, observe, type Sighting } from './sky/observe.ts'
import type { Sky } from './sky/sky.ts'

interface Signal {
  /** RINEX 3 code. */
  readonly code: string
  readonly band: FadingBand
  readonly frequency: (satellite: Satellite) => number
  /** dB-Hz below the first signal. */
  readonly weaker: number
}

const steady = (code: string, band: FadingBand, megahertz: number, weaker = 0): Signal => ({
  code,
  band,
  frequency: () => megahertz * 1e6,
  weaker,
})
const channelled = (code: string, band: FadingBand, megahertz: number, step: number, weaker = 0): Signal => ({
  code,
  band,
  frequency: (satellite) =>
    (megahertz + (satellite.constellation === 'GLO' ? satellite.frequencyChannel * step : 0)) * 1e6,
  weaker,
})

/** RTKLIB uses these as its first two frequencies by default, so it needs no options. */
const SIGNALS: Record<Simulated, readonly Signal[]> = {
  GPS: [steady('1C', 'L1', 1575.42), steady('2W', 'L2', 1227.6, 6)],
  GLO: [channelled('1C', 'L1', 1602, 0.5625), channelled('2C', 'L2', 1246, 0.4375, 3)],
  GAL: [steady('1X', 'L1', 1575.42), steady('7X', 'E5b', 1207.14, -1)],
  BDS: [steady('2I', 'L1', 1561.098), steady('7I', 'E5b', 1207.14, 1)],
}

/** One sigma at the zenith; three times as much at the horizon. */
const RANGE_NOISE_M = 0.12
const PHASE_NOISE_M = 0.0015
/** Initial phase ambiguity in cycles; small enough for the MSM field, which holds 1171 m. */
const MOST_CYCLES = 1000
const LARGEST_CLOCK_S = 2e-7

export interface Observed {
  readonly satellite: Satellite
  readonly observations: SatelliteObservations
}

export interface ReceiverOptions {
  readonly sky: Sky
  /** Seed of the noise, the clock and the ambiguities. */
  readonly seed: number
  readonly antenna: Pick<Antenna, 'position' | 'up'>
  readonly site?: Site
}

const SIGNALS_OF_SATELLITE = 2
const NO_DELAYS: Delays = { troposphere: 0, ionosphere: 0 }

export class Receiver {
  readonly #sky: Sky
  readonly #seed: number
  readonly #site: Site
  #antenna: Antenna
  /** Indexed by satellite and signal; missing if not tracked. */
  #trackedSince: number[] = []

  constructor({ sky, seed, antenna, site = {} }: ReceiverOptions) {
    this.#sky = sky
    this.#seed = seed
    this.#site = site
    this.#antenna = { ...antenna, clock: between(-LARGEST_CLOCK_S, LARGEST_CLOCK_S, seed) }
  }

  /** Moves the antenna; every satellite is acquired again. */
  moveTo(position: Antenna['position']): void {
    this.#antenna = { ...this.#antenna, position }
    this.#trackedSince = []
  }

  /** Moves the antenna by so little that satellites stay tracked. */
  displaceTo(position: Antenna['position']): void {
    this.#antenna = { ...this.#antenna, position }
  }

  /** Call with increasing times. */
  observe(instantMs: number): Observed[] {
    const before = this.#trackedSince
    this.#trackedSince = []
    const delaysOf = this.#sky.atmosphere?.above(this.#antenna, instantMs)
    return observe(this.#sky, this.#antenna, instantMs).flatMap((sighting) => {
      if (isHidden(this.#site, this.#antenna, sighting)) return []
      const delays = delaysOf?.(sighting.direction, sighting.sinElevation) ?? NO_DELAYS
      const observations = this.#measure(sighting, delays, instantMs, before)
      return observations.signals.length === 0 ? [] : [{ satellite: sighting.satellite, observations }]
    })
  }

  #measure(
    { satellite, sinElevation, range, rate }: Sighting,
    delays: Delays,
    instantMs: number,
    before: readonly number[],
  ): SatelliteObservations {
    const signals = SIGNALS[satellite.constellation].flatMap((signal, place): SignalObservation[] => {
      const chance = (what: number, when: number) => scramble(this.#seed, satellite.index, place * 8 + what, when)
      const drop = fadeAt(this.#site, signal.band, instantMs)
      const cnr = 36 + 16 * sinElevation - signal.weaker - drop
      if (cnr < LEAST_DBHZ) return []
      const isLost = cnr < UNSTEADY_DBHZ && chance(3, instantMs) % UNSTEADY_EPOCHS === 0
      const index = satellite.index * SIGNALS_OF_SATELLITE + place
      const since = isLost ? instantMs : (before[index] ?? instantMs)
      this.#trackedSince[index] = since
      const hz = signal.frequency(satellite)
      // The noise of code and phase grows with the ratio of noise to signal.
      const noise = (what: number) => gaussian(chance(what, instantMs)) * (3 - 2 * sinElevation) * 10 ** (drop / 20)
      const cycles = Math.round(between(-MOST_CYCLES, MOST_CYCLES, chance(2, since)))
      const ionosphere = delays.ionosphere * ionosphereFactor(hz)
      const reflected = multipath(this.#site, hz, sinElevation)
      const distance = range + delays.troposphere
      return [
        {
          signal: signal.code,
          pseudorange: distance + ionosphere + reflected + noise(0) * RANGE_NOISE_M,
          phaseRange:
            distance - ionosphere + PHASE_SHARE * reflected + (cycles * LIGHT) / hz + noise(1) * PHASE_NOISE_M,
          phaseRangeRate: rate,
          cnr,
          lockTime: (instantMs - since) / 1000,
        },
      ]
    })
    const channel = satellite.constellation === 'GLO' ? { frequencyChannel: satellite.frequencyChannel } : {}
    return { satellite: satellite.number, ...channel, signals }
  }
}
