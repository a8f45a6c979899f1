// What the shop and the page of an order ask, and what comes.
import { ApiError, refusalIn } from '../../api.ts'
import { dictionary, type Language } from '../../language.tsx'
import type { Money } from '../../parts/text/money.ts'
import { en } from '../../words/en/shop.ts'
import { es } from '../../words/es/shop.ts'

export const useShopWords = dictionary(es, en)

interface NamedStation {
  readonly code: string
  readonly name: string
}

export interface ShopProduct extends Money {
  readonly id: number
  readonly name: string
  readonly validitySeconds: number
  readonly serves: 'place' | 'network' | 'station'
  readonly station: NamedStation | null
}

export interface Shop {
  readonly products: readonly ShopProduct[]
  readonly stations: readonly (NamedStation & { readonly lat: number; readonly lng: number })[]
}

export interface Expectation {
  readonly covered: boolean
  readonly station: NamedStation | null
  readonly distanceKm: number | null
  readonly errorMm: { readonly horizontal: number; readonly vertical: number } | null
}

export interface ShopOrder extends Money {
  readonly number: number
  readonly state: 'pending' | 'paid' | 'cancelled'
  readonly productName: string | null
  readonly validitySeconds: number
  readonly startsAt: string | null
  readonly station: NamedStation | null
  readonly email: string
  readonly createdAt: string
  readonly paidAt: string | null
  readonly sendsMail: boolean
  /** Null: there is nothing to pay any more. */
  readonly ways: { readonly card: boolean; readonly bankDetails: string | null } | null
}

export interface Wish {
  readonly productId: number
  readonly lat: number
  readonly lng: number
  readonly customerName: string
  readonly customerEmail: string
  readonly language: Language
}

async function ask<Answer>(path: string, request: RequestInit): Promise<Answer> {
  const response = await fetch(path, request).catch(() => {
    throw new ApiError(0, 'unreachable', 'The service does not answer.')
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw refusalIn(response, answer)
}

const post = <Answer>(path: string, body?: object) =>
  ask<Answer>(path, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

export const shopApi = {
  shop: (signal: AbortSignal) => ask<Shop>('/public/shop', { signal }),
  expectation: (productId: number, { lat, lng }: { lat: number; lng: number }, signal: AbortSignal) =>
    ask<{ expectation: Expectation }>(`/public/shop/expectation?productId=${productId}&lat=${lat}&lng=${lng}`, {
      signal,
    }),
  order: (wish: Wish) => post<{ key: string }>('/public/shop/orders', wish),
  look: (key: string, signal: AbortSignal) =>
    ask<{ order: ShopOrder }>(`/public/orders/${encodeURIComponent(key)}`, { signal }),
  checkout: (key: string) => post<{ url: string }>(`/public/orders/${encodeURIComponent(key)}/checkout`),
}
