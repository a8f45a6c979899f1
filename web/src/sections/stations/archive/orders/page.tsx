import { IconAntenna } from '@tabler/icons-react'
import { Route } from 'wouter'
import { LinkButton } from '../../../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../../../parts/forms/select/owner-select.tsx'
import { stationFilter } from '../../../../parts/forms/select/station-select.tsx'
import { choiceFilter } from '../../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../../parts/lists/list.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { LogMoment } from '../../../../parts/text/moment.tsx'
import { useMay } from '../../../../session/session.tsx'
import { STATIONS_PATH } from '../../use-station.ts'
import { useArchiveWords } from '../words.ts'
import { RinexDrawer } from './drawer.tsx'
import { RINEX_PATH, WATCHED_MS } from './list.ts'
import { RinexMark } from './mark.tsx'
import { NearestPanel } from './nearest-panel.tsx'
import { useRinexTexts } from './use-texts.ts'

export default function RinexPage() {
  return <Route path={`${RINEX_PATH}/:id?`}>{({ id }) => <RinexList opened={id} />}</Route>
}

function RinexList({ opened }: { opened: string | undefined }) {
  const words = useArchiveWords()
  const texts = useRinexTexts()
  const mayOrder = useMay('orders.change')
  const { number, percent } = useFigures()
  const list = useList('/rinex', {
    words: { ...words, hint: words.listHint, empty: mayOrder ? words.empty : words.emptyForViewer },
    path: RINEX_PATH,
    filters: [stationFilter(words.station), choiceFilter('state', words.state, words.states), ownerFilter(words.owner)],
    everyMs: WATCHED_MS,
    columns: [
      { key: 'station', title: words.station, cell: ({ station }) => station.code },
      { key: 'state', title: words.state, cell: ({ state }) => <RinexMark state={state} /> },
      { key: 'window', title: words.window, cell: texts.period },
      { key: 'format', behind: true, title: words.format, cell: texts.format },
      {
        key: 'completeness',
        behind: true,
        title: words.completeness,
        number: true,
        cell: ({ state, progressPct, completenessPct }) =>
          state === 'pending'
            ? `${words.progress}: ${number(progressPct)} %`
            : completenessPct === null
              ? '—'
              : percent(completenessPct),
      },
      { key: 'origin', behind: true, title: words.origin, cell: ({ origin }) => words.origins[origin] },
      { key: 'created', behind: true, title: words.created, cell: ({ createdAt }) => <LogMoment at={createdAt} /> },
    ],
    nameOf: (order) => `${order.station.code}, ${texts.period(order)}`,
  })
  const toStations = <LinkButton href={STATIONS_PATH} icon={IconAntenna} text={words.toStations} />
  return (
    <ListPage list={list} emptyAction={mayOrder && toStations}>
      {mayOrder && <NearestPanel />}
      {opened !== undefined && <RinexDrawer id={opened} />}
    </ListPage>
  )
}
