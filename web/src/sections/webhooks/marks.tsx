import type { Delivery, Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { useWebhookWords } from './words.ts'

const WEBHOOK_TONES: Record<Webhook['state'], Tone> = { active: 'good', failing: 'poor', deactivated: 'bad' }
const DELIVERY_TONES: Record<Delivery['state'], Tone> = { delivered: 'good', pending: 'poor', failed: 'bad' }

export function WebhookMark({ state }: Pick<Webhook, 'state'>) {
  return <Mark tone={WEBHOOK_TONES[state]} word={useWebhookWords().states[state]} />
}

export function DeliveryMark({ state }: Pick<Delivery, 'state'>) {
  return <Mark tone={DELIVERY_TONES[state]} word={useWebhookWords().deliveries.states[state]} />
}
