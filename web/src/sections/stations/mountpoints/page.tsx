import { Text } from '@mantine/core'
import { useRoute } from 'wouter'
import { Answered } from '../../../parts/answered.tsx'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { stationFilter } from '../../../parts/forms/station-select.tsx'
import { searchFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { MountpointForm, MountpointShown, MOUNTPOINTS_PATH as PATH } from './form.tsx'
import { useAlterationText } from './use-alteration-text.ts'
import { useMountpointWords } from './words.ts'

export default function MountpointsPage() {
  const words = useMountpointWords()
  const textOf = useAlterationText()
  const mayChange = useMay('network.change')
  const [, params] = useRoute(`${PATH}/:id`)
  const list = useList('/mountpoints', {
    words,
    path: PATH,
    filters: [searchFilter('search', words.search, words.searchChip), stationFilter(words.station)],
    columns: [
      {
        key: 'name',
        by: ({ name }) => name,
        title: words.name,
        cell: ({ name }) => <span className="code">{name}</span>,
      },
      {
        key: 'station',
        by: ({ stationCode }) => stationCode,
        title: words.station,
        cell: ({ stationCode, archived }) => (archived ? `${stationCode} · ${words.stationArchived}` : stationCode),
      },
      { key: 'gives', title: words.gives, cell: ({ alteration }) => textOf(alteration) },
      {
        key: 'access',
        title: words.access,
        cell: ({ isOpen }) => (isOpen ? <strong>{words.open}</strong> : words.closed),
      },
      { key: 'label', behind: true, title: words.label, cell: ({ label }) => label ?? '' },
    ],
    nameOf: ({ name }) => name,
  })
  return (
    <ListPage list={list} actions={mayChange && <NewButton href={`${PATH}/new`} text={words.add} />}>
      {params?.id === 'new' && mayChange && <MountpointForm mountpoint={null} />}
      {params && params.id !== 'new' && <Opened id={Number(params.id)} mayChange={mayChange} />}
    </ListPage>
  )
}

function Opened({ id, mayChange }: { id: number; mayChange: boolean }) {
  const words = useMountpointWords()
  const asked = useAnswer('/mountpoints', { query: { id } })
  const [found] = asked.data?.mountpoints ?? []
  if (found && !mayChange) return <MountpointShown mountpoint={found} />
  if (found) return <MountpointForm key={id} mountpoint={found} />
  return (
    <DetailDrawer title="…" listPath={PATH}>
      <Answered asked={asked} quiet>
        {() => <Text size="sm">{words.gone}</Text>}
      </Answered>
    </DetailDrawer>
  )
}
