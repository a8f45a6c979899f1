import { Group, Stack, Title } from '@mantine/core'
import { FilterChips, FilterSelect, useFilters } from '../../parts/filters.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { Moment } from '../../parts/moment.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { attemptText, useCodeWords } from '../../words/codes.ts'
import { DeliveryMark } from './marks.tsx'
import { DELIVERY_STATES, DELIVERY_TYPES, type Delivery, type Webhook } from './types.ts'
import { usePlatformWords } from './words.ts'

const EVERY_MS = 5_000

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const all = usePlatformWords()
  const codes = useCodeWords()
  const words = all.deliveries
  const filters = useFilters(['delivery', 'event'])
  const { delivery: state, event: type } = filters.values
  const query = { state, type, limit: 50 }
  const pages = usePages<Delivery>(`/webhooks/${webhook.id}/deliveries`, 'deliveries', query, { everyMs: EVERY_MS })
  const eventText = (event: string) => all.webhooks.event[event] ?? event
  const columns: Column<Delivery>[] = [
    { key: 'event', title: words.event, cell: ({ type }) => eventText(type) },
    { key: 'state', title: all.state, cell: ({ state }) => <DeliveryMark state={state} /> },
    {
      key: 'answer',
      title: words.answer,
      cell: ({ lastStatus, lastError }) => (lastError ? attemptText(codes, lastError) : (lastStatus ?? '—')),
    },
    { key: 'attempts', title: words.attempts, number: true, cell: ({ attempts }) => attempts },
    { key: 'created', title: all.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { key: 'next', title: words.next, cell: ({ nextAttemptAt }) => <Moment at={nextAttemptAt} none="—" /> },
  ]
  return (
    <Stack gap="xs" mt="sm">
      <Title order={2} size="h4">
        {words.title}
      </Title>
      <Group gap="xs">
        <FilterSelect
          filters={filters}
          name="delivery"
          label={all.state}
          choices={DELIVERY_STATES.map((value) => ({ value, label: words.states[value] }))}
        />
        <FilterSelect
          filters={filters}
          name="event"
          label={words.event}
          choices={DELIVERY_TYPES.map((value) => ({ value, label: eventText(value) }))}
        />
      </Group>
      <FilterChips
        filters={filters}
        textOf={(name, value) => (name === 'event' ? eventText(value) : words.states[value as Delivery['state']])}
      />
      <Listing
        label={words.title}
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ eventId }) => eventId}
        hrefOf={({ id }) => `/platform/webhooks/${webhook.id}/deliveries/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
    </Stack>
  )
}
