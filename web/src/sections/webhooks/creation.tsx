import { Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { OwnerSelect } from '../../parts/forms/select/owner-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { useRenew } from '../../service/answers.ts'
import { type Answer, api } from '../../service/api.ts'
import { useMe } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { type EventName, eventsChosen, WebhookFields } from './fields.tsx'
import { useWebhookWords } from './words.ts'

const BY_DEFAULT: EventName[] = ['order.paid', 'credential.issued', 'credential.expired']

export function WebhookCreation() {
  const words = useWebhookWords()
  const parts = usePartWords()
  const { user } = useMe()
  const [, go] = useLocation()
  const renew = useRenew()
  const [made, setMade] = useState<Answer<'POST', '/webhooks'> | null>(null)
  const form = useFields(
    { url: '', events: BY_DEFAULT, ownerId: user.ownerId },
    ({ url, events, ownerId }) => api.post('/webhooks', { ownerId: ownerId!, url: url.trim(), events }),
    (answer) => {
      void renew('/webhooks')
      setMade(answer)
    },
    eventsChosen,
  )
  return (
    <DetailDrawer title={words.create} listPath="/platform/webhooks">
      <Form form={form} action={words.create}>
        <OwnerSelect {...form.value('ownerId')} label={parts.owner} required />
        <WebhookFields url={form.text('url')} events={form.value('events')} />
      </Form>
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
