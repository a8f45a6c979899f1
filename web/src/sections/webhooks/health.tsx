import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconKey, IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { LogMoment, Moment } from '../../parts/text/moment.tsx'
import { usePendingText } from './pending-text.ts'
import { useWebhookWords } from './words.ts'

/** Fewer pending deliveries are normal and not mentioned. */
const WORTH_TELLING = 10

export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const pendingText = usePendingText()
  const { health } = words
  const notes: ReactNode[] = [<State key="state" webhook={webhook} />]
  if (webhook.previousSecretUntil)
    notes.push(
      <Note key="secret" color="blue" icon={<IconKey aria-hidden />}>
        {health.rotated} <LogMoment at={webhook.previousSecretUntil} />
      </Note>,
    )
  if (webhook.pending >= WORTH_TELLING && webhook.state !== 'deactivated')
    notes.push(
      <Note key="pending" color="gray" icon={<IconClock aria-hidden />}>
        {words.recovering(pendingText(webhook))}
      </Note>,
    )
  return notes
}

function State({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const { health } = words
  if (webhook.deactivated !== null)
    return (
      <Note color="red" icon={<IconPlayerPause aria-hidden />}>
        {health[webhook.deactivated === 'failing' ? 'failed' : webhook.deactivated]} (
        <Moment at={webhook.deactivatedAt} />
        ). {health.asleep}
      </Note>
    )
  if (webhook.failingSince !== null)
    return (
      <Note color="orange" icon={<IconAlertTriangle aria-hidden />}>
        {words.failingSince} <Moment at={webhook.failingSince} />. {health.failing(webhook.consecutiveFailures)}
      </Note>
    )
  return (
    <Note color="teal" icon={<IconCircleCheck aria-hidden />}>
      {webhook.lastSuccessAt ? health.fine : health.untried}
    </Note>
  )
}

function Note({ color, icon, children }: { color: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Alert color={color} variant="light" icon={icon} p="xs">
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
  )
}
