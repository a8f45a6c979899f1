// What the operator lets an owner have. Null: no limit of its own.

export const QUOTAS = ['inForce', 'issuedPerDay', 'mailsPerDay', 'webhooks'] as const
export type Quota = (typeof QUOTAS)[number]

export type Quotas = { readonly [Name in Quota]: number | null }

export const QUOTA_MOST = 1_000_000_000

export interface OverQuota {
  readonly quota: Quota
  readonly limit: number
}

/** What is asked for, counted by each quota. */
export type Wanted = { readonly [Name in Quota]?: number }

/** What is left of an owner's quotas, until the end of the transaction that counted it. */
export class Room {
  readonly #quotas: Quotas
  readonly #used: Record<Quota, number>

  constructor(quotas: Quotas, used: Wanted) {
    this.#quotas = quotas
    this.#used = { inForce: 0, issuedPerDay: 0, mailsPerDay: 0, webhooks: 0, ...used }
  }

  /** Takes all of it, or tells which quota has no room for it and takes nothing. */
  take(wanted: Wanted): OverQuota | null {
    for (const quota of QUOTAS) {
      const limit = this.#quotas[quota]
      const more = wanted[quota] ?? 0
      if (limit !== null && more > 0 && this.#used[quota] + more > limit) return { quota, limit }
    }
    for (const quota of QUOTAS) this.#used[quota] += wanted[quota] ?? 0
    return null
  }
}
