import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { useLanguage } from '../../language.tsx'
import { localeOf } from '../../parts/text/moment.tsx'
import { useWebhookWords } from './words.ts'

/** Number of pending deliveries: exact, or "more than" if the service stopped counting. */
export function usePendingText(): (webhook: Pick<Webhook, 'pending' | 'morePending'>) => string {
  const { language } = useLanguage()
  const words = useWebhookWords()
  return ({ pending, morePending }) => {
    const count = pending.toLocaleString(localeOf(language))
    return morePending ? words.moreThan(count) : count
  }
}
