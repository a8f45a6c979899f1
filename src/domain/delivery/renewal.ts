// When a renewal is offered to a customer, and how often the customer may request one.
import type { Credential } from '../credentials/credential.ts'
import type { Money } from '../orders/money.ts'
import { DAY_MS } from '../time/units.ts'
import { deliveryStateAt } from './delivery.ts'

/** Earliest time before the end to offer a renewal. */
const OFFERED_BEFORE_MS = 30 * DAY_MS
/** More than one request a day would be a nuisance. */
const ASKED_AGAIN_MS = DAY_MS

/** A product with which the customer can renew the credential. */
export interface RenewalOffer extends Money {
  readonly productId: number
  readonly validitySeconds: number
}

/** How a customer renews; `null` if only by contacting the issuer. */
export type RenewalWay =
  /** `asksEmail`: the credential has no address, which an order needs. */
  | { readonly kind: 'offers'; readonly offers: readonly RenewalOffer[]; readonly asksEmail: boolean }
  /** A revoked credential cannot be renewed; the shop sells a new one. */
  | { readonly kind: 'shop'; readonly url: string }
  /** `askedAt`: last request; `null` if never requested. `mayAsk`: whether a request is allowed now. */
  | { readonly kind: 'request'; readonly askedAt: Date | null; readonly mayAsk: boolean }
  | null

export function mayRenew(credential: Credential, now: Date): boolean {
  if (credential.isTest) return false
  const state = deliveryStateAt(credential, now)
  if (state === 'expired') return true
  return state === 'in_force' && credential.expiresAt.getTime() - now.getTime() <= OFFERED_BEFORE_MS
}

export const mayAskAgain = (askedAt: Date | null, now: Date): boolean =>
  askedAt === null || now.getTime() - askedAt.getTime() >= ASKED_AGAIN_MS
