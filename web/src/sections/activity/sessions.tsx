import type { PastSession } from '../../../../src/http/console/contract/sessions.ts'
import { ownerFilter } from '../../parts/forms/select/owner-select.tsx'
import { stationFilter } from '../../parts/forms/select/station-select.tsx'
import { choiceFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { NoData } from '../../parts/marks/no-data.tsx'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { CellDetail } from '../../parts/text/session-quality.tsx'
import { useCodeWords } from '../../words/codes.ts'
import { useSpanFilters } from './span-filters.tsx'
import { ActivityTabs } from './tabs.tsx'
import { useActivityWords } from './words.ts'

const EVERY_MS = 30_000
const nameOf = ({ label, customerName, username }: PastSession) => label ?? customerName ?? username

export function SessionList() {
  const words = useActivityWords()
  const { bytes } = useFigures()
  const list = useList('/activity/sessions', {
    words: words.sessions,
    path: '/activity/sessions',
    everyMs: EVERY_MS,
    limit: 50,
    folded: true,
    filters: [
      ...useSpanFilters(),
      choiceFilter('state', words.sessions.state, words.sessions.states),
      choiceFilter('solution', words.sessions.solution, words.sessions.solutions),
      stationFilter(words.station),
      ownerFilter(words.owner),
    ],
    columns: useColumns(),
    nameOf,
    hrefOf: ({ credentialId }) => (credentialId === null ? null : `/credentials/${credentialId}`),
    sumOf: (rows) => words.sessions.sum(bytes(rows.reduce((sum, row) => sum + row.bytes, 0))),
  })
  return <ListPage list={list} actions={<ActivityTabs />} />
}

function useColumns(): Column<PastSession>[] {
  const words = useActivityWords()
  const { access } = useCodeWords()
  const { bytes, percent } = useFigures()
  return [
    {
      key: 'rover',
      title: words.rover,
      cell: (session) => (
        <>
          {nameOf(session) || words.anonymous} {session.simulated && <Simulated />}
          {nameOf(session) !== session.username && <CellDetail>{session.username}</CellDetail>}
        </>
      ),
    },
    {
      key: 'mountpoint',
      title: words.mountpoint,
      cell: ({ mountpoint }) => <span className="code">{mountpoint}</span>,
    },
    { key: 'station', title: words.station, cell: ({ stationCode }) => stationCode ?? '—' },
    { key: 'owner', title: words.owner, extra: true, cell: ({ ownerName }) => ownerName },
    { key: 'began', title: words.began, cell: ({ startedAt }) => <LogMoment at={startedAt} /> },
    {
      key: 'ended',
      title: words.ended,
      cell: (session) => (
        <>
          <LogMoment at={session.endedAt} none={words.live} />
          {session.endedAt && <CellDetail>{access.ends[session.endReason ?? 'node_lost']}</CellDetail>}
          <NoData session={session} />
        </>
      ),
    },
    { key: 'data', title: words.data, number: true, cell: (session) => bytes(session.bytes) },
    {
      key: 'fixed',
      title: words.fixed,
      number: true,
      cell: ({ fixedPct }) => (fixedPct === null ? '—' : percent(fixedPct)),
    },
    {
      key: 'address',
      title: words.address,
      extra: true,
      cell: ({ address }) => <span className="code">{address}</span>,
    },
    { key: 'agent', title: words.agent, extra: true, cell: ({ agent }) => agent },
  ]
}
