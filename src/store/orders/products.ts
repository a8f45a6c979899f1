import type { RinexHoursPerMonth } from '../../domain/archive/allowance.ts'
import type { Product } from '../../domain/orders/product.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Access } from '../../domain/sessions/access.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { Listing, ownedBy, ownerOf, type PageRequest } from '../kit/listing.ts'

export type ListedProduct = Product & { readonly ownerName: string }
export type NewProduct = Omit<Product, 'id' | 'groupId' | 'rinexHoursPerMonth'> & {
  readonly groupId?: number | null
  /** None if omitted. */
  readonly rinexHoursPerMonth?: RinexHoursPerMonth
}
export type ProductChange = Partial<Omit<Product, 'id' | 'ownerId' | 'createdAt'>>

const SELECT = `select products.id, owner_id as "ownerId", owners.name as "ownerName", products.name, validity_seconds as "validitySeconds",
    serves, station_id as "stationId", group_id as "groupId", fence as geofence, amount_minor as "amountMinor", currency, active, in_shop as "inShop",
    rinex_hours_per_month as "rinexHoursPerMonth", products.created_at as "createdAt"
  from products join owners on owners.id = owner_id`

export interface ProductFilter extends PageRequest {
  readonly active?: boolean | undefined
}

export function listProducts(db: Database, scope: OwnerScope, filter: ProductFilter): Promise<ListedProduct[]> {
  const list = new Listing().of(scope).where(filter.active, 'boolean', (active) => `active = ${active}`)
  return db.query<ListedProduct>(list.page('products-page', SELECT, 'products.id', filter), list.values)
}

export async function findProduct(db: Database, scope: OwnerScope, id: number): Promise<ListedProduct | null> {
  const select = `${SELECT} where products.id = $1 and ${ownedBy('$2')}`
  return first<ListedProduct>(db, statement('product-in-scope', select), [id, ownerOf(scope)])
}

/**
 * The offer for this station, this group, or (both `null`) the network, with this validity. A specific product precedes
 * one that serves any place; then the cheapest wins.
 */
export async function findOffer(
  db: Database,
  ownerId: number,
  { stationId, groupId }: Access,
  validitySeconds: number,
): Promise<ListedProduct | null> {
  const select = `${SELECT} where owner_id = $1 and active and validity_seconds = $3
      and (serves = 'place' and $4::bigint is null
        or serves = case when $4 is not null then 'group' when $2::bigint is null then 'network' else 'station' end
          and station_id is not distinct from $2 and group_id is not distinct from $4)
    order by serves = 'place', amount_minor, products.id limit 1`
  return first<ListedProduct>(db, statement('product-offer', select), [ownerId, stationId, validitySeconds, groupId])
}

/**
 * Products on sale with which a credential can be renewed: the same access and the same geofence. Shortest first.
 * `inShop` restricts them to those that customers can order themselves.
 */
export const listRenewalOffers = (
  db: Database,
  ownerId: number,
  { stationId, groupId, geofence }: Access & Pick<Product, 'geofence'>,
  inShop: boolean,
) =>
  db.query<ListedProduct>(
    statement(
      'products-renewal',
      `${SELECT} where owner_id = $1 and active and (in_shop or not $5) and fence is not distinct from $4::jsonb
        and (serves = 'place' and $3::bigint is null
          or serves = case when $3 is not null then 'group' when $2::bigint is null then 'network' else 'station' end
            and station_id is not distinct from $2 and group_id is not distinct from $3)
      order by validity_seconds, serves = 'place', amount_minor, products.id limit $6`,
    ),
    [ownerId, stationId, groupId, geofence && JSON.stringify(geofence), inShop, MOST_IN_SHOP],
  )

const MOST_IN_SHOP = 100

export const listShopProducts = (db: Database) =>
  db.query<ListedProduct>(
    statement('products-shop', `${SELECT} where in_shop and active order by amount_minor, products.id limit $1`),
    [MOST_IN_SHOP],
  )

/** Columns that a change can save, in the order of `valuesOf`. */
const COLUMNS = [
  'name',
  'validity_seconds',
  'serves',
  'station_id',
  'group_id',
  'amount_minor',
  'currency',
  'active',
  'in_shop',
  'fence',
  'rinex_hours_per_month',
]
const valuesOf = (product: Omit<NewProduct, 'ownerId' | 'createdAt'>) => [
  product.name,
  product.validitySeconds,
  product.serves,
  product.stationId,
  product.groupId ?? null,
  product.amountMinor,
  product.currency,
  product.active,
  product.inShop,
  product.geofence && JSON.stringify(product.geofence),
  product.rinexHoursPerMonth === undefined ? 0 : product.rinexHoursPerMonth,
]

export async function insertProduct(db: Database, product: NewProduct): Promise<number> {
  const insert = `insert into products (owner_id, created_at, ${COLUMNS.join(', ')})
    values ($1, $2, ${COLUMNS.map((_, index) => `$${index + 3}`).join(', ')}) returning id`
  const values = [product.ownerId, product.createdAt, ...valuesOf(product)]
  return (await only<{ id: number }>(db, statement('product-insert', insert), values)).id
}

export function saveProduct(db: Database, product: Omit<Product, 'ownerId' | 'createdAt'>) {
  const assignments = COLUMNS.map((column, index) => `${column} = $${index + 2}`)
  const save = statement('product-save', `update products set ${assignments.join(', ')} where id = $1`)
  return db.query(save, [product.id, ...valuesOf(product)])
}
