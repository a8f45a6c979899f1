// What is for sale.

import type { Product } from '../../domain/orders/product.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, statement } from '../database.ts'

export type ListedProduct = Product & { readonly ownerName: string }
export type NewProduct = Omit<Product, 'id'>
export type ProductChange = Partial<Omit<Product, 'id' | 'ownerId' | 'createdAt'>>

const SELECT = `select products.id, owner_id as "ownerId", owners.name as "ownerName", products.name, validity_seconds as "validitySeconds",
    serves, station_id as "stationId", amount_minor as "amountMinor", currency, active, in_shop as "inShop", products.created_at as "createdAt"
  from products join owners on owners.id = owner_id`

const ownerOf = (scope: OwnerScope) => (scope === 'all' ? null : scope)

export interface ProductFilter {
  readonly active?: boolean | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first. */
export const listProducts = (db: Database, scope: OwnerScope, { active, before, limit }: ProductFilter) =>
  db.query<ListedProduct>(
    statement(
      'products-page',
      `${SELECT} where ($1::bigint is null or owner_id = $1) and ($2::bigint is null or products.id < $2)
         and ($4::boolean is null or active = $4) order by products.id desc limit $3`,
    ),
    [ownerOf(scope), before ?? null, limit, active ?? null],
  )

export async function findProduct(db: Database, scope: OwnerScope, id: number): Promise<ListedProduct | null> {
  const select = `${SELECT} where products.id = $1 and ($2::bigint is null or owner_id = $2)`
  const [product] = await db.query<ListedProduct>(statement('product-in-scope', select), [id, ownerOf(scope)])
  return product ?? null
}

const MOST_IN_SHOP = 100

/** What anybody may buy, the cheapest first. */
export const listShopProducts = (db: Database) =>
  db.query<ListedProduct>(
    statement('products-shop', `${SELECT} where in_shop and active order by amount_minor, products.id limit $1`),
    [MOST_IN_SHOP],
  )

export async function insertProduct(db: Database, product: NewProduct): Promise<number> {
  const insert = `insert into products (owner_id, name, validity_seconds, serves, station_id, amount_minor, currency, active, in_shop, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`
  const [row] = await db.query<{ id: number }>(statement('product-insert', insert), [
    product.ownerId,
    product.name,
    product.validitySeconds,
    product.serves,
    product.stationId,
    product.amountMinor,
    product.currency,
    product.active,
    product.inShop,
    product.createdAt,
  ])
  return row!.id
}

/** The whole of it, as it is from now on. */
export const saveProduct = (db: Database, { id, ...product }: Omit<Product, 'ownerId' | 'createdAt'>) =>
  db.query(
    statement(
      'product-save',
      `update products set name = $2, validity_seconds = $3, serves = $4, station_id = $5, amount_minor = $6, currency = $7,
         active = $8, in_shop = $9 where id = $1`,
    ),
    [
      id,
      product.name,
      product.validitySeconds,
      product.serves,
      product.stationId,
      product.amountMinor,
      product.currency,
      product.active,
      product.inShop,
    ],
  )
