// How many mails may be caused by a tenant in a day, and how many one mailbox may get: they go out in the operator's name.
import { DAY_MS } from '../time/units.ts'

export const QUOTA_DAY_MS = DAY_MS

/** Max e-mails to customers in a day, per organization (unless it has a quota of its own) and per recipient. */
export const DAILY_MAILS = { perOwner: 1_000, perRecipient: 20 } as const

export interface MailQuota {
  /** Those kinds that tenants cause; the others are the service's own and never wait. */
  readonly kinds: readonly string[]
  readonly perOwner: number
  /** Of all owners together; but the first of each owner in a day always goes, so that nobody uses up another's. */
  readonly perRecipient: number
}

export type QuotaOf = 'owner' | 'recipient'

/** What was counted in the last day. */
export interface QuotaUse {
  /** How many the owner may cause in a day. */
  readonly perOwner: number
  /** When the oldest of as many as are allowed was counted; null: there is room. */
  readonly ownerFullSince: Date | null
  readonly recipientFullSince: Date | null
  /** The owner has written to this mailbox in the last day. */
  readonly wroteBefore: boolean
}

/** Whose quota is used up, and when there is room again; null: it may go. */
export function overQuota(use: QuotaUse): { readonly whose: QuotaOf; readonly until: Date } | null {
  const over = (whose: QuotaOf, since: Date) => ({ whose, until: new Date(since.getTime() + QUOTA_DAY_MS) })
  if (use.ownerFullSince) return over('owner', use.ownerFullSince)
  return use.recipientFullSince && use.wroteBefore ? over('recipient', use.recipientFullSince) : null
}
