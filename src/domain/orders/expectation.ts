// What a product gives somebody at a place: through which mountpoint, how good, or that nothing serves there.
import type { Position } from '../geometry/geodesy.ts'
import { type Choice, Coverage, type StatusRule } from '../network/mountpoint-choice.ts'
import type { Network } from '../network/network.ts'
import type { Station } from '../stations/station.ts'
import type { Product } from './product.ts'
import { inServiceStatusAt, isHeard, type NotSold, saleStatusAt, whyNotSold } from './sellable.ts'

export interface Expectation {
  readonly covered: boolean
  /** The base that serves, or without coverage the nearest station; null: the network does, or there is no station. */
  readonly station: Station | null
  readonly distanceKm: number | null
  /** null: nothing serves, or nobody has measured what does. */
  readonly errorMm: { readonly horizontal: number; readonly vertical: number } | null
  /** Of a covered place: false, nobody hears what would serve it, and the operator sells it all the same. */
  readonly measured: boolean
  /** Why `station`, which is near enough, is not sold; null: it is, or it is too far. */
  readonly notSold: NotSold | null
}

/** The network as it can serve now. */
export interface CoverageNow {
  readonly network: Network
  readonly byId: ReadonlyMap<number, Station>
  /** The choice among what the shop sells, as GET /vrs makes it among all stations. */
  readonly choose: (position: Position) => Choice
  /** The same if every station in service were heard: it tells why a place is not sold. */
  readonly chooseUnheard?: (position: Position) => Choice
  readonly now: Date
}

export function expectationAt(
  product: Pick<Product, 'serves' | 'stationId'>,
  position: Position,
  { network, byId, choose, chooseUnheard, now }: CoverageNow,
): Expectation {
  const only = product.stationId === null ? undefined : byId.get(product.stationId)
  // One station's product serves by that station or not at all: the same choice, with no other to choose.
  const ofOne = (rule: StatusRule) => choiceOf(only, position, network, now, rule)
  const isOne = product.serves === 'station'
  const choice = isOne ? ofOne(saleStatusAt) : choose(position)
  if (choice.mode === 'none') return nothing(choice, isOne ? ofOne(inServiceStatusAt) : chooseUnheard?.(position), now)
  const { station, stations, distanceKm, expectedErrorMm } = choice
  const measured = stations.every((one) => isHeard(one.station, now))
  const told = { station: station?.station ?? null, distanceKm, errorMm: measured ? expectedErrorMm : null }
  return { covered: true, ...told, measured, notSold: null }
}

/** `unheard`: what would serve, were all in service heard. */
function nothing(choice: Choice, unheard: Choice | undefined, now: Date): Expectation {
  const wanting =
    unheard?.mode === 'none' ? undefined : unheard?.stations.find(({ station }) => whyNotSold(station, now))
  const { station, distanceKm } = wanting ?? { station: choice.station?.station ?? null, distanceKm: choice.distanceKm }
  const notSold = wanting ? whyNotSold(wanting.station, now) : null
  return { covered: false, station, distanceKm, errorMm: null, measured: false, notSold }
}

const choiceOf = (
  station: Station | undefined,
  position: Position,
  network: Network,
  now: Date,
  rule: StatusRule,
): Choice =>
  new Coverage(station && !station.archived ? [station] : [], now, undefined, rule).choose(position, {
    ...network,
    upstreamAnswers: false,
  })

/** Which station an order is for; null: the network mountpoint. */
export function stationOf({ serves, stationId }: Pick<Product, 'serves' | 'stationId'>, { station }: Expectation) {
  if (serves === 'place') return station?.id ?? null
  return serves === 'station' ? stationId : null
}
