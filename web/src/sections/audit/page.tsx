import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRoute } from 'wouter'
import { address } from '../../api.ts'
import { useFilters } from '../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { usePages } from '../../parts/lists/use-pages.ts'
import { Page } from '../../parts/page.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { AuditDrawer } from './drawer.tsx'
import { actionText, type Entry, subjectText } from './entry.ts'
import { AuditFilters, FILTERS } from './filters.tsx'
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
    { key: 'who', title: words.who, cell: ({ actor }) => actor },
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
