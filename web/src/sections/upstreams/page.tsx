import { useRoute } from 'wouter'
import type { Upstream } from '../../../../src/http/console/contract/network/upstreams.ts'
import { NewButton } from '../../parts/buttons/link-button.tsx'
import { searchFilter } from '../../parts/lists/filters.tsx'
import { FilteredListing, useList } from '../../parts/lists/list.tsx'
import type { Column } from '../../parts/lists/listing.tsx'
import { Page } from '../../parts/page.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session/session.tsx'
import { EditUpstream, UpstreamDrawer } from './drawer.tsx'
import { UpstreamForm } from './form.tsx'
import { EditMountpoint } from './mountpoint-form.tsx'
import { UPSTREAMS_PATH as PATH } from './path.ts'
import { UpstreamMark, useTrouble } from './state.tsx'
import { Welcome } from './welcome.tsx'
import { useUpstreamWords } from './words.ts'

const EVERY_MS = 10_000

export default function UpstreamsPage() {
  const words = useUpstreamWords()
  const mayChange = useMay('network.change')
  const [, opened] = useRoute(`${PATH}/:id`)
  const [, edited] = useRoute(`${PATH}/:id/edit`)
  const [, mountpoint] = useRoute(`${PATH}/:id/mountpoints/:stationId`)
  const list = useList('/upstreams', {
    words,
    path: PATH,
    everyMs: EVERY_MS,
    filters: [searchFilter('search', words.search, words.searchChip)],
    columns: useColumns(),
    nameOf: ({ name }) => name,
  })
  const { rows, isPending, error } = list.pages
  const isNone = rows.length === 0 && !isPending && !error && !list.filters.any
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={mayChange && !isNone && <NewButton href={`${PATH}/new`} text={words.add} />}
    >
      {isNone ? <Welcome mayChange={mayChange} /> : <FilteredListing list={list} />}
      {opened?.id === 'new' && mayChange && <UpstreamForm upstream={null} />}
      {opened && opened.id !== 'new' && <UpstreamDrawer key={opened.id} id={opened.id} />}
      {mountpoint && mayChange && <EditMountpoint key={mountpoint.stationId} {...mountpoint} />}
      {edited && mayChange && <EditUpstream key={edited.id} id={edited.id} />}
    </Page>
  )
}

function useColumns(): Column<Upstream>[] {
  const words = useUpstreamWords()
  const trouble = useTrouble()
  const { number } = useFigures()
  return [
    { key: 'name', title: words.name, by: ({ name }) => name, cell: ({ name }) => name },
    {
      key: 'state',
      title: words.state,
      cell: (upstream) => (
        <>
          <UpstreamMark upstream={upstream} />
          {trouble(upstream) !== null && (
            <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
              {trouble(upstream)}
            </Hint>
          )}
        </>
      ),
    },
    {
      key: 'address',
      title: words.address,
      behind: true,
      by: ({ url }) => url,
      cell: ({ url }) => <span className="code">{url}</span>,
    },
    {
      key: 'offered',
      title: words.offered,
      number: true,
      by: ({ offered }) => offered,
      cell: ({ offered }) => number(offered),
    },
    {
      key: 'leftOut',
      title: words.leftOut,
      number: true,
      behind: true,
      by: ({ leftOut }) => leftOut,
      cell: ({ leftOut }) => number(leftOut),
    },
    {
      key: 'inUse',
      title: words.inUse,
      number: true,
      by: ({ inUse }) => inUse,
      cell: ({ inUse, rovers }) => words.inUseOf(inUse, rovers),
    },
    {
      key: 'answered',
      title: words.answeredAt,
      behind: true,
      by: ({ answeredAt }) => answeredAt,
      cell: ({ answeredAt }) => <Moment at={answeredAt} />,
    },
  ]
}
