// Quotas that the operator sets for an owner; `null` means unlimited or the default.

export const QUOTAS = ['inForce', 'issuedPerDay', 'mailsPerDay', 'webhooks', 'rinexHoursPerDay'] as const
export type Quota = (typeof QUOTAS)[number]

export type Quotas = { readonly [Name in Quota]: number | null }

export const QUOTA_MOST = 1_000_000_000

export interface OverQuota {
  readonly quota: Quota
  readonly limit: number
}

export type QuotaAmounts = { readonly [Name in Quota]?: number }

/** Remaining quotas of an owner, valid within the transaction that counted them. */
export class Room {
  readonly #quotas: Quotas
  readonly #used: Record<Quota, number>

  constructor(quotas: Quotas, used: QuotaAmounts) {
    this.#quotas = quotas
    this.#used = { inForce: 0, issuedPerDay: 0, mailsPerDay: 0, webhooks: 0, rinexHoursPerDay: 0, ...used }
  }

  /** Takes all amounts, or takes nothing and returns the exhausted quota. */
  take(wanted: QuotaAmounts): OverQuota | null {
    for (const quota of QUOTAS) {
      const limit = this.#quotas[quota]
      const more = wanted[quota] ?? 0
      if (limit !== null && more > 0 && this.#used[quota] + more > limit) return { quota, limit }
    }
    for (const quota of QUOTAS) this.#used[quota] += wanted[quota] ?? 0
    return null
  }
}
