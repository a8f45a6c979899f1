// What the service answers in this section. Times are ISO 8601.

import type { AttemptFailure } from '../../../../src/domain/webhooks/attempt.ts'

export const SCOPES = ['read', 'provision', 'revoke'] as const
export type Scope = (typeof SCOPES)[number]
export const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const

export interface Token {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly state: (typeof TOKEN_STATES)[number]
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly lastUsedAt: string | null
}

export const EVENTS = ['order.paid', 'credential.issued', 'credential.expired', 'credential.revoked'] as const
export const DELIVERY_TYPES = [...EVENTS, 'webhook.test'] as const
export const WEBHOOK_STATES = ['active', 'failing', 'deactivated'] as const
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const

export interface Webhook {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly url: string
  readonly events: readonly string[]
  readonly state: (typeof WEBHOOK_STATES)[number]
  readonly createdAt: string
  readonly lastSuccessAt: string | null
  readonly failingSince: string | null
  readonly consecutiveFailures: number
  readonly pending: number
  readonly morePending: boolean
  readonly deactivatedAt: string | null
  readonly deactivated: 'gone' | 'failing' | 'by_hand' | null
  readonly previousSecretUntil: string | null
}

export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly type: string
  readonly state: (typeof DELIVERY_STATES)[number]
  readonly attempts: number
  readonly createdAt: string
  readonly nextAttemptAt: string | null
  readonly finishedAt: string | null
  readonly lastAttemptAt: string | null
  readonly lastStatus: number | null
  readonly lastError: AttemptFailure | null
}

export interface Attempt {
  readonly at: string
  readonly status: number | null
  readonly durationMs: number
  readonly error: AttemptFailure | null
  readonly response: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null
}
