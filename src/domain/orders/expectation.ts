// Coverage of a product at a position: the mountpoint and the expected accuracy, or none.
import { outsideKm } from '../credentials/geofence.ts'
import type { Position } from '../geometry/geodesy.ts'
import { type Choice, Coverage, type StatusRule } from '../network/mountpoint-choice.ts'
import type { Network } from '../network/network.ts'
import type { Group } from '../stations/group.ts'
import type { Station } from '../stations/station.ts'
import type { Product } from './product.ts'
import { inServiceStatusAt, isHeard, type NotSold, saleStatusAt, whyNotSold } from './sellable.ts'

export interface Expectation {
  readonly covered: boolean
  /**
   * The serving base, or the nearest usable station if nothing covers the position. `null` if the network serves or no
   * station is usable.
   */
  readonly station: Station | null
  readonly distanceKm: number | null
  /** `null` if nothing serves the position or the serving stations are not measured. */
  readonly errorMm: { readonly horizontal: number; readonly vertical: number } | null
  /** False if nothing serves the position, or if no caster receives the serving stations and they are sold anyway. */
  readonly measured: boolean
  /**
   * Why `station`, although in range, is not sold, or that the position is outside the product's area. `null` if it is
   * sold or too far away.
   */
  readonly notSold: NotSold | 'outside_area' | null
}

export interface CoverageNow {
  readonly network: Network
  readonly byId: ReadonlyMap<number, Station>
  readonly groups: ReadonlyMap<number, Group>
  /** Choice among the stations the shop sells; GET /vrs chooses among all. */
  readonly choose: (position: Position) => Choice
  /** The choice if all stations in service were heard; explains why a position is not sold. */
  readonly chooseUnheard?: (position: Position) => Choice
  readonly now: Date
}

export function expectationAt(
  product: Pick<Product, 'serves' | 'stationId' | 'groupId'> & Partial<Pick<Product, 'geofence'>>,
  position: Position,
  { network, byId, groups, choose, chooseUnheard, now }: CoverageNow,
): Expectation {
  // Never sell a product that would not work at the customer's position.
  if (product.geofence && outsideKm(product.geofence, position) > 0) return OUTSIDE
  // A product of one station or group uses the same choice, restricted to its stations.
  const ofOne = (rule: StatusRule) => choiceOf(stationsOf(product, byId, groups), position, network, now, rule)
  const isOne = product.serves === 'station' || product.serves === 'group'
  const choice = isOne ? ofOne(saleStatusAt) : choose(position)
  if (choice.mode === 'none') return nothing(choice, isOne ? ofOne(inServiceStatusAt) : chooseUnheard?.(position), now)
  const { station, stations, distanceKm, expectedErrorMm } = choice
  const measured = stations.every((one) => isHeard(one.station, now))
  const told = { station: station?.station ?? null, distanceKm, errorMm: measured ? expectedErrorMm : null }
  return { covered: true, ...told, measured, notSold: null }
}

const OUTSIDE: Expectation = {
  ...{ covered: false, station: null, distanceKm: null, errorMm: null, measured: false },
  notSold: 'outside_area',
}

/** `unheard`: the choice if all stations in service were heard. */
function nothing(choice: Choice, unheard: Choice | undefined, now: Date): Expectation {
  const wanting =
    unheard?.mode === 'none' ? undefined : unheard?.stations.find(({ station }) => whyNotSold(station, now))
  const usable = choice.reason.code === 'not_serving' ? null : choice.station
  const { station, distanceKm } = wanting ?? usable ?? { station: null, distanceKm: null }
  const notSold = wanting ? whyNotSold(wanting.station, now) : null
  return { covered: false, station, distanceKm, errorMm: null, measured: false, notSold }
}

function stationsOf(
  { stationId, groupId }: Pick<Product, 'stationId' | 'groupId'>,
  byId: CoverageNow['byId'],
  groups: CoverageNow['groups'],
): Station[] {
  const ids = stationId === null ? ((groupId === null ? null : groups.get(groupId)?.stationIds) ?? []) : [stationId]
  return Array.from(ids, (id) => byId.get(id) ?? []).flat()
}

const choiceOf = (
  stations: readonly Station[],
  position: Position,
  network: Network,
  now: Date,
  rule: StatusRule,
): Choice =>
  new Coverage(
    stations.filter(({ archived }) => !archived),
    now,
    undefined,
    rule,
  ).choose(position, {
    ...network,
    engineAnswers: false,
  })

/** Station of an order; `null` for a group or the network mountpoint. */
export function stationOf({ serves, stationId }: Pick<Product, 'serves' | 'stationId'>, { station }: Expectation) {
  if (serves === 'place') return station?.id ?? null
  return serves === 'station' ? stationId : null
}
