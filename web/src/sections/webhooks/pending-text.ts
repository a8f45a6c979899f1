import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { useLanguage } from '../../language.tsx'
import { localeOf } from '../../parts/text/moment.tsx'
import { useWebhookWords } from './words.ts'

/** How many deliveries wait: exactly, or "more than" where the service stopped counting. */
export function usePendingText(): (webhook: Pick<Webhook, 'pending' | 'morePending'>) => string {
  const { language } = useLanguage()
  const words = useWebhookWords()
  return ({ pending, morePending }) => {
    const count = pending.toLocaleString(localeOf(language))
    return morePending ? words.moreThan(count) : count
  }
}
