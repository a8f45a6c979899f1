import type { Expectation, OrderBody, RenewalLinksBody, Shop, ShopOrder } from '../../../../src/http/public/contract.ts'
import { dictionary } from '../../language.tsx'
import { send } from '../../service/api.ts'
import { en } from '../../words/en/credentials/shop.ts'
import { es } from '../../words/es/credentials/shop.ts'

export const useShopWords = dictionary(es, en)

async function ask<Answer>(path: string, request: RequestInit): Promise<Answer> {
  return (await send(path, request)).json()
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
  mailLinks: (wish: RenewalLinksBody) => post<object>('/public/shop/renewals', wish),
  order: (wish: OrderBody) => post<{ key: string }>('/public/shop/orders', wish),
  findOrder: (key: string, signal: AbortSignal) =>
    ask<{ order: ShopOrder }>(`/public/orders/${encodeURIComponent(key)}`, { signal }),
  checkout: (key: string) => post<{ url: string }>(`/public/orders/${encodeURIComponent(key)}/checkout`),
}
