import { Button, Group } from '@mantine/core'
import { IconBook, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { OwnerFilter, useOwner } from '../../parts/forms/owner-select.tsx'
import { FilterChips, FilterSelect, useFilters } from '../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { usePages } from '../../parts/lists/use-pages.ts'
import { Page } from '../../parts/page.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay, useMe } from '../../session.tsx'
import { WebhookCreation } from './creation.tsx'
import { WebhookMark } from './marks.tsx'
import { usePendingText } from './pending-text.ts'
import { WEBHOOK_STATES, type Webhook } from './types.ts'
import { UrlText } from './url-text.tsx'
import { usePlatformWords } from './words.ts'

const PATH = '/platform/webhooks'
const EVERY_MS = 10_000

export function WebhookList({ creating = false }: { creating?: boolean }) {
  const all = usePlatformWords()
  const words = all.webhooks
  const { user } = useMe()
  const mayChange = useMay('webhooks.change')
  const pendingText = usePendingText()
  const filters = useFilters(['state', 'ownerId'])
  const filteredOwner = useOwner(filters.values.ownerId ? Number(filters.values.ownerId) : null)
  const pages = usePages<Webhook>('/webhooks', 'webhooks', filters.values, { everyMs: EVERY_MS })
  const columns: Column<Webhook>[] = [
    { key: 'url', title: words.url, cell: ({ url }) => <UrlText url={url} /> },
    { key: 'state', title: all.state, cell: ({ state }) => <WebhookMark state={state} /> },
    { key: 'owner', title: all.owner, cell: ({ ownerName }) => ownerName },
    { key: 'success', title: words.lastSuccess, cell: ({ lastSuccessAt }) => <Moment at={lastSuccessAt} /> },
    { key: 'failing', title: words.failingSince, cell: ({ failingSince }) => <Moment at={failingSince} none="—" /> },
    { key: 'pending', title: words.pending, number: true, cell: pendingText },
  ]
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <>
          <Button
            component="a"
            href="/docs"
            target="_blank"
            variant="default"
            leftSection={<IconBook size={16} aria-hidden />}
          >
            {all.reference}
          </Button>
          {mayChange && (
            <Button component={Link} href={`${PATH}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
              {words.create}
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs">
        <FilterSelect
          filters={filters}
          name="state"
          label={all.state}
          choices={WEBHOOK_STATES.map((value) => ({ value, label: words.states[value] }))}
        />
        <OwnerFilter filters={filters} name="ownerId" label={all.owner} />
      </Group>
      <FilterChips
        filters={filters}
        textOf={(name, value) =>
          name === 'ownerId' ? (filteredOwner?.name ?? value) : words.states[value as Webhook['state']]
        }
      />
      <Listing
        label={words.title}
        pages={pages}
        columns={user.role === 'reseller' ? columns.filter(({ key }) => key !== 'owner') : columns}
        idOf={({ id }) => id}
        nameOf={({ url }) => url}
        hrefOf={({ id }) => `${PATH}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {creating && mayChange && <WebhookCreation />}
    </Page>
  )
}
