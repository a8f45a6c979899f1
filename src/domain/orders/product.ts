// A product: access for a period, at a price.
import type { RinexHoursPerMonth } from '../archive/allowance.ts'
import type { Geofence } from '../credentials/geofence.ts'
import type { Money } from './money.ts'

/** `place`: the customer's position determines the mountpoint, as in GET /vrs. */
export const SERVES = ['station', 'network', 'place', 'group'] as const
export type Serves = (typeof SERVES)[number]

export interface Product extends Money {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly validitySeconds: number
  readonly serves: Serves
  readonly stationId: number | null
  readonly groupId: number | null
  /** `null` if the product works anywhere. */
  readonly geofence: Geofence | null
  /** Inactive products are kept for existing orders. */
  readonly active: boolean
  /** True if the public shop sells the product. */
  readonly inShop: boolean
  /** RINEX files that the customer can order. */
  readonly rinexHoursPerMonth: RinexHoursPerMonth
  readonly createdAt: Date
}
