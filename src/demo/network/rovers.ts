import type { Login } from '../customers/credentials.ts'
import { NETWORK_MOUNTPOINT } from '../customers/names.ts'
import type { Seller } from '../customers/organizations.ts'
import type { Place } from '../simulator/sky/earth.ts'
import { EXTERNAL_STATION, externalStation } from './external.ts'
import { BAJIO } from './groups.ts'
import { MSM4_MOUNTPOINT, OPEN_MOUNTPOINT, OPEN_STATION } from './mountpoints.ts'
import { mountpointOf, OFTEN_DOWN, stationOf } from './stations.ts'

export interface DemoRover {
  readonly label: string
  readonly seller: Seller
  /** `null` for the network mountpoint. */
  readonly stationCode: string | null
  readonly mountpoint: string
  /** Limits the network mountpoint to the stations of a group. */
  readonly group?: string
  readonly start: Place
  readonly bestQuality: 4 | 5
  readonly revision: 1 | 2
}

export interface RoverLogin extends DemoRover {
  readonly login: Login
}

const KM_IN_DEGREES = 1 / 111

type More = Partial<Pick<DemoRover, 'bestQuality' | 'seller' | 'mountpoint' | 'group'>>

const near = ({ lat, lng, height }: Place, northKm: number, eastKm: number): Place => ({
  lat: lat + northKm * KM_IN_DEGREES,
  lng: lng + eastKm * KM_IN_DEGREES,
  height,
})

const onBase = (label: string, code: string, northKm: number, eastKm: number, more: More = {}): DemoRover => ({
  ...{ label, stationCode: code, mountpoint: mountpointOf(code), seller: 'operator', bestQuality: 4 },
  start: near(stationOf(code), northKm, eastKm),
  revision: eastKm > 0 ? 2 : 1,
  ...more,
})

const onNetwork = (label: string, lat: number, lng: number, height: number, more: More = {}): DemoRover => ({
  ...{ label, stationCode: null, mountpoint: NETWORK_MOUNTPOINT, seller: 'operator', bestQuality: 4 },
  start: { lat, lng, height },
  revision: lat > 19.3 ? 2 : 1,
  ...more,
})

/** Two are under trees and reach only a float solution. */
export const ROVERS: readonly DemoRover[] = [
  onBase('Rover Coyoacán', 'CDMX', -5.1, 1.2),
  onBase('Rover Zapopan', 'GUAD', 4.4, -6.3, { seller: 'survey' }),
  onBase('Tractor Apodaca', 'MONT', 11.7, 13.5, { seller: 'farm' }),
  onBase('Rover Progreso', 'MERI', 31.2, -2.6, { bestQuality: 5 }),
  onBase('UAV Boca del Río', OFTEN_DOWN, -6.8, 2.1),
  onBase('Rover Silao', 'LEON', -19.5, 24.8, { seller: 'survey' }),
  onBase('Rover Xochimilco', 'CDMX', -14.3, 5.6, { mountpoint: MSM4_MOUNTPOINT, seller: 'survey' }),
  onNetwork('Rover Tres Marías', 19.0509, -99.2461, 2801.2),
  onNetwork('Rover Chalco', 19.2641, -98.8973, 2238.7),
  onNetwork('Tractor Calpulalpan', 19.3402, -98.6105, 2577.4, { seller: 'farm' }),
  onNetwork('Rover Huejotzingo', 19.1588, -98.4071, 2281.9, { bestQuality: 5 }),
  onNetwork('Rover Tecámac', 19.7126, -98.9688, 2261.3),
  onNetwork('UAV Comonfort', 20.7203, -100.7594, 1788.5, { group: BAJIO, seller: 'survey' }),
  {
    ...{ label: 'Rover Tijuana', stationCode: EXTERNAL_STATION, mountpoint: EXTERNAL_STATION, seller: 'operator' },
    start: near(externalStation, -3.1, 4.2),
    ...{ bestQuality: 4, revision: 2 },
  },
]

/** A rover whose credential expired yesterday: it is rejected, and the log shows the reason. */
export const REFUSED_ROVER: DemoRover = onBase('Rover Cholula', 'PUEB', 3.3, -4.2)

/** A rover without a login, on the open mountpoint. */
export const OPEN_ROVER: DemoRover = onBase('', OPEN_STATION, 2.6, 3.4, { mountpoint: OPEN_MOUNTPOINT })
