import type { Login } from './customers/credentials.ts'
import type { Place } from './simulator/sky/earth.ts'
import { OFTEN_DOWN, stationOf } from './stations.ts'

export interface DemoRover {
  readonly label: string
  /** `null` for the network mountpoint. */
  readonly stationCode: string | null
  readonly start: Place
  readonly bestQuality: 4 | 5
  readonly revision: 1 | 2
}

export interface RoverLogin extends DemoRover {
  readonly login: Login
}

const KM_IN_DEGREES = 1 / 111

const onBase = (label: string, code: string, northKm: number, eastKm: number, bestQuality: 4 | 5 = 4): DemoRover => {
  const { lat, lng, height } = stationOf(code)
  const start = { lat: lat + northKm * KM_IN_DEGREES, lng: lng + eastKm * KM_IN_DEGREES, height }
  return { label, stationCode: code, start, bestQuality, revision: eastKm > 0 ? 2 : 1 }
}

const onNetwork = (label: string, lat: number, lng: number, height: number, bestQuality: 4 | 5 = 4): DemoRover => ({
  label,
  stationCode: null,
  start: { lat, lng, height },
  bestQuality,
  revision: lat > 19.3 ? 2 : 1,
})

export const ROVERS: readonly DemoRover[] = [
  onBase('Rover Coyoacán', 'CDMX', -5.1, 1.2),
  onBase('Rover Zapopan', 'GUAD', 4.4, -6.3),
  onBase('Tractor Apodaca', 'MONT', 11.7, 13.5),
  onBase('Rover Progreso, under trees', 'MERI', 31.2, -2.6, 5),
  onBase('Dron Boca del Río', OFTEN_DOWN, -6.8, 2.1),
  onBase('Rover Silao', 'LEON', -19.5, 24.8),
  onNetwork('Rover Tres Marías', 19.0509, -99.2461, 2801.2),
  onNetwork('Rover Chalco', 19.2641, -98.8973, 2238.7),
  onNetwork('Tractor Calpulalpan', 19.3402, -98.6105, 2577.4),
  onNetwork('Rover Huejotzingo, under trees', 19.1588, -98.4071, 2281.9, 5),
  onNetwork('Rover Tecámac', 19.7126, -98.9688, 2261.3),
  onNetwork('Dron Comonfort', 20.7203, -100.7594, 1788.5),
]

/** A rover whose credential expired yesterday: it is rejected, and the log shows the reason. */
export const REFUSED_ROVER: DemoRover = onBase('Rover with an ended credential', 'PUEB', 3.3, -4.2)
