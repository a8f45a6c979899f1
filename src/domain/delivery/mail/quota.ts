// Daily limits of mails that tenants cause, per owner and per mailbox: these mails carry the operator's name.
import { DAY_MS } from '../../time/units.ts'

export const QUOTA_DAY_MS = DAY_MS

/** Max e-mails to customers in a day, per organization (unless it has a quota of its own) and per recipient. */
export const DAILY_MAILS = { perOwner: 1_000, perRecipient: 20 } as const

export interface MailQuota {
  /** Mail kinds that tenants cause. The service's own mails have no quota. */
  readonly kinds: readonly string[]
  readonly perOwner: number
  /** Counts mails of all owners, except each owner's first of the day, so no owner can use up another's quota. */
  readonly perRecipient: number
}

export type QuotaOf = 'owner' | 'recipient'

export interface QuotaUse {
  readonly perOwner: number
  /** When the oldest mail of a full quota was counted; `null` if there is room. */
  readonly ownerFullSince: Date | null
  readonly recipientFullSince: Date | null
  /** True if the owner sent mail to this mailbox in the last 24 hours. */
  readonly wroteBefore: boolean
}

/** Returns the exhausted quota and when it has room again, or `null` if the mail may be sent. */
export function overQuota(use: QuotaUse): { readonly whose: QuotaOf; readonly until: Date } | null {
  const over = (whose: QuotaOf, since: Date) => ({ whose, until: new Date(since.getTime() + QUOTA_DAY_MS) })
  if (use.ownerFullSince) return over('owner', use.ownerFullSince)
  return use.recipientFullSince && use.wroteBefore ? over('recipient', use.recipientFullSince) : null
}
