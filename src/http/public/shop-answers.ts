// Builds the shop's answers field by field, so that nothing else leaves the server.
import type { Static } from 'typebox'
import { areaOf } from '../../domain/credentials/geofence.ts'
import type { Expectation as Expected } from '../../domain/orders/expectation.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/orders/product.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isStatusFounded, statusAt } from '../../domain/stations/status.ts'
import type { StationBook } from '../../store/current/current.ts'
import { groupNameOf } from '../../wire/stations/group.ts'
import type { Expectation, NamedStation, ShopOrder, ShopProduct, ShopStation } from './contract.ts'

const stationAnswer = (id: number | null, { byId }: Pick<StationBook, 'byId'>): Static<typeof NamedStation> | null => {
  const station = id === null ? undefined : byId.get(id)
  return station ? { code: station.code, name: station.name } : null
}

export const productAnswer = (product: Product, book: StationBook): Static<typeof ShopProduct> => ({
  id: product.id,
  name: product.name,
  validitySeconds: product.validitySeconds,
  serves: product.serves,
  station: stationAnswer(product.stationId, book),
  group: groupNameOf(product.groupId, book.groups),
  fence: product.geofence && areaOf(product.geofence),
  amountMinor: product.amountMinor,
  currency: product.currency,
})

/** A marker on the map. As on the status page, an unmeasured station is not shown as measured. */
export const shopStationAnswer = (station: Station, now: Date): Static<typeof ShopStation> => ({
  code: station.code,
  name: station.name,
  lat: station.lat,
  lng: station.lng,
  status: statusAt(station, now),
  measured: isStatusFounded(station, now),
})

export const expectationAnswer = ({
  covered,
  station,
  distanceKm,
  errorMm,
  measured,
  notSold,
}: Expected): Static<typeof Expectation> => ({
  covered,
  station: station && { code: station.code, name: station.name },
  distanceKm: distanceKm === null ? null : Math.round(distanceKm * 10) / 10,
  errorMm,
  measured,
  notSold,
})

interface Ways {
  readonly provider: object | null
  readonly bankDetails: string | null
  readonly sendsMail: boolean
}

/**
 * State of the order, and how to pay it. The link may have been forwarded to anyone, so the e-mail address is masked.
 */
export const orderAnswer = (
  order: Order,
  book: StationBook,
  { provider, bankDetails, sendsMail }: Ways,
): Static<typeof ShopOrder> => ({
  number: order.id,
  renewal: order.renewsId !== null,
  state: order.state,
  productName: order.productName,
  validitySeconds: order.validitySeconds,
  startsAt: order.startsAt,
  station: stationAnswer(order.stationId, book),
  group: groupNameOf(order.groupId, book.groups),
  amountMinor: order.amountMinor,
  currency: order.currency,
  email: hintOf(order.customerEmail),
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  sendsMail,
  ways: order.state === 'pending' && !order.isTest ? { card: provider !== null, bankDetails } : null,
  test: order.isTest,
})

const hintOf = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••')
