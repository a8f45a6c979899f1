import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Delivery, Webhook } from '../../../../../src/http/console/contract/webhooks.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { CodeBlock } from '../../../parts/text/code/code-block.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment, Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { usePartWords } from '../../../words/common.ts'
import { DeliveryMark } from '../marks.tsx'
import { pretty } from '../pretty.ts'
import { useWebhookWords } from '../words.ts'
import { Attempts } from './attempts.tsx'
import { useResend } from './use-resend.ts'

const EVERY_MS = 1_500

/** One delivery with its attempts, and a button to send it again. Polls until the delivery has finished. */
export function DeliveryDrawer({ webhook, id }: { webhook: Webhook; id: string }) {
  const { deliveries: words } = useWebhookWords()
  const asked = useAnswer(at('/webhooks/:id/deliveries/:deliveryId', { id: webhook.id, deliveryId: id }), {
    refetchInterval: ({ state }) => (state.data?.delivery.state === 'pending' ? EVERY_MS : false),
  })
  const renew = useRenew()
  const result = asked.data && `${asked.data.delivery.state} ${asked.data.attempts.length}`
  // The list behind the drawer shows each result as soon as the drawer does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt
  useEffect(() => {
    if (result) void renew(at('/webhooks/:id/deliveries', webhook))
  }, [result])
  return (
    <DetailDrawer title={words.one(Number(id))} listPath={`/platform/webhooks/${webhook.id}`}>
      <Answered asked={asked}>
        {({ delivery, attempts }) => (
          <>
            <DeliveryFacts delivery={delivery} />
            <Resend webhook={webhook} delivery={delivery} />
            {attempts.length === 0 ? <Hint>{words.noAttempts}</Hint> : <Attempts attempts={attempts} />}
            <CodeBlock label={words.body} text={pretty(delivery.body)} copied={delivery.body} />
          </>
        )}
      </Answered>
    </DetailDrawer>
  )
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { deliveries: words, event } = useWebhookWords()
  const parts = usePartWords()
  return (
    <Facts
      facts={[
        [parts.state, <DeliveryMark key="state" state={delivery.state} />],
        [words.event, event[delivery.type] ?? delivery.type],
        [
          words.eventId,
          <span key="id" className="code">
            {delivery.eventId}
          </span>,
        ],
        [parts.created, <LogMoment key="created" at={delivery.createdAt} />],
        ...(delivery.nextAttemptAt ? [[words.next, <Moment key="next" at={delivery.nextAttemptAt} />] as const] : []),
      ]}
    />
  )
}

function Resend({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { deliveries: words } = useWebhookWords()
  const resend = useResend(webhook)
  if (!resend) return null
  return (
    <ActButton
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      text={delivery.state === 'pending' ? words.tryNow : words.resend}
      act={() => resend(delivery)}
    />
  )
}
