import type { Static } from 'typebox'
import type { AuditEntry } from '../../../domain/audit/action.ts'
import { orderUrl } from '../../../domain/orders/order.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { ReceivedNotice } from '../../../store/orders/payment-notices.ts'
import type { ListedProduct } from '../../../store/orders/products.ts'
import type { ListedOrder } from '../../../store/orders/rows.ts'
import { groupNameOf } from '../../../wire/stations/group.ts'
import type {
  Notice,
  Order,
  OrderedGroup,
  OrderedStation,
  PaymentWays,
  Product,
  TrailEntry,
} from '../contract/orders.ts'

const stationAnswer = (id: number | null, { byId }: StationBook): Static<typeof OrderedStation> | null => {
  const station = id === null ? undefined : byId.get(id)
  return station ? { id: station.id, code: station.code, name: station.name, archived: station.archived } : null
}

const groupAnswer = (id: number | null, { groups }: StationBook): Static<typeof OrderedGroup> | null =>
  id === null ? null : { id, name: groupNameOf(id, groups)! }

export const productAnswer = (product: ListedProduct, book: StationBook): Static<typeof Product> => ({
  id: product.id,
  ownerId: product.ownerId,
  ownerName: product.ownerName,
  name: product.name,
  validitySeconds: product.validitySeconds,
  serves: product.serves,
  station: stationAnswer(product.stationId, book),
  group: groupAnswer(product.groupId, book),
  fence: product.geofence,
  amountMinor: product.amountMinor,
  currency: product.currency,
  active: product.active,
  inShop: product.inShop,
  rinexHoursPerMonth: product.rinexHoursPerMonth,
  createdAt: product.createdAt,
})

export const orderAnswer = (order: ListedOrder, book: StationBook): Static<typeof Order> => ({
  id: order.id,
  ownerId: order.ownerId,
  ownerName: order.ownerName,
  productId: order.productId,
  productName: order.productName,
  customerName: order.customerName,
  customerEmail: order.customerEmail,
  language: order.language,
  station: stationAnswer(order.stationId, book),
  group: groupAnswer(order.groupId, book),
  fence: order.geofence,
  validitySeconds: order.validitySeconds,
  startsAt: order.startsAt,
  amountMinor: order.amountMinor,
  currency: order.currency,
  state: order.state,
  fromShop: order.fromShop,
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  paidBy: order.paidBy,
  paymentReference: order.paymentReference,
  paymentNote: order.paymentNote,
  credentialId: order.credentialId,
  renewsId: order.renewsId,
  cancelledAt: order.cancelledAt,
  refundNote: order.refundNote,
  refundNotedAt: order.refundNotedAt,
  paymentProblem: order.paymentProblem,
})

export const waysAnswer = (
  order: ListedOrder,
  { baseUrl, ...ways }: { baseUrl: string; card: boolean; bankDetails: string | null; mail: boolean },
): Static<typeof PaymentWays> => ({ link: orderUrl(baseUrl, order), ...ways })

/** `colleagues` are the users whose names a reseller may see; `null` means all. */
export const trailAnswer = (
  { id, at, kind, userId, name, action, details }: AuditEntry,
  colleagues: ReadonlySet<number | null> | null,
): Static<typeof TrailEntry> => ({
  id,
  at,
  actor: kind !== 'person' || colleagues === null || colleagues.has(userId) ? name : null,
  action,
  details,
})

export const noticeAnswer = (notice: ReceivedNotice): Static<typeof Notice> => ({
  provider: notice.provider,
  id: notice.noticeId,
  type: notice.type,
  outcome: notice.outcome,
  reference: notice.reference,
  amountMinor: notice.amountMinor,
  currency: notice.currency,
  times: notice.times,
  receivedAt: notice.receivedAt,
})
