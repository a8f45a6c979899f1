import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useRoute } from 'wouter'
import type { Credential, Issued } from '../../../../src/console/contract/credentials.ts'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../parts/forms/owner-select.tsx'
import { stationFilter } from '../../parts/forms/station-select.tsx'
import { choiceFilter, searchFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session.tsx'
import { BulkRevoke } from './bulk-revoke.tsx'
import { CredentialDrawer } from './drawer.tsx'
import { ExportMenu } from './export-menu.tsx'
import { IssueForm } from './issue/form.tsx'
import { CredentialMark } from './mark.tsx'
import { useCredentialWords } from './words.ts'

const CREDENTIALS_PATH = '/credentials'
const REFRESHED_MS = 30_000

export function CredentialList() {
  const words = useCredentialWords()
  const mayChange = useMay('credentials.change')
  const [, params] = useRoute(`${CREDENTIALS_PATH}/:id`)
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const [issued, setIssued] = useState<Issued | null>(null)
  const list = useList('/credentials', {
    words,
    path: CREDENTIALS_PATH,
    everyMs: REFRESHED_MS,
    limit: 50,
    filters: useCredentialFilters(),
    columns: useColumns(),
    nameOf: ({ username }) => username,
  })
  return (
    <ListPage
      list={list}
      selection={mayChange ? { ids: selected, change: select } : undefined}
      above={mayChange && <BulkRevoke rows={list.pages.rows} selected={selected} select={select} />}
      actions={
        <>
          <ExportMenu query={list.filters.values} />
          {mayChange && (
            <>
              <LinkButton href={`${CREDENTIALS_PATH}/import`} icon={IconFileSpreadsheet} text={words.importFile} />
              <NewButton href={`${CREDENTIALS_PATH}/new`} text={words.issue} />
            </>
          )}
        </>
      }
    >
      {params?.id === 'new' && mayChange && <IssueForm onIssued={setIssued} />}
      {params && params.id !== 'new' && (
        <CredentialDrawer key={params.id} id={params.id} issued={String(issued?.id) === params.id ? issued : null} />
      )}
    </ListPage>
  )
}

function useCredentialFilters() {
  const words = useCredentialWords()
  return [
    searchFilter('q', words.search, (value) => `«${value}»`),
    choiceFilter('state', words.state, words.states),
    choiceFilter('kind', words.kind, words.kinds),
    stationFilter(words.station),
    ownerFilter(words.owner),
    // By a link from one that has it.
    { name: 'label' as const, chip: (value: string) => `${words.label}: ${value}` },
  ]
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
