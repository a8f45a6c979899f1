// A simulated dual-frequency receiver: turns distances into pseudoranges, phases and signal strengths with noise, and
// knows since when it has been tracking each satellite.
import type { SatelliteObservations, SignalObservation } from '@vertice/rtcm'
import { between, gaussian, scramble } from './random.ts'
import type { Satellite, Simulated } from './sky/constellations.ts'
import { LIGHT } from './sky/kepler.ts'
import { type Antenna, observe, type Sighting } from './sky/observe.ts'
import type { Sky } from './sky/sky.ts'

interface Signal {
  /** RINEX 3 code. */
  readonly code: string
  readonly frequency: (satellite: Satellite) => number
  /** dB-Hz below the first signal. */
  readonly weaker: number
}

const steady = (code: string, megahertz: number, weaker = 0): Signal => ({
  code,
  frequency: () => megahertz * 1e6,
  weaker,
})
const channelled = (code: string, megahertz: number, stepMegahertz: number, weaker = 0): Signal => ({
  code,
  frequency: (satellite) =>
    (megahertz + (satellite.constellation === 'GLO' ? satellite.frequencyChannel * stepMegahertz : 0)) * 1e6,
  weaker,
})

/** RTKLIB uses these as its first two frequencies by default, so it needs no options. */
const SIGNALS: Record<Simulated, readonly Signal[]> = {
  GPS: [steady('1C', 1575.42), steady('2W', 1227.6, 6)],
  GLO: [channelled('1C', 1602, 0.5625), channelled('2C', 1246, 0.4375, 3)],
  GAL: [steady('1X', 1575.42), steady('7X', 1207.14, -1)],
  BDS: [steady('2I', 1561.098), steady('7I', 1207.14, 1)],
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

export class Receiver {
  readonly #sky: Sky
  readonly #seed: number
  #antenna: Antenna
  /** Indexed by satellite; `null` if not in view. */
  #trackedSince: (number | null)[] = []

  constructor(sky: Sky, seed: number, antenna: Pick<Antenna, 'position' | 'up'>) {
    this.#sky = sky
    this.#seed = seed
    this.#antenna = { ...antenna, clock: between(-LARGEST_CLOCK_S, LARGEST_CLOCK_S, seed) }
  }

  /** Moves the antenna; every satellite is acquired again. */
  moveTo(position: Antenna['position']): void {
    this.#antenna = { ...this.#antenna, position }
    this.#trackedSince = []
  }

  /** Call with increasing times. */
  observe(instantMs: number): Observed[] {
    const before = this.#trackedSince
    this.#trackedSince = []
    return observe(this.#sky, this.#antenna, instantMs).map((sighting) => {
      const since = before[sighting.satellite.index] ?? instantMs
      this.#trackedSince[sighting.satellite.index] = since
      return { satellite: sighting.satellite, observations: this.#measure(sighting, instantMs, since) }
    })
  }

  #measure(sighting: Sighting, instantMs: number, since: number): SatelliteObservations {
    const { satellite } = sighting
    const signals = SIGNALS[satellite.constellation].map((signal, place): SignalObservation => {
      const chance = (what: number, when: number) => scramble(this.#seed, satellite.index, place * 8 + what, when)
      const noise = (what: number) => gaussian(chance(what, instantMs)) * (3 - 2 * sighting.sinElevation)
      const cycles = Math.round(between(-MOST_CYCLES, MOST_CYCLES, chance(2, since)))
      return {
        signal: signal.code,
        pseudorange: sighting.range + noise(0) * RANGE_NOISE_M,
        phaseRange: sighting.range + (cycles * LIGHT) / signal.frequency(satellite) + noise(1) * PHASE_NOISE_M,
        phaseRangeRate: sighting.rate,
        cnr: 36 + 16 * sighting.sinElevation - signal.weaker,
        lockTime: (instantMs - since) / 1000,
      }
    })
    const channel = satellite.constellation === 'GLO' ? { frequencyChannel: satellite.frequencyChannel } : {}
    return { satellite: satellite.number, ...channel, signals }
  }
}
