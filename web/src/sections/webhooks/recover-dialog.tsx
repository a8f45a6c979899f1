import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { usePartWords } from '../../words/common.ts'
import type { Webhook } from './types.ts'
import { usePlatformWords } from './words.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** As `<input type="datetime-local">` wants it, in the browser's zone. */
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
  const { webhooks: words } = usePlatformWords()
  const parts = usePartWords()
  const queries = useQueryClient()
  // Since the trouble began, as far as we know.
  const since = webhook.failingSince ? new Date(webhook.failingSince) : new Date(Date.now() - DAY_MS)
  const form = useFields(
    { since: localText(since) },
    ({ since }) =>
      api.post<{ count: number }>(`/webhooks/${webhook.id}/recover`, { since: new Date(since).toISOString() }),
    ({ count }) => {
      notify(words.recovered(count))
      void queries.invalidateQueries({ queryKey: ['/webhooks'] })
      void queries.invalidateQueries({ queryKey: [`/webhooks/${webhook.id}/deliveries`] })
      onClose()
    },
  )
  return (
    <Modal opened={opened} onClose={onClose} title={words.recoverTitle}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <Text size="sm">{words.recoverHint}</Text>
          <TextInput {...form.text('since')} type="datetime-local" label={words.recoverSince} required />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={form.sending} disabled={form.values.since === ''}>
              {words.recover}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
