// When a customer is offered to go on, and how often the operator is asked for it.
import type { Credential } from '../credentials/credential.ts'
import { DAY_MS } from '../time/units.ts'
import { deliveryStateAt } from './delivery.ts'

/** Before that nobody thinks of it. */
const OFFERED_BEFORE_MS = 30 * DAY_MS
/** Once a day is a reminder, more is a nuisance. */
const ASKED_AGAIN_MS = DAY_MS

/** How a customer goes on: buys in the shop, or asks whoever issued it; null: by talking to them. */
export type RenewalWay =
  | { readonly kind: 'shop'; readonly url: string }
  /** `askedAt`: when it was last asked for; null: never. `mayAsk`: now. */
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
