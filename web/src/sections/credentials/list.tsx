import { useSessionStorage } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoute } from 'wouter'
import type { Issued } from '../../../../src/http/console/contract/credentials/credentials.ts'
import { groupFilter } from '../../parts/forms/select/group-select.tsx'
import { ownerFilter } from '../../parts/forms/select/owner-select.tsx'
import { stationFilter } from '../../parts/forms/select/station-select.tsx'
import { useHasOneOwner } from '../../parts/forms/use-has-one-owner.ts'
import { choiceFilter, searchFilter, useFilters } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import { BulkBar } from './bulk/bar.tsx'
import { type Asked, ChangeDialog } from './bulk/dialogs.tsx'
import { JobNotices } from './bulk/job-notices.tsx'
import { matchingOf } from './bulk/matching.ts'
import { useBulkWords } from './bulk/words.ts'
import { MOST_SORTED, useColumns } from './columns.tsx'
import { CredentialCounters } from './counters.tsx'
import { IssueForm } from './issue/form.tsx'
import { CredentialDrawer } from './one/drawer.tsx'
import { PageActions } from './page-actions.tsx'
import { useCredentialWords } from './words.ts'

const CREDENTIALS_PATH = '/credentials'
const REFRESHED_MS = 30_000

export function CredentialList() {
  const mayChange = useMay('credentials.change')
  const renew = useRenew()
  const [, params] = useRoute(`${CREDENTIALS_PATH}/:id`)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isAll, setAll] = useState(false)
  const [asked, ask] = useState<Asked | null>(null)
  const [begun, setBegun] = useSessionStorage<number[]>({ key: 'vertice-begun-jobs', defaultValue: [] })
  const [issued, setIssued] = useState<Issued | null>(null)
  const list = useCredentialList(mayChange ? ask : null)
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
      first={<CredentialCounters filters={list.filters} />}
      above={
        mayChange && (
          <>
            <JobNotices begun={new Set(begun)} onClose={() => setBegun([])} />
            <BulkBar {...{ rows, hasMore, matching, selected, select, selectAll, ask }} isAll={isStillAll} />
          </>
        )
      }
      actions={<PageActions query={list.filters.values} />}
    >
      {asked && (
        <ChangeDialog
          asked={asked}
          onStarted={({ id }) => {
            setBegun((known) => [...known, id])
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

/** The list, with the number of its matches. */
function useCredentialList(ask: ((asked: Asked) => void) | null) {
  const words = useCredentialWords()
  const hasOneOwner = useHasOneOwner()
  const filters = useCredentialFilters(hasOneOwner)
  const { values } = useFilters(filters.map(({ name }) => name))
  const { data: all } = useAnswer('/credentials/matching', {
    query: values,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESHED_MS,
  })
  const isSearch = values.q !== undefined
  const list = useList('/credentials', {
    ...{ words, filters, folded: true },
    path: CREDENTIALS_PATH,
    everyMs: REFRESHED_MS,
    limit: 50,
    columns: useColumns(ask, { isSearch, isLarge: (all?.count ?? 0) > MOST_SORTED }),
    nameOf: ({ username }) => username,
  })
  return { ...list, pages: { ...list.pages, total: all?.count ?? null, totalIsMore: all?.more ?? false } }
}

function useCredentialFilters(hasOneOwner: boolean) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const { withRevoked } = words
  const byCounter = () => null
  return [
    searchFilter('q', words.search, (value) => `«${value}»`),
    {
      ...choiceFilter('state', words.state, { ...words.states, suspended: words.suspended, all: withRevoked }),
      chip: (value: string) => (value === 'all' ? withRevoked : null),
    },
    choiceFilter('kind', words.kind, words.kinds),
    stationFilter(words.station),
    groupFilter(words.groupColumn),
    ...(hasOneOwner ? [] : [ownerFilter(words.owner)]),
    {
      ...choiceFilter('expires', words.expires, bulk.expiring),
      chip: (value: string) => (value === '7' ? null : (bulk.expiring[value as '30'] ?? value)),
    },
    choiceFilter('test', words.tests, words.testChoices),
    { name: 'problem' as const, chip: byCounter },
    // Set only by links from other pages.
    { name: 'label' as const, chip: (value: string) => `${words.label}: ${value}` },
    { name: 'customer' as const, chip: (value: string) => `${words.customer}: ${value}` },
  ]
}
