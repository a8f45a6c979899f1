import { Tooltip } from '@mantine/core'
import { IconFileImport, IconFolders, IconPlugConnected } from '@tabler/icons-react'
import { useRoute } from 'wouter'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { choiceFilter, type Filter, searchFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { StationMark } from '../../parts/marks/status-mark.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { MINUTE_MS } from '../../parts/time-units.ts'
import { useAnswer } from '../../service/answers.ts'
import { useLive } from '../../service/live.ts'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { EditStation, NewStation } from './forms.tsx'
import { GroupDrawer, GroupForm } from './groups/form.tsx'
import { GroupsDrawer } from './groups/list.tsx'
import { GROUPS_PATH } from './groups/path.ts'
import { ImportDrawer } from './import-drawer.tsx'
import { StationDrawer } from './one/drawer.tsx'
import { STATIONS_PATH } from './use-station.ts'
import { useStationWords } from './words.ts'

const EVERY_MS = 30_000
/** Addresses below the list that are not stations. */
const OTHER_DRAWERS = ['new', 'import', 'groups']

export default function StationsPage() {
  const words = useStationWords()
  const parts = usePartWords()
  const mayChange = useMay('network.change')
  const [, opened] = useRoute(`${STATIONS_PATH}/:id`)
  const [, edited] = useRoute(`${STATIONS_PATH}/:id/edit`)
  const [, group] = useRoute(`${GROUPS_PATH}/:id`)
  const { unknown: _, ...measured } = parts.status
  const list = useList('/stations', {
    words,
    path: STATIONS_PATH,
    everyMs: EVERY_MS,
    filters: [
      searchFilter('search', words.search, words.searchChip),
      choiceFilter('status', words.status, { ...measured, unmeasured: words.unmeasured }),
      choiceFilter('archived', words.active, { true: words.archivedOnly }),
      useUpstreamFilter(),
    ],
    columns: useColumns(),
    nameOf: ({ code }) => code,
  })
  const { stations: live } = useLive()
  // The list decides which rows are shown; the event stream has their current values.
  const rows = list.pages.rows.map((row) => (row.archived ? row : (live?.get(row.id) ?? row)))
  return (
    <ListPage
      list={{ ...list, pages: { ...list.pages, rows } }}
      actions={
        <>
          <LinkButton href={GROUPS_PATH} icon={IconFolders} text={words.groups} />
          {mayChange && (
            <>
              <LinkButton href={`${STATIONS_PATH}/import`} icon={IconFileImport} text={words.import} />
              <NewButton href={`${STATIONS_PATH}/new`} text={words.add} />
            </>
          )}
        </>
      }
    >
      {opened?.id === 'new' && mayChange && <NewStation />}
      {opened?.id === 'import' && mayChange && <ImportDrawer />}
      {opened?.id === 'groups' && <GroupsDrawer />}
      {group?.id === 'new' && mayChange && <GroupForm group={null} />}
      {group && group.id !== 'new' && <GroupDrawer key={`group-${group.id}`} id={group.id} />}
      {opened && !OTHER_DRAWERS.includes(opened.id) && <StationDrawer key={opened.id} id={opened.id} />}
      {edited && mayChange && <EditStation key={edited.id} id={edited.id} />}
    </ListPage>
  )
}

/** Hidden if there are no upstream casters. */
function useUpstreamFilter(): Filter<'upstreamId'> {
  const words = useStationWords()
  const enabled = useMay('system.read')
  const { data } = useAnswer('/upstreams', { enabled, staleTime: MINUTE_MS })
  const names = Object.fromEntries(data?.upstreams.map(({ id, name }) => [id, name]) ?? [])
  const filter = choiceFilter('upstreamId', words.upstream, names)
  return Object.keys(names).length > 0 ? filter : { name: filter.name, chip: filter.chip }
}

/** An icon with a tooltip, because the list has little room: the same icon as the page of upstream casters. */
function OnDemand() {
  const { onDemandShort } = useStationWords()
  return (
    <Tooltip label={onDemandShort}>
      <IconPlugConnected size={14} role="img" aria-label={onDemandShort} style={{ verticalAlign: 'text-bottom' }} />
    </Tooltip>
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
      cell: ({ name, isRtcm, onDemand, simulated }) => (
        <>
          {isRtcm ? name : `${name} · ${words.notRtcmShort}`} {simulated && <Simulated />}
          {onDemand && <OnDemand />}
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
