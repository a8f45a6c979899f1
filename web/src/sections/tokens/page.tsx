import { Button, Group } from '@mantine/core'
import { IconBook, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { OwnerFilter, useOwner } from '../../parts/forms/owner-select.tsx'
import { FilterChips, FilterSelect, useFilters } from '../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { usePages } from '../../parts/lists/use-pages.ts'
import { Page } from '../../parts/page.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay, useMe } from '../../session.tsx'
import { TokenMark } from '../webhooks/marks.tsx'
import { TOKEN_STATES, type Token } from '../webhooks/types.ts'
import { usePlatformWords } from '../webhooks/words.ts'
import { TokenDrawer } from './drawer.tsx'
import { TokenForm } from './form.tsx'
import { TokenSecret } from './secret.tsx'

const PATH = '/platform/tokens'

export default function TokensPage() {
  const all = usePlatformWords()
  const words = all.tokens
  const { user } = useMe()
  const mayChange = useMay('tokens.change')
  const [, go] = useLocation()
  const [, params] = useRoute(`${PATH}/:id`)
  const filters = useFilters(['state', 'ownerId'])
  const filteredOwner = useOwner(filters.values.ownerId ? Number(filters.values.ownerId) : null)
  const pages = usePages<Token>('/tokens', 'tokens', filters.values)
  const [made, setMade] = useState<{ token: Token; secret: string } | null>(null)
  const columns: Column<Token>[] = [
    { key: 'name', title: words.name, cell: ({ name }) => name },
    { key: 'state', title: all.state, cell: ({ state }) => <TokenMark state={state} /> },
    { key: 'owner', title: all.owner, cell: ({ ownerName }) => ownerName },
    { key: 'scopes', title: words.scopes, cell: ({ scopes }) => scopes.join(', ') },
    {
      key: 'lastUsed',
      title: words.lastUsed,
      cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} none={words.neverUsed} />,
    },
    {
      key: 'expires',
      title: words.expires,
      cell: ({ expiresAt }) => <Moment at={expiresAt} none={words.neverExpires} />,
    },
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
          choices={TOKEN_STATES.map((value) => ({ value, label: words.states[value] }))}
        />
        <OwnerFilter filters={filters} name="ownerId" label={all.owner} />
      </Group>
      <FilterChips
        filters={filters}
        textOf={(name, value) =>
          name === 'ownerId' ? (filteredOwner?.name ?? value) : words.states[value as Token['state']]
        }
      />
      <Listing
        label={words.title}
        pages={pages}
        columns={user.role === 'reseller' ? columns.filter(({ key }) => key !== 'owner') : columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `${PATH}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {params?.id === 'new' && mayChange && <TokenForm onMade={setMade} />}
      {params && params.id !== 'new' && <TokenDrawer id={params.id} />}
      <TokenSecret
        made={made}
        onStored={() => {
          go(`${PATH}/${made!.token.id}`)
          setMade(null)
        }}
      />
    </Page>
  )
}
