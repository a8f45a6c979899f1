import { Button, Group } from '@mantine/core'
import { IconFileSpreadsheet, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useRoute } from 'wouter'
import { OwnerFilter, useOwner } from '../../parts/forms/owner-select.tsx'
import { StationFilter, useStation } from '../../parts/forms/station-select.tsx'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { usePages } from '../../parts/lists/use-pages.ts'
import { Page } from '../../parts/page.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay, useMe } from '../../session.tsx'
import { BulkRevoke } from './bulk-revoke.tsx'
import { CredentialDrawer } from './drawer.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type Issued, IssueForm } from './issue/form.tsx'
import { CredentialMark } from './mark.tsx'
import { CREDENTIAL_STATES, type Credential, type CredentialState, KINDS } from './types.ts'
import { useCredentialWords } from './words.ts'

export const CREDENTIALS_PATH = '/credentials'
const FILTERS = ['q', 'state', 'kind', 'stationId', 'ownerId', 'label'] as const
const REFRESHED_MS = 30_000

const numberOf = (text: string | undefined) => (text ? Number(text) : null)

export function CredentialList() {
  const words = useCredentialWords()
  const { user } = useMe()
  const mayChange = useMay('credentials.change')
  const [, params] = useRoute(`${CREDENTIALS_PATH}/:id`)
  const filters = useFilters(FILTERS)
  const owner = useOwner(numberOf(filters.values.ownerId))
  const station = useStation(numberOf(filters.values.stationId))
  const query = { ...filters.values, limit: 50 }
  const pages = usePages<Credential>('/credentials', 'credentials', query, { everyMs: REFRESHED_MS })
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const [issued, setIssued] = useState<Issued | null>(null)

  const textOf = (name: (typeof FILTERS)[number], value: string): string => {
    if (name === 'state') return words.states[value as CredentialState] ?? value
    if (name === 'kind') return words.kinds[value as Credential['kind']] ?? value
    if (name === 'ownerId') return owner?.name ?? value
    if (name === 'stationId') return station?.code ?? value
    return name === 'label' ? `${words.label}: ${value}` : `«${value}»`
  }
  const columns = useColumns().filter(({ key }) => key !== 'owner' || user.role !== 'reseller')
  return (
    <Page
      title={words.title}
      actions={
        <>
          <ExportMenu query={filters.values} />
          {mayChange && (
            <>
              <Button
                component={Link}
                href={`${CREDENTIALS_PATH}/import`}
                variant="default"
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              >
                {words.importFile}
              </Button>
              <Button
                component={Link}
                href={`${CREDENTIALS_PATH}/new`}
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                {words.issue}
              </Button>
            </>
          )}
        </>
      }
    >
      <Group gap="xs">
        <SearchField filters={filters} name="q" label={words.search} />
        <FilterSelect
          filters={filters}
          name="state"
          label={words.state}
          choices={CREDENTIAL_STATES.map((value) => ({ value, label: words.states[value] }))}
        />
        <FilterSelect
          filters={filters}
          name="kind"
          label={words.kind}
          choices={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <StationFilter filters={filters} name="stationId" label={words.station} />
        <OwnerFilter filters={filters} name="ownerId" label={words.owner} />
      </Group>
      <FilterChips filters={filters} textOf={textOf} />
      {mayChange && <BulkRevoke rows={pages.rows} selected={selected} select={select} />}
      <Listing
        label={words.title}
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ username }) => username}
        hrefOf={({ id }) => `${CREDENTIALS_PATH}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
        selection={mayChange ? { ids: selected, change: select } : undefined}
      />
      {params?.id === 'new' && mayChange && <IssueForm onIssued={setIssued} />}
      {params && params.id !== 'new' && (
        <CredentialDrawer key={params.id} id={params.id} issued={String(issued?.id) === params.id ? issued : null} />
      )}
    </Page>
  )
}

function useColumns(): Column<Credential>[] {
  const words = useCredentialWords()
  return [
    { key: 'user', title: words.user, cell: ({ username }) => <span className="code">{username}</span> },
    { key: 'state', title: words.state, cell: ({ state }) => <CredentialMark state={state} /> },
    {
      key: 'customer',
      title: words.customer,
      cell: ({ customerName, customerEmail }) => customerName ?? customerEmail,
    },
    { key: 'label', title: words.label, cell: ({ label }) => label },
    { key: 'station', title: words.station, cell: ({ stationCode }) => stationCode ?? words.network },
    { key: 'owner', title: words.owner, cell: ({ ownerName }) => ownerName },
    { key: 'expires', title: words.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    { key: 'connected', title: words.connected, number: true, cell: ({ connected }) => connected },
  ]
}
