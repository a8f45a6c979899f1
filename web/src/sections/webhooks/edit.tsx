import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../api.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { usePartWords } from '../../words/common.ts'
import { WebhookFields } from './fields.tsx'
import type { Webhook } from './types.ts'
import { usePlatformWords } from './words.ts'

export function WebhookEdit({ webhook }: { webhook: Webhook }) {
  const { webhooks: words } = usePlatformWords()
  const parts = usePartWords()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const here = `/platform/webhooks/${webhook.id}`
  const form = useFields(
    { url: webhook.url, events: [...webhook.events] },
    ({ url, events }, before) =>
      api.patch(`/webhooks/${webhook.id}`, {
        ...(url !== before.url && { url: url.trim() }),
        ...(events !== before.events && { events }),
      }),
    () => {
      notify(words.saved)
      void queries.invalidateQueries({ queryKey: ['/webhooks'] })
      go(here)
    },
  )
  return (
    <DetailDrawer title={words.editTitle} listPath={here}>
      <form onSubmit={form.onSubmit}>
        <Stack>
          <WebhookFields form={form} />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button
            type="submit"
            loading={form.sending}
            disabled={form.values.url.trim() === '' || form.values.events.length === 0}
          >
            {parts.save}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}
