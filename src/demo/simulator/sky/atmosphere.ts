// The simulated atmosphere, one for all stations. Its state is known at every place and time, so that estimates can be
// compared with the truth. It does not change the Doppler, by which it is at most 1 cm/s.
import type { Vector } from '../../../domain/geometry/geodesy.ts'
import { heightOf, type Place, type Standing, toEcef, upAt } from './earth.ts'

export interface AtmosphereOptions {
  /** Where the plane of the ionosphere is centred. */
  readonly centre?: Place
  /** Vertical delay on L1 at the centre in metres: mean of the day. */
  readonly ionosphereM?: number
  /** Growth of the vertical delay towards the magnetic equator, in millimetres per kilometre: 0.5 is quiet, 50 a storm. */
  readonly gradientPpm?: number
  /** Amplitude of the travelling disturbance in metres of vertical delay on L1. */
  readonly disturbanceM?: number
  /** Zenith delay of water vapour at sea level in metres: mean of place and time. */
  readonly wetM?: number
}

/** Metres. The ionosphere delays the code and advances the phase. */
export interface Delays {
  readonly troposphere: number
  /** On L1; grows with the square of the wavelength. */
  readonly ionosphere: number
}

export interface ZenithDelay {
  readonly dry: number
  readonly wet: number
}

const MEXICO: Place = { lat: 21, lng: -100, height: 0 }
export const L1_HZ = 1_575.42e6
const EARTH_M = 6_371_000
/** Height of the thin shell that stands for the ionosphere. */
const SHELL_M = EARTH_M + 350_000
/** Largest at two in the afternoon, local time. */
const DAILY_SHARE = 0.6
const LARGEST_AT_H = 14
/** A travelling disturbance of medium scale: it passes a station in 22 minutes, to the south-west. */
const WAVE_M = 200_000
const WAVE_SPEED = 150
/** Weather: share of the water vapour that changes over this distance and time. */
const WEATHER = { share: 0.15, lengthM: 400_000, periodMs: 6 * 3_600_000 }
/** Half of the water vapour is below 1,400 m. */
const VAPOUR_HEIGHT_M = 2_000

/** Niell's mapping functions (1996) at 30 degrees of latitude, annual mean. */
const DRY = [1.268323e-3, 2.9152299e-3, 62.837393e-3] as const
const WET = [5.6794847e-4, 1.5138625e-3, 4.672951e-2] as const

export class Atmosphere {
  readonly #options: Required<AtmosphereOptions>
  /** Unit vectors at the centre: towards the equator and south-west. */
  readonly #south: Vector
  readonly #southWest: Vector
  /** Position of the centre along `#south`. */
  readonly #centreAlong: number

  constructor(options: AtmosphereOptions = {}) {
    this.#options = { centre: MEXICO, ionosphereM: 5, gradientPpm: 2, disturbanceM: 0.05, wetM: 0.2, ...options }
    const { lat, lng } = this.#options.centre
    const side = lat < 0 ? 1 : -1
    const equatorward = upAt({ lat: lat + side * 90, lng })
    const west = upAt({ lat: 0, lng: lng - 90 })
    this.#south = equatorward
    this.#southWest = sum(equatorward, west, Math.SQRT1_2)
    const centre = toEcef(this.#options.centre)
    this.#centreAlong = dot(centre, equatorward) / Math.sqrt(dot(centre, centre))
  }

  /** Delays towards the satellites that a station sees at an instant, by the unit vector towards the satellite. */
  above(station: Standing, instantMs: number): (direction: Vector, sinElevation: number) => Delays {
    const { dry, wet } = this.zenith(station, instantMs)
    return (direction, sinElevation) => ({
      troposphere: dry * mapping(sinElevation, DRY) + wet * mapping(sinElevation, WET),
      ionosphere: this.#slant(station.position, direction, instantMs),
    })
  }

  /** Truth of the troposphere. */
  zenith(station: Standing, instantMs: number): ZenithDelay {
    const height = heightOf(station)
    const pressure = 1013.25 * (1 - 2.2557e-5 * Math.max(0, height)) ** 5.2568
    const sinLat = station.up[2]
    // Saastamoinen (1972), with the gravity at this latitude and height.
    const gravity = 1 - 0.00266 * (1 - 2 * sinLat * sinLat) - 0.00028e-3 * height
    const { share, lengthM, periodMs } = WEATHER
    const along = dot(station.up, this.#southWest) * EARTH_M
    const weather = Math.sin(2 * Math.PI * (along / lengthM - (instantMs % periodMs) / periodMs))
    const wet = this.#options.wetM * Math.exp(-height / VAPOUR_HEIGHT_M) * (1 + share * weather)
    return { dry: (0.0022768 * pressure) / gravity, wet }
  }

  /** Truth of the ionosphere: the vertical delay on L1 in metres. `up`: unit vector from the centre of the Earth. */
  vertical(up: Vector, instantMs: number): number {
    const { centre, ionosphereM, gradientPpm, disturbanceM } = this.#options
    const hour = (instantMs / 3_600_000 + centre.lng / 15) % 24
    const daily = 1 + DAILY_SHARE * Math.cos((2 * Math.PI * (hour - LARGEST_AT_H)) / 24)
    const plane = gradientPpm * 1e-6 * EARTH_M * (dot(up, this.#south) - this.#centreAlong)
    const travelled = (WAVE_SPEED * instantMs) / 1000
    const wave = Math.sin((2 * Math.PI * ((dot(up, this.#southWest) * EARTH_M - travelled) % WAVE_M)) / WAVE_M)
    return Math.max(0, ionosphereM * daily + plane + disturbanceM * wave)
  }

  /** Where the line of sight crosses the shell, the vertical delay is divided by the cosine of its zenith distance. */
  #slant(position: Vector, direction: Vector, instantMs: number): number {
    const towards = dot(position, direction)
    const distance = -towards + Math.sqrt(towards * towards + SHELL_M * SHELL_M - dot(position, position))
    const pierce = sum(
      position,
      [direction[0] * distance, direction[1] * distance, direction[2] * distance],
      1 / SHELL_M,
    )
    return this.vertical(pierce, instantMs) / dot(pierce, direction)
  }
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const sum = (a: Vector, b: Vector, times: number): Vector => [
  (a[0] + b[0]) * times,
  (a[1] + b[1]) * times,
  (a[2] + b[2]) * times,
]

/** Marini's continued fraction, 1 at the zenith. */
const mapping = (sine: number, [a, b, c]: readonly [number, number, number]): number =>
  (1 + a / (1 + b / (1 + c))) / (sine + a / (sine + b / (sine + c)))
