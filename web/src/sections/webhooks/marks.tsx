import { Mark, type Tone } from '../../parts/text/mark.tsx'
import type { Delivery, Token, Webhook } from './types.ts'
import { usePlatformWords } from './words.ts'

const TOKEN_TONES: Record<Token['state'], Tone> = { valid: 'good', expired: 'unknown', revoked: 'bad' }
const WEBHOOK_TONES: Record<Webhook['state'], Tone> = { active: 'good', failing: 'poor', deactivated: 'bad' }
const DELIVERY_TONES: Record<Delivery['state'], Tone> = { delivered: 'good', pending: 'poor', failed: 'bad' }

export function TokenMark({ state }: Pick<Token, 'state'>) {
  return <Mark tone={TOKEN_TONES[state]} word={usePlatformWords().tokens.states[state]} />
}

export function WebhookMark({ state }: Pick<Webhook, 'state'>) {
  return <Mark tone={WEBHOOK_TONES[state]} word={usePlatformWords().webhooks.states[state]} />
}

export function DeliveryMark({ state }: Pick<Delivery, 'state'>) {
  return <Mark tone={DELIVERY_TONES[state]} word={usePlatformWords().deliveries.states[state]} />
}
