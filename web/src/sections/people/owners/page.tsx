import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useRoute } from 'wouter'
import { SearchField, useFilters } from '../../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../../parts/lists/listing.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Page } from '../../../parts/page.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useMay } from '../../../session.tsx'
import type { Owner } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import { useCountText } from './count-text.ts'
import { OwnerCreation } from './creation.tsx'
import { OwnerDrawer } from './drawer.tsx'

const PATH = '/people/owners'

export default function OwnersPage() {
  const all = usePeopleWords()
  const words = all.owners
  const mayChange = useMay('owners.change')
  const countText = useCountText()
  const [, params] = useRoute(`${PATH}/:id`)
  const filters = useFilters(['search'])
  const pages = usePages<Owner>('/owners', 'owners', { ...filters.values, limit: 50 })
  const columns: Column<Owner>[] = [
    { key: 'name', title: all.name, cell: ({ name }) => name },
    { key: 'email', title: all.email, cell: ({ email }) => email ?? '—' },
    {
      key: 'credentials',
      title: words.credentialsShort,
      number: true,
      cell: ({ credentials }) => countText(credentials),
    },
    { key: 'tokens', title: words.tokensShort, number: true, cell: ({ tokens }) => countText(tokens) },
    {
      key: 'webhooks',
      title: words.webhooksShort,
      number: true,
      cell: ({ activeWebhooks }) => countText(activeWebhooks),
    },
    { key: 'created', title: all.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        mayChange && (
          <Button component={Link} href={`${PATH}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
            {words.add}
          </Button>
        )
      }
    >
      <Group gap="xs">
        <SearchField filters={filters} name="search" label={words.search} />
      </Group>
      <Listing
        label={words.title}
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `${PATH}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {params?.id === 'new' && mayChange && <OwnerCreation />}
      {params && params.id !== 'new' && <OwnerDrawer key={params.id} id={params.id} />}
    </Page>
  )
}
