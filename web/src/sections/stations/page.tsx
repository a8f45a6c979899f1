import { Button, Group } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { Link, useRoute } from 'wouter'
import { useLive } from '../../live.ts'
import { type Station, shownStatus } from '../../network-types.ts'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { usePages } from '../../parts/lists/use-pages.ts'
import { Page } from '../../parts/page.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { Simulated } from '../../parts/text/simulated.tsx'
import { StatusMark } from '../../parts/text/status-mark.tsx'
import { useMay } from '../../session.tsx'
import { usePartWords } from '../../words/common.ts'
import { StationDrawer } from './drawer.tsx'
import { EditStation, NewStation } from './forms.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { DECLARED, STATIONS_PATH } from './types.ts'
import { useStationWords } from './words.ts'

const EVERY_MS = 30_000

export default function StationsPage() {
  const words = useStationWords()
  const parts = usePartWords()
  const mayChange = useMay('network.change')
  const [, opened] = useRoute(`${STATIONS_PATH}/:id`)
  const [, edited] = useRoute(`${STATIONS_PATH}/:id/edit`)
  const filters = useFilters(['search', 'status', 'archived'])
  const pages = usePages<Station>('/stations', 'stations', filters.values, { everyMs: EVERY_MS })
  const { stations: live } = useLive()
  // The figures of the moment; which rows there are is the list's to say.
  const rows = pages.rows.map((row) => (row.archived ? row : (live?.get(row.id) ?? row)))
  const statusText = (status: string) =>
    status === 'unmeasured' ? words.unmeasured : parts.status[status as keyof typeof parts.status]
  return (
    <Page
      title={words.title}
      actions={
        mayChange && (
          <>
            <Button
              component={Link}
              href={`${STATIONS_PATH}/import`}
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              {words.import}
            </Button>
            <Button component={Link} href={`${STATIONS_PATH}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
              {words.add}
            </Button>
          </>
        )
      }
    >
      <Group gap="xs">
        <SearchField filters={filters} name="search" label={words.search} />
        <FilterSelect
          filters={filters}
          name="status"
          label={words.status}
          choices={[...DECLARED, 'unmeasured'].map((value) => ({ value, label: statusText(value) }))}
        />
        <FilterSelect
          filters={filters}
          name="archived"
          label={words.active}
          choices={[{ value: 'true', label: words.archivedOnly }]}
        />
      </Group>
      <FilterChips
        filters={filters}
        textOf={(name, value) =>
          name === 'status' ? statusText(value) : name === 'archived' ? words.archivedOnly : words.searchChip(value)
        }
      />
      <Listing
        label={words.title}
        pages={{ ...pages, rows }}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ code }) => code}
        hrefOf={({ id }) => `${STATIONS_PATH}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {opened?.id === 'new' && mayChange && <NewStation />}
      {opened?.id === 'import' && mayChange && <ImportDrawer />}
      {opened && opened.id !== 'new' && opened.id !== 'import' && <StationDrawer key={opened.id} id={opened.id} />}
      {edited && mayChange && <EditStation key={edited.id} id={edited.id} />}
    </Page>
  )
}

function useColumns(): Column<Station>[] {
  const words = useStationWords()
  const { number, percent } = useFigures()
  return [
    { key: 'code', title: words.code, cell: ({ code }) => code },
    {
      key: 'status',
      title: words.status,
      cell: (station) => <StatusMark status={shownStatus(station)} />,
    },
    {
      key: 'name',
      title: words.name,
      cell: ({ name, simulated }) => (
        <>
          {name} {simulated && <Simulated />}
        </>
      ),
    },
    { key: 'state', title: words.federalState, cell: ({ federalState }) => federalState || '—' },
    {
      key: 'mountpoint',
      title: words.mountpoint,
      cell: ({ mountpoint }) => <span className="code">{mountpoint}</span>,
    },
    {
      key: 'health',
      title: words.health,
      number: true,
      cell: ({ healthPct }) => (healthPct === null ? '—' : percent(healthPct)),
    },
    {
      key: 'latency',
      title: words.latency,
      number: true,
      cell: ({ latencyMs }) => (latencyMs === null ? '—' : `${number(latencyMs)} ms`),
    },
    {
      key: 'satellites',
      title: words.satellites,
      number: true,
      cell: ({ satellites }) => (satellites === null ? '—' : number(satellites)),
    },
    {
      key: 'measured',
      title: words.lastData,
      cell: ({ measuredAt }) => <Moment at={measuredAt} none={words.noData} />,
    },
  ]
}
