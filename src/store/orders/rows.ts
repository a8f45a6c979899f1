import type { RegisteredPlace } from '../../domain/credentials/credential.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { Checkout, Order, PaymentProblem, PaymentWay } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/orders/product.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'
import { withOrganisation } from '../people/test-spaces.ts'
import { eventsFrom, type NewEvent } from '../webhooks/events.ts'

/** Includes the place of work, if the customer gave one in the shop. */
export type ListedOrder = Order & RegisteredPlace & { readonly ownerName: string }

/** For a select from `orders` joined with `withOrganisation`. */
export const ORDER_COLUMNS = `orders.id, orders.owner_id as "ownerId", organisation.name as "ownerName", product_id as "productId",
  product_name as "productName", customer_name as "customerName", customer_email as "customerEmail", language, station_id as "stationId", group_id as "groupId",
  validity_seconds as "validitySeconds", orders.fence as geofence, starts_at as "startsAt", amount_minor as "amountMinor", currency, state,
  orders.created_at as "createdAt", key, client is not null as "fromShop", paid_at as "paidAt", paid_by as "paidBy",
  payment_reference as "paymentReference", payment_note as "paymentNote", credential_id as "credentialId", renews as "renewsId", cancelled_at as "cancelledAt",
  refund_note as "refundNote", refund_noted_at as "refundNotedAt", payment_problem as "paymentProblem",
  place_lat as "placeLat", place_lng as "placeLng", label, space.test_of is not null as "isTest"`

const SELECT = `select ${ORDER_COLUMNS} from orders ${withOrganisation('orders')}`

export async function findOrder(db: Database, scope: OwnerScope, id: number): Promise<ListedOrder | null> {
  const select = `${SELECT} where orders.id = $1 and ${ownedBy('$2', 'orders.owner_id')}`
  return first<ListedOrder>(db, statement('order-in-scope', select), [id, ownerOf(scope)])
}

/** Locks the order until the end of the transaction, so that concurrent payments and cancellations see each other. */
export async function lockOrder(db: Database, scope: OwnerScope, id: number): Promise<ListedOrder | null> {
  const select = `${SELECT} where orders.id = $1 and ${ownedBy('$2', 'orders.owner_id')} for update of orders`
  return first<ListedOrder>(db, statement('order-lock', select), [id, ownerOf(scope)])
}

/** The key cannot be guessed and authorises the caller: the customer, or a payment provider that received it. */
export async function findOrderByKey(db: Database, key: string): Promise<ListedOrder | null> {
  return first<ListedOrder>(db, statement('order-by-key', `${SELECT} where key = $1`), [key])
}

export interface NewOrder
  extends Pick<
    Order,
    | 'ownerId'
    | 'productId'
    | 'productName'
    | 'customerName'
    | 'customerEmail'
    | 'language'
    | 'stationId'
    | 'validitySeconds'
    | 'startsAt'
    | 'amountMinor'
    | 'currency'
    | 'createdAt'
    | 'key'
  > {
  /** For shop orders: the client address used for the order limit. */
  readonly client: string | null
  readonly place?: Position | null
  readonly groupId?: number | null
  readonly label?: string | null
  /** Credential that payment renews. */
  readonly renewsId?: number | null
}

export async function insertOrder(db: Database, order: NewOrder): Promise<number> {
  const insert = `insert into orders (owner_id, product_id, product_name, customer_name, customer_email, language, station_id,
      validity_seconds, starts_at, amount_minor, currency, created_at, key, client, place_lat, place_lng, label, group_id, renews, fence)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
      (select fence from products where id = $2)) returning id`
  return (
    await only<{ id: number }>(db, statement('order-insert', insert), [
      order.ownerId,
      order.productId,
      order.productName,
      order.customerName,
      order.customerEmail,
      order.language,
      order.stationId,
      order.validitySeconds,
      order.startsAt,
      order.amountMinor,
      order.currency,
      order.createdAt,
      order.key,
      order.client,
      order.place?.lat ?? null,
      order.place?.lng ?? null,
      order.label ?? null,
      order.groupId ?? null,
      order.renewsId ?? null,
    ])
  ).id
}

/** A pending order of the credential for this product at its current price; `null` if there is none. */
export async function findOpenRenewal(
  db: Database,
  renewsId: number,
  { id, amountMinor, currency }: Pick<Product, 'id' | 'amountMinor' | 'currency'>,
): Promise<ListedOrder | null> {
  const select = `${SELECT} where renews = $1 and product_id = $2 and amount_minor = $3 and currency = $4 and state = 'pending'
    order by orders.id desc limit 1`
  return first<ListedOrder>(db, statement('order-open-renewal', select), [renewsId, id, amountMinor, currency])
}

export interface OrderPayment {
  readonly way: PaymentWay
  readonly reference: string | null
  readonly note: string | null
}

/** The order must be pending. Writes the event in the same statement. */
export const markPaid = (
  db: Database,
  id: number,
  { way, reference, note }: OrderPayment,
  credentialId: number,
  event: NewEvent,
) =>
  db.query(
    statement(
      'order-pay',
      `with paid as (
         update orders set state = 'paid', paid_at = $2, paid_by = $3, payment_reference = $4, payment_note = $5, credential_id = $6,
           payment_problem = null, checkout_url = null
         where id = $1 and state = 'pending' returning owner_id
       )
       ${eventsFrom('paid', { owner: 'owner_id', at: '$2', credential: '$6', id: '$7', type: '$8', body: '$9' })}`,
    ),
    [id, event.createdAt, way, reference, note, credentialId, event.id, event.type, event.body],
  )

export const markCancelled = (db: Database, id: number, now: Date) =>
  db.query(
    statement(
      'order-cancel',
      `update orders set state = 'cancelled', cancelled_at = $2, checkout_url = null where id = $1`,
    ),
    [id, now],
  )

export const saveRefundNote = (db: Database, id: number, note: string, now: Date) =>
  db.query(
    statement(
      'order-refund-note',
      'update orders set refund_note = $2, refund_noted_at = $3, payment_problem = null where id = $1',
    ),
    [id, note, now],
  )

export const savePaymentProblem = (db: Database, id: number, problem: PaymentProblem) =>
  db.query(statement('order-problem', 'update orders set payment_problem = $2 where id = $1'), [id, problem])

/** `url` is null once the order is paid or cancelled. */
export interface StoredCheckout extends Omit<Checkout, 'url'> {
  readonly url: string | null
}

export async function findCheckout(db: Database, id: number): Promise<StoredCheckout | null> {
  const select = `select checkout_id as id, checkout_url as url, checkout_expires_at as "expiresAt" from orders
    where id = $1 and checkout_id is not null`
  return first<StoredCheckout>(db, statement('order-checkout', select), [id])
}

export const saveCheckout = (db: Database, orderId: number, { id, url, expiresAt }: Checkout) =>
  db.query(
    statement(
      'order-checkout-save',
      'update orders set checkout_id = $2, checkout_url = $3, checkout_expires_at = $4 where id = $1',
    ),
    [orderId, id, url, expiresAt],
  )

/** Since then: shop orders from this client address, and unpaid shop orders of this email address. */
export async function countShopOrders(
  db: Database,
  client: string,
  email: string,
  since: Date,
): Promise<{ ofClient: number; ofEmail: number }> {
  // Serialises concurrent orders of the same client or address.
  await db.query(
    statement(
      'shop-orders-lock',
      `select pg_advisory_xact_lock(hashtextextended(text, 13)) from unnest($1::text[]) as text order by text`,
    ),
    [[client, email.toLowerCase()]],
  )
  return only<{ ofClient: number; ofEmail: number }>(
    db,
    statement(
      'shop-orders-count',
      `select (select count(*) from orders where client = $1 and created_at > $3) as "ofClient",
         (select count(*) from orders where client is not null and state = 'pending' and lower(customer_email) = lower($2)
            and created_at > $3) as "ofEmail"`,
    ),
    [client, email, since],
  )
}

/** Also deletes their search words. Test orders are never paid. Returns how many; repeat while it equals `limit`. */
export async function deleteTestOrders(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `with gone as (
      delete from orders where id in (
        select orders.id from owners join orders on orders.owner_id = owners.id where test_of is not null and orders.created_at < $1 limit $2)
      returning id
    ), words as (
      delete from order_words where recency in (select -id from gone)
    )
    select id from gone`
  return (await db.query(statement('test-orders-delete', remove), [before, limit])).length
}
