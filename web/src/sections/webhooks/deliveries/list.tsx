import { Stack, Title } from '@mantine/core'
import type { Delivery, Webhook } from '../../../../../src/http/console/contract/webhooks.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { choiceFilter } from '../../../parts/lists/filters.tsx'
import { FilteredListing, useList } from '../../../parts/lists/list.tsx'
import { LogMoment, Moment } from '../../../parts/text/moment.tsx'
import { at } from '../../../service/api.ts'
import { attemptText, useCodeWords } from '../../../words/codes.ts'
import { usePartWords } from '../../../words/common.ts'
import { DeliveryMark } from '../marks.tsx'
import { useWebhookWords } from '../words.ts'
import { useResend } from './use-resend.ts'

const EVERY_MS = 5_000

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const all = useWebhookWords()
  const words = all.deliveries
  const parts = usePartWords()
  const codes = useCodeWords()
  const resend = useResend(webhook)
  const list = useList(at('/webhooks/:id/deliveries', { id }), {
    words,
    path: `/platform/webhooks/${id}/deliveries`,
    savesViews: false,
    everyMs: EVERY_MS,
    limit: 50,
    filters: [choiceFilter('delivery', parts.state, words.states), choiceFilter('event', words.event, all.event)],
    queryOf: ({ delivery: state, event: type }) => ({ state, type }),
    columns: [
      { key: 'event', title: words.event, cell: ({ type }) => all.event[type] ?? type },
      { key: 'state', title: parts.state, cell: ({ state }) => <DeliveryMark state={state} /> },
      {
        key: 'answer',
        title: words.answer,
        cell: ({ lastStatus, lastError }) => (lastError ? attemptText(codes, lastError) : (lastStatus ?? '—')),
      },
      { key: 'attempts', title: words.attempts, number: true, cell: ({ attempts }) => attempts },
      { key: 'created', title: parts.created, cell: ({ createdAt }) => <LogMoment at={createdAt} /> },
      { key: 'next', title: words.next, cell: ({ nextAttemptAt }) => <Moment at={nextAttemptAt} none="—" /> },
      ...(resend
        ? [
            {
              key: 'resend',
              title: '',
              cell: (delivery: Delivery) => (
                <ActButton
                  variant="subtle"
                  size="compact-xs"
                  text={delivery.state === 'pending' ? words.tryNow : words.resend}
                  label={`${delivery.state === 'pending' ? words.tryNow : words.resend}: ${delivery.eventId}`}
                  act={() => resend(delivery)}
                />
              ),
            },
          ]
        : []),
    ],
    nameOf: ({ eventId }) => eventId,
  })
  return (
    <Stack gap="xs" mt="sm">
      <Title order={2} size="h4">
        {words.title}
      </Title>
      <FilteredListing list={list} />
    </Stack>
  )
}
