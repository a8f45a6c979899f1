import { Stack, Title } from '@mantine/core'
import type { Webhook } from '../../../../../src/http/console/contract/webhooks.ts'
import { choiceFilter } from '../../../parts/lists/filters.tsx'
import { FilteredListing, useList } from '../../../parts/lists/list.tsx'
import { LogMoment, Moment } from '../../../parts/text/moment.tsx'
import { at } from '../../../service/api.ts'
import { attemptText, useCodeWords } from '../../../words/codes.ts'
import { usePartWords } from '../../../words/common.ts'
import { DeliveryMark } from '../marks.tsx'
import { useWebhookWords } from '../words.ts'

const EVERY_MS = 5_000

export function DeliveryList({ webhook: { id } }: { webhook: Webhook }) {
  const all = useWebhookWords()
  const words = all.deliveries
  const parts = usePartWords()
  const codes = useCodeWords()
  const list = useList(at('/webhooks/:id/deliveries', { id }), {
    words,
    path: `/platform/webhooks/${id}/deliveries`,
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
