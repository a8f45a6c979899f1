import { Anchor, Badge, Box, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import { Answered } from '../../parts/answered.tsx'
import { TestBadge } from '../../parts/marks/test-badge.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useAnswer } from '../../service/answers.ts'
import { at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { WebhookActions } from './actions.tsx'
import { DeliveryDrawer } from './deliveries/drawer.tsx'
import { HoursChart } from './deliveries/hours-chart.tsx'
import { DeliveryList } from './deliveries/list.tsx'
import { WebhookEdit } from './edit.tsx'
import { WebhookHealth } from './health.tsx'
import { WebhookMark } from './marks.tsx'
import { usePendingText } from './pending-text.ts'
import { useWebhookWords } from './words.ts'

const PATH = '/platform/webhooks'
const EVERY_MS = 3_000

interface Props {
  readonly id: string
  readonly deliveryId?: string | undefined
  /** The part of the address after the id. */
  readonly act?: string | undefined
}

export function WebhookPage({ id, deliveryId, act }: Props) {
  const words = useWebhookWords()
  const mayChange = useMay('webhooks.change')
  const asked = useAnswer(at('/webhooks/:id', { id }), { refetchInterval: EVERY_MS })
  const back = (
    <Anchor component={Link} href={PATH} size="sm">
      <Group gap={4} component="span" display="inline-flex">
        <IconArrowLeft size={14} aria-hidden />
        {words.back}
      </Group>
    </Anchor>
  )
  const webhook = asked.data?.webhook
  return (
    <Page
      title={webhook ? hostOf(webhook.url) : words.title}
      hint={back}
      actions={webhook && mayChange && <WebhookActions webhook={webhook} />}
    >
      <Answered asked={asked}>
        {({ webhook }) => (
          <>
            <WebhookHealth webhook={webhook} />
            <WebhookFacts webhook={webhook} />
            <HoursChart webhook={webhook} />
            <DeliveryList webhook={webhook} />
            {deliveryId && <DeliveryDrawer webhook={webhook} id={deliveryId} />}
            {act === 'edit' && mayChange && <WebhookEdit webhook={webhook} />}
          </>
        )}
      </Answered>
    </Page>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const parts = usePartWords()
  const pendingText = usePendingText()
  return (
    <Box maw={760}>
      <Facts
        facts={[
          [parts.state, <WebhookMark key="state" state={webhook.state} />],
          [
            words.url,
            <span key="url" className="code">
              {webhook.url}
            </span>,
          ],
          [
            parts.owner,
            <Fragment key="owner">
              {webhook.ownerName}
              {webhook.test && <TestBadge hint={words.forTests} />}
            </Fragment>,
          ],
          [
            words.events,
            <Group key="events" gap={6} component="span">
              {webhook.events.map((event) => (
                <Badge key={event} variant="default" size="sm" tt="none" title={event}>
                  {words.event[event] ?? event}
                </Badge>
              ))}
            </Group>,
          ],
          [words.lastSuccess, <Moment key="success" at={webhook.lastSuccessAt} />],
          [words.pending, pendingText(webhook)],
          [parts.created, <Moment key="created" at={webhook.createdAt} />],
        ]}
      />
    </Box>
  )
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
