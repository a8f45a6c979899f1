import { Button, Group } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useRoute } from 'wouter'
import type { Credential, Issued } from '../../../../src/http/console/contract/credentials/credentials.ts'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { groupFilter } from '../../parts/forms/group-select.tsx'
import { ownerFilter } from '../../parts/forms/owner-select.tsx'
import { stationFilter } from '../../parts/forms/station-select.tsx'
import { choiceFilter, choicesOf, type Filter, searchFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { TestBadge } from '../../parts/marks/test-badge.tsx'
import { LogMoment } from '../../parts/text/moment.tsx'
import { useRenew } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import { BulkBar } from './bulk/bar.tsx'
import { type Asked, ChangeDialog } from './bulk/dialogs.tsx'
import { JobNotices } from './bulk/job-notices.tsx'
import { matchingOf } from './bulk/matching.ts'
import { RowMenu } from './bulk/row-menu.tsx'
import { useBulkWords } from './bulk/words.ts'
import { ExportMenu } from './export-menu.tsx'
import { IssueForm } from './issue/form.tsx'
import { CredentialMark } from './mark.tsx'
import { CredentialDrawer } from './one/drawer.tsx'
import { useCredentialWords } from './words.ts'

const CREDENTIALS_PATH = '/credentials'
const REFRESHED_MS = 30_000

export function CredentialList() {
  const words = useCredentialWords()
  const mayChange = useMay('credentials.change')
  const renew = useRenew()
  const [, params] = useRoute(`${CREDENTIALS_PATH}/:id`)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isAll, setAll] = useState(false)
  const [asked, ask] = useState<Asked | null>(null)
  const [begun, setBegun] = useState<ReadonlySet<number>>(new Set())
  const [issued, setIssued] = useState<Issued | null>(null)
  const list = useList('/credentials', {
    words,
    path: CREDENTIALS_PATH,
    everyMs: REFRESHED_MS,
    limit: 50,
    filters: useCredentialFilters(),
    columns: useColumns(mayChange ? ask : null),
    nameOf: ({ username }) => username,
  })
  const { rows, hasMore } = list.pages
  /** Selecting a row by hand ends "all matching". */
  const select = (ids: ReadonlySet<number>) => {
    setAll(false)
    setSelected(ids)
  }
  const matching = matchingOf(list.filters.values)
  // "All matching" holds only for the filters under which it was chosen.
  const question = JSON.stringify(matching)
  const [saidOf, setSaidOf] = useState(question)
  const isStillAll = isAll && saidOf === question
  const selectAll = () => {
    setSaidOf(question)
    setAll(true)
  }
  return (
    <ListPage
      list={list}
      selection={
        mayChange ? { ids: isStillAll ? new Set(rows.map(({ id }) => id)) : selected, change: select } : undefined
      }
      above={
        mayChange && (
          <>
            <JobNotices
              begun={begun}
              onClose={(id) => setBegun((known) => new Set([...known].filter((other) => other !== id)))}
            />
            <BulkBar {...{ rows, hasMore, matching, selected, select, selectAll, ask }} isAll={isStillAll} />
          </>
        )
      }
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
      {asked && (
        <ChangeDialog
          asked={asked}
          onStarted={({ id }) => {
            setBegun((known) => new Set([...known, id]))
            select(new Set())
            void renew('/credentials/jobs')
          }}
          onClose={() => ask(null)}
        />
      )}
      {params?.id === 'new' && mayChange && <IssueForm onIssued={setIssued} />}
      {params && params.id !== 'new' && (
        <CredentialDrawer key={params.id} id={params.id} issued={String(issued?.id) === params.id ? issued : null} />
      )}
    </ListPage>
  )
}

function useCredentialFilters() {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  return [
    searchFilter('q', words.search, (value) => `«${value}»`),
    choiceFilter('state', words.state, words.states),
    choiceFilter('kind', words.kind, words.kinds),
    stationFilter(words.station),
    groupFilter(words.groupColumn),
    ownerFilter(words.owner),
    choiceFilter('test', words.tests, words.testChoices),
    expiringFilter(bulk.expiring),
    // Set only by links from other pages.
    { name: 'label' as const, chip: (value: string) => `${words.label}: ${value}` },
    { name: 'customer' as const, chip: (value: string) => `${words.customer}: ${value}` },
  ]
}

/** One button per value, used often at the end of a month. The active one is shown as a chip. */
const expiringFilter = (words: Readonly<Record<string, string>>): Filter<'expires'> => ({
  name: 'expires',
  field: ({ values, set }) => (
    <Group key="expires" gap="xs" style={{ alignSelf: 'center' }}>
      {choicesOf(words)
        .filter(({ value }) => value !== values.expires)
        .map(({ value, label }) => (
          <Button key={value} size="compact-sm" radius="xl" variant="default" onClick={() => set('expires', value)}>
            {label}
          </Button>
        ))}
    </Group>
  ),
  chip: (value) => words[value] ?? value,
})

function useColumns(ask: ((asked: Asked) => void) | null): Column<Credential>[] {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const columns: Column<Credential>[] = [
    {
      key: 'user',
      title: words.user,
      cell: ({ username, test }) => (
        <>
          <span className="code">{username}</span>
          {test && <TestBadge />}
        </>
      ),
    },
    { key: 'state', title: words.state, cell: (credential) => <CredentialMark {...credential} /> },
    {
      key: 'customer',
      title: words.customer,
      cell: ({ customerName, customerEmail }) => customerName ?? customerEmail,
    },
    { key: 'label', title: words.label, behind: true, cell: ({ label }) => label },
    {
      key: 'station',
      title: words.accessTo,
      behind: true,
      cell: ({ stationCode, groupName }) => stationCode ?? groupName ?? words.wholeNetwork,
    },
    { key: 'owner', title: words.owner, behind: true, cell: ({ ownerName }) => ownerName },
    {
      key: 'expires',
      title: words.expires,
      sorted: true,
      cell: ({ expiresAt, revokedAt }) => !revokedAt && <LogMoment at={expiresAt} />,
    },
    { key: 'connected', title: words.connected, behind: true, number: true, cell: ({ connected }) => connected },
  ]
  if (ask)
    columns.push({
      key: 'actions',
      title: bulk.actions,
      cell: (credential) => <RowMenu credential={credential} ask={ask} />,
    })
  return columns
}
