import { useLocation } from 'wouter'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { usePartWords } from '../../words/common.ts'
import { eventsChosen, WebhookFields } from './fields.tsx'
import { useWebhookWords } from './words.ts'

export function WebhookEdit({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const parts = usePartWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const here = `/platform/webhooks/${webhook.id}`
  const form = useFields(
    { url: webhook.url, events: [...webhook.events] },
    ({ url, events }, before) =>
      api.patch(at('/webhooks/:id', webhook), {
        ...(url !== before.url && { url: url.trim() }),
        ...(events !== before.events && { events }),
      }),
    () => {
      notify(words.saved)
      void renew('/webhooks')
      go(here)
    },
    eventsChosen,
  )
  return (
    <DetailDrawer title={words.editTitle} listPath={here}>
      <Form form={form} action={parts.save}>
        <WebhookFields url={form.text('url')} events={form.value('events')} />
      </Form>
    </DetailDrawer>
  )
}
