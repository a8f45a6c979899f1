import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { OwnerSelect } from '../../parts/forms/owner-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useMe } from '../../session.tsx'
import { WebhookFields } from './fields.tsx'
import type { Webhook } from './types.ts'
import { usePlatformWords } from './words.ts'

interface Made {
  readonly webhook: Webhook
  readonly secret: string
}

const BY_DEFAULT = ['order.paid', 'credential.issued', 'credential.expired']

export function WebhookCreation() {
  const all = usePlatformWords()
  const words = all.webhooks
  const { user } = useMe()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const [made, setMade] = useState<Made | null>(null)
  const form = useFields(
    { url: '', events: BY_DEFAULT, ownerId: user.ownerId },
    ({ url, events, ownerId }) => api.post<Made>('/webhooks', { ownerId, url: url.trim(), events }),
    (answer) => {
      void queries.invalidateQueries({ queryKey: ['/webhooks'] })
      setMade(answer)
    },
  )
  const { url, events, ownerId } = form.values
  return (
    <DetailDrawer title={words.create} listPath="/platform/webhooks">
      <form onSubmit={form.onSubmit}>
        <Stack>
          <OwnerSelect
            label={all.owner}
            value={ownerId}
            onChange={(id) => form.set('ownerId', id)}
            error={form.faultOf('ownerId')}
            required
          />
          <WebhookFields form={form} />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button
            type="submit"
            loading={form.sending}
            disabled={ownerId === null || url.trim() === '' || events.length === 0}
          >
            {words.create}
          </Button>
        </Stack>
      </form>
      <SecretDialog
        title={words.secretTitle}
        secret={made?.secret ?? null}
        onStored={() => go(`/platform/webhooks/${made!.webhook.id}`)}
      >
        <Text size="sm">{words.secretHint}</Text>
      </SecretDialog>
    </DetailDrawer>
  )
}
