import type { Delivery, Webhook } from '../../../../../src/http/console/contract/webhooks.ts'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useWebhookWords } from '../words.ts'

/** Sends a delivery again; `null` if the user may not, or the webhook is disabled. */
export function useResend(webhook: Webhook): ((delivery: Pick<Delivery, 'id'>) => Promise<void>) | null {
  const { deliveries: words } = useWebhookWords()
  const renew = useRenew()
  const may = useMay('webhooks.change') && webhook.deactivated === null
  if (!may) return null
  return async ({ id }) => {
    await api.post(at('/webhooks/:id/deliveries/:deliveryId/resend', { id: webhook.id, deliveryId: id }))
    notify(words.resent)
    await renew(at('/webhooks/:id/deliveries', webhook))
  }
}
