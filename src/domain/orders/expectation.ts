// What a product gives somebody at a place: through which mountpoint, how good, or that nothing serves there.
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
  /** The base that serves, or without coverage the nearest usable station; `null` if the network serves or there is no such station. */
  readonly station: Station | null
  readonly distanceKm: number | null
  /** null: nothing serves, or nobody has measured what does. */
  readonly errorMm: { readonly horizontal: number; readonly vertical: number } | null
  /** Of a covered place: false, nobody hears what would serve it, and the operator sells it all the same. */
  readonly measured: boolean
  /** Why `station`, which is near enough, is not sold, or that the product works elsewhere only; null: it is, or it is too far. */
  readonly notSold: NotSold | 'outside_area' | null
}

/** The network as it can serve now. */
export interface CoverageNow {
  readonly network: Network
  readonly byId: ReadonlyMap<number, Station>
  readonly groups: ReadonlyMap<number, Group>
  /** The choice among what the shop sells, as GET /vrs makes it among all stations. */
  readonly choose: (position: Position) => Choice
  /** The same if every station in service were heard: it tells why a place is not sold. */
  readonly chooseUnheard?: (position: Position) => Choice
  readonly now: Date
}

export function expectationAt(
  product: Pick<Product, 'serves' | 'stationId' | 'groupId'> & Partial<Pick<Product, 'geofence'>>,
  position: Position,
  { network, byId, groups, choose, chooseUnheard, now }: CoverageNow,
): Expectation {
  // Nobody is sold what would not work where they are.
  if (product.geofence && outsideKm(product.geofence, position) > 0) return OUTSIDE
  // One station's product serves by that station or not at all, a group's by one of the group: the same choice, with no others to choose.
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

/** `unheard`: what would serve, were all in service heard. */
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

/** Which station an order is for; null: a group, or the network mountpoint. */
export function stationOf({ serves, stationId }: Pick<Product, 'serves' | 'stationId'>, { station }: Expectation) {
  if (serves === 'place') return station?.id ?? null
  return serves === 'station' ? stationId : null
}
