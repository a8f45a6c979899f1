import { ConfigError } from '../values.ts'

export interface StripeConfig {
  readonly secretKey: string
  /** Verifies Stripe's notifications. */
  readonly webhookSecret: string
  readonly apiUrl: string
}

/** Both are required: without the webhook secret, payments would go unnoticed. Errors repeat neither value. */
export function stripe(secretKey: string | null, webhookSecret: string | null, apiUrl: string): StripeConfig | null {
  if (secretKey === null && webhookSecret === null) return null
  if (!/^[sr]k_\w{8,250}$/.test(secretKey ?? ''))
    throw new ConfigError('STRIPE_SECRET_KEY: expected a key that begins with sk_ or rk_, with STRIPE_WEBHOOK_SECRET')
  if (!/^whsec_[\w+/=-]{8,250}$/.test(webhookSecret ?? ''))
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET: expected the secret of the webhook at Stripe, which begins with whsec_',
    )
  return { secretKey: secretKey!, webhookSecret: webhookSecret!, apiUrl }
}
