// What an operator offers: access for some time, at a price.
import type { Geofence } from '../credentials/geofence.ts'
import type { Money } from './money.ts'

/** `place`: the mountpoint is chosen by where the customer works, as GET /vrs does. */
export const SERVES = ['station', 'network', 'place', 'group'] as const
export type Serves = (typeof SERVES)[number]

export interface Product extends Money {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly validitySeconds: number
  readonly serves: Serves
  /** Of one that serves a station. */
  readonly stationId: number | null
  /** Of one that serves a group of stations. */
  readonly groupId: number | null
  /** Where what is bought may be used; null: anywhere. */
  readonly geofence: Geofence | null
  /** What is no longer sold stays for the orders that name it. */
  readonly active: boolean
  /** Anybody may buy it in the shop. */
  readonly inShop: boolean
  readonly createdAt: Date
}
