import { IconFileImport, IconFolders } from '@tabler/icons-react'
import { useRoute } from 'wouter'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { choiceFilter, type Filter, searchFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
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
import { useColumns } from './list/columns.tsx'
import { StationCounters } from './list/counters.tsx'
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
  const { unknown, ...measured } = parts.status
  const list = useList('/stations', {
    words,
    path: STATIONS_PATH,
    everyMs: EVERY_MS,
    filters: [
      searchFilter('search', words.search, words.searchChip),
      { name: 'status', chip: (value) => ({ ...measured, unmeasured: unknown })[value] ?? value },
      choiceFilter('archived', words.active, { true: words.archivedOnly }),
      useUpstreamFilter(),
    ],
    columns: useColumns(),
    nameOf: ({ code }) => code,
    firstOrder: 'status',
  })
  const { stations: live } = useLive()
  // The list decides which rows are shown; the event stream has their current values.
  const rows = list.pages.rows.map((row) => (row.archived ? row : { ...row, ...live?.get(row.id) }))
  return (
    <ListPage
      list={{ ...list, pages: { ...list.pages, rows } }}
      above={<StationCounters pages={list.pages} filters={list.filters} />}
      emptyAction={mayChange && <NewButton href={`${STATIONS_PATH}/new`} text={words.addFirst} />}
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
