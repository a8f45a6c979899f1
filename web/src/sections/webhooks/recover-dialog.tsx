import { Text } from '@mantine/core'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { DateField } from '../../parts/forms/date-field.tsx'
import { FormDialog } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { DAY_MS, MINUTE_MS } from '../../parts/time-units.ts'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useWebhookWords } from './words.ts'

/** Value for `<input type="datetime-local">`, in the browser's time zone. */
function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

export function RecoverDialog({
  webhook,
  opened,
  onClose,
}: {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}) {
  const words = useWebhookWords()
  const renew = useRenew()
  // Defaults to the first failure, if known.
  const since = webhook.failingSince ? new Date(webhook.failingSince) : new Date(Date.now() - DAY_MS)
  const form = useFields(
    { since: localText(since) },
    ({ since }) => api.post(at('/webhooks/:id/recover', webhook), { since: new Date(since).toISOString() }),
    ({ count }) => {
      notify(words.recovered(count))
      void renew('/webhooks')
      onClose()
    },
  )
  return (
    <FormDialog form={form} opened={opened} title={words.recoverTitle} action={words.recover} onClose={onClose}>
      <Text size="sm">{words.recoverHint}</Text>
      <DateField {...form.text('since')} type="datetime-local" label={words.recoverSince} required />
    </FormDialog>
  )
}
