import { IconFileImport } from '@tabler/icons-react'
import { useRoute } from 'wouter'
import type { Station } from '../../../../src/console/contract/stations.ts'
import { useLive } from '../../live.ts'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { choiceFilter, searchFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { Simulated } from '../../parts/text/simulated.tsx'
import { StationMark } from '../../parts/text/status-mark.tsx'
import { useMay } from '../../session.tsx'
import { usePartWords } from '../../words/common.ts'
import { StationDrawer } from './drawer.tsx'
import { EditStation, NewStation } from './forms.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { STATIONS_PATH } from './use-station.ts'
import { useStationWords } from './words.ts'

const EVERY_MS = 30_000

export default function StationsPage() {
  const words = useStationWords()
  const parts = usePartWords()
  const mayChange = useMay('network.change')
  const [, opened] = useRoute(`${STATIONS_PATH}/:id`)
  const [, edited] = useRoute(`${STATIONS_PATH}/:id/edit`)
  const { unknown: _, ...measured } = parts.status
  const list = useList('/stations', {
    words,
    path: STATIONS_PATH,
    everyMs: EVERY_MS,
    filters: [
      searchFilter('search', words.search, words.searchChip),
      choiceFilter('status', words.status, { ...measured, unmeasured: words.unmeasured }),
      choiceFilter('archived', words.active, { true: words.archivedOnly }),
    ],
    columns: useColumns(),
    nameOf: ({ code }) => code,
  })
  const { stations: live } = useLive()
  // The figures of the moment; which rows there are is the list's to say.
  const rows = list.pages.rows.map((row) => (row.archived ? row : (live?.get(row.id) ?? row)))
  return (
    <ListPage
      list={{ ...list, pages: { ...list.pages, rows } }}
      actions={
        mayChange && (
          <>
            <LinkButton href={`${STATIONS_PATH}/import`} icon={IconFileImport} text={words.import} />
            <NewButton href={`${STATIONS_PATH}/new`} text={words.add} />
          </>
        )
      }
    >
      {opened?.id === 'new' && mayChange && <NewStation />}
      {opened?.id === 'import' && mayChange && <ImportDrawer />}
      {opened && opened.id !== 'new' && opened.id !== 'import' && <StationDrawer key={opened.id} id={opened.id} />}
      {edited && mayChange && <EditStation key={edited.id} id={edited.id} />}
    </ListPage>
  )
}

function useColumns(): Column<Station>[] {
  const words = useStationWords()
  const { number, percent } = useFigures()
  return [
    { key: 'code', title: words.code, sorted: true, cell: ({ code }) => code },
    {
      key: 'status',
      sorted: true,
      title: words.status,
      cell: (station) => <StationMark station={station} />,
    },
    {
      key: 'name',
      sorted: true,
      title: words.name,
      cell: ({ name, isRtcm, simulated }) => (
        <>
          {isRtcm ? name : `${name} · ${words.notRtcmShort}`} {simulated && <Simulated />}
        </>
      ),
    },
    {
      key: 'state',
      title: words.federalState,
      sorted: true,
      behind: true,
      cell: ({ federalState }) => federalState || '—',
    },
    {
      key: 'mountpoint',
      behind: true,
      sorted: true,
      title: words.mountpoint,
      cell: ({ mountpoint }) => <span className="code">{mountpoint}</span>,
    },
    {
      key: 'health',
      behind: true,
      sorted: true,
      title: words.health,
      number: true,
      cell: ({ healthPct }) => (healthPct === null ? '—' : percent(healthPct)),
    },
    {
      key: 'latency',
      behind: true,
      sorted: true,
      title: words.latency,
      number: true,
      cell: ({ latencyMs }) => (latencyMs === null ? '—' : `${number(latencyMs)} ms`),
    },
    {
      key: 'satellites',
      behind: true,
      sorted: true,
      title: words.satellites,
      number: true,
      cell: ({ satellites }) => (satellites === null ? '—' : number(satellites)),
    },
    {
      key: 'measured',
      behind: true,
      sorted: true,
      title: words.lastData,
      cell: ({ measuredAt }) => <Moment at={measuredAt} none={words.noData} />,
    },
  ]
}
