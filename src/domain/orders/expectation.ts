// What a product gives somebody at a place: through which mountpoint, how good, or that nothing serves there.
import type { Position } from '../geometry/geodesy.ts'
import { type Choice, Coverage } from '../network/mountpoint-choice.ts'
import type { Network } from '../network/network.ts'
import type { Station } from '../stations/station.ts'
import type { Product } from './product.ts'

export interface Expectation {
  readonly covered: boolean
  /** The base that serves, or without coverage the nearest station; null: the network does, or there is no station. */
  readonly station: Station | null
  readonly distanceKm: number | null
  readonly errorMm: { readonly horizontal: number; readonly vertical: number } | null
}

/** The network as it can serve now. */
export interface CoverageNow {
  readonly network: Network
  readonly byId: ReadonlyMap<number, Station>
  /** The choice among all stations, as GET /vrs makes it. */
  readonly choose: (position: Position) => Choice
  readonly now: Date
}

export function expectationAt(
  { serves, stationId }: Pick<Product, 'serves' | 'stationId'>,
  position: Position,
  { network, byId, choose, now }: CoverageNow,
): Expectation {
  const only = stationId === null ? undefined : byId.get(stationId)
  // One station's product serves by that station or not at all: the same choice, with no other to choose.
  const choice = serves === 'station' ? choiceOf(only, position, network, now) : choose(position)
  const { mode, station, distanceKm, expectedErrorMm } = choice
  return {
    covered: mode !== 'none',
    station: station?.station ?? null,
    distanceKm,
    errorMm: expectedErrorMm,
  }
}

const choiceOf = (station: Station | undefined, position: Position, network: Network, now: Date): Choice =>
  new Coverage(station && !station.archived ? [station] : [], now).choose(position, {
    ...network,
    upstreamAnswers: false,
  })

/** Which station an order is for; null: the network mountpoint. */
export function stationOf({ serves, stationId }: Pick<Product, 'serves' | 'stationId'>, { station }: Expectation) {
  if (serves === 'place') return station?.id ?? null
  return serves === 'station' ? stationId : null
}
