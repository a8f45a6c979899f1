import type { PastRefusal } from '../../../../src/http/console/contract/sessions.ts'
import { ownerFilter } from '../../parts/forms/select/owner-select.tsx'
import { choiceFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { useCodeWords } from '../../words/codes.ts'
import { useSpanFilters } from './span-filters.tsx'
import { ActivityTabs } from './tabs.tsx'
import { useActivityWords } from './words.ts'

const EVERY_MS = 30_000

export function RefusalList() {
  const words = useActivityWords()
  const { access } = useCodeWords()
  const { number } = useFigures()
  const reasons = Object.fromEntries(Object.entries(access.reasons).map(([code, { short }]) => [code, short]))
  const list = useList('/activity/refusals', {
    words: words.refusals,
    path: '/activity/refusals',
    everyMs: EVERY_MS,
    limit: 50,
    folded: true,
    filters: [...useSpanFilters(), choiceFilter('reason', words.refusals.reason, reasons), ownerFilter(words.owner)],
    columns: useColumns(),
    nameOf: ({ username }) => username,
    hrefOf: ({ credentialId }) => (credentialId === null ? null : `/credentials/${credentialId}`),
    sumOf: (rows) => words.refusals.sum(number(rows.reduce((sum, { times }) => sum + times, 0))),
  })
  return <ListPage list={list} actions={<ActivityTabs />} />
}

function useColumns(): Column<PastRefusal>[] {
  const words = useActivityWords()
  const { access } = useCodeWords()
  const { number } = useFigures()
  return [
    {
      key: 'user',
      title: words.user,
      cell: ({ username, simulated }) => (
        <>
          <span className="code">{username || '—'}</span> {simulated && <Simulated />}
        </>
      ),
    },
    { key: 'reason', title: words.refusals.reason, cell: ({ reason }) => access.reasons[reason].short },
    { key: 'times', title: words.refusals.times, number: true, cell: ({ times }) => number(times) },
    { key: 'last', title: words.refusals.last, cell: ({ lastAt }) => <LogMoment at={lastAt} /> },
    { key: 'first', title: words.refusals.first, extra: true, cell: ({ firstAt }) => <LogMoment at={firstAt} /> },
    {
      key: 'mountpoint',
      title: words.mountpoint,
      cell: ({ mountpoint }) => <span className="code">{mountpoint}</span>,
    },
    { key: 'owner', title: words.owner, cell: ({ ownerName }) => ownerName ?? words.refusals.nobody },
    { key: 'address', title: words.address, cell: ({ address }) => <span className="code">{address}</span> },
    { key: 'agent', title: words.agent, extra: true, cell: ({ agent }) => agent },
  ]
}
