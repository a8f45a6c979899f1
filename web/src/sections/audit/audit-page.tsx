import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRoute } from 'wouter'
import { address } from '../../api.ts'
import { useFilters } from '../../parts/filters.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilters, FILTERS } from './audit-filters.tsx'
import { actionText, doerText, type Entry, subjectText } from './entry.ts'
import { queryOf } from './query.ts'
import { useAuditWords } from './words.ts'

export default function AuditPage() {
  const words = useAuditWords()
  const [, params] = useRoute('/audit/:id')
  const filters = useFilters(FILTERS)
  const query = queryOf(filters.values)
  const pages = usePages<Entry>('/audit', 'entries', query)
  const columns: Column<Entry>[] = [
    { key: 'what', title: words.what, cell: ({ action }) => actionText(words, action) },
    {
      key: 'onWhat',
      title: words.onWhat,
      cell: (entry) => <span style={{ overflowWrap: 'anywhere' }}>{subjectText(words, entry)}</span>,
    },
    {
      key: 'who',
      title: words.who,
      cell: ({ actor, actorKind }) => (
        <>
          {actor}{' '}
          <Text span size="xs" c="dimmed">
            {doerText(words, actorKind)}
          </Text>
        </>
      ),
    },
    { key: 'when', title: words.when, cell: ({ at }) => <Moment at={at} /> },
    {
      key: 'fromWhere',
      title: words.fromWhere,
      cell: ({ address: from }) => <span className="code">{from ?? words.server}</span>,
    },
  ]
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Button
          component="a"
          href={address('/audit.csv', query)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.export}
        </Button>
      }
    >
      <AuditFilters filters={filters} />
      <Listing
        label={words.title}
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ action }) => actionText(words, action)}
        hrefOf={({ id }) => `/audit/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {params && <AuditDrawer id={params.id} />}
    </Page>
  )
}
