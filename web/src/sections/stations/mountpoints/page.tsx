import { Group, Text } from '@mantine/core'
import { useRoute } from 'wouter'
import type { Offer } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { Answered, type Asked } from '../../../parts/answered.tsx'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { choiceFilter, searchFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import type { Column } from '../../../parts/lists/listing.tsx'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { Simulated } from '../../../parts/marks/simulated.tsx'
import { CopyButton } from '../../../parts/text/code/copy-button.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { MountpointForm, MountpointShown, MOUNTPOINTS_PATH as PATH } from './form.tsx'
import { NetworkMountpointForm, NetworkMountpointShown } from './network-form.tsx'
import { NewMountpoint } from './new-mountpoint.tsx'
import { useAlterationText } from './use-alteration-text.ts'
import { useMountpointWords } from './words.ts'

const EVERY_MS = 5_000
/** Starts the id of a network mountpoint in addresses of the console. */
const NETWORK = 'network-'

/** The sourcetable as rovers see it, with what the operator knows about each line. */
export default function MountpointsPage() {
  const words = useMountpointWords()
  const mayChange = useMay('network.change')
  const [, params] = useRoute(`${PATH}/:id`)
  const list = useList('/sourcetable', {
    words,
    path: PATH,
    everyMs: EVERY_MS,
    filters: [
      searchFilter('search', words.search, words.searchChip),
      choiceFilter('kind', words.kind, words.kinds),
      choiceFilter('state', words.state, words.states),
      choiceFilter('open', words.access, { true: words.open, false: words.closed }),
    ],
    columns: useColumns(),
    nameOf: ({ name }) => name,
    hrefOf: addressOf,
  })
  return (
    <ListPage
      list={list}
      above={<CasterAddress />}
      actions={mayChange && <NewButton href={`${PATH}/new`} text={words.add} />}
    >
      {params?.id === 'new' && mayChange && <NewMountpoint />}
      {params?.id.startsWith(NETWORK) && (
        <OpenedNetwork id={Number(params.id.slice(NETWORK.length))} mayChange={mayChange} />
      )}
      {Number(params?.id) > 0 && <Opened id={Number(params!.id)} mayChange={mayChange} />}
    </ListPage>
  )
}

/** The page where the mountpoint of a row is configured; `null` if another caster defines it. */
function addressOf({ kind, stationId, mountpointId, networkId }: Offer): string | null {
  if (networkId !== null) return `${PATH}/${NETWORK}${networkId}`
  if (mountpointId !== null) return `${PATH}/${mountpointId}`
  if (stationId !== null) return `/stations/${stationId}?tab=mountpoints`
  return kind === 'elsewhere' ? null : '/stations'
}

const TONES: Record<Offer['state'], Tone> = {
  live: 'good',
  on_demand: 'unknown',
  offline: 'bad',
  hidden: 'unknown',
  elsewhere: 'unknown',
}

function useColumns(): Column<Offer>[] {
  const words = useMountpointWords()
  const textOf = useAlterationText()
  const { number } = useFigures()
  return [
    {
      key: 'name',
      by: ({ name }) => name,
      title: words.name,
      cell: ({ name }) => <span className="code">{name}</span>,
    },
    {
      key: 'state',
      oneLine: true,
      by: ({ state }) => words.states[state],
      title: words.state,
      cell: ({ state }) => <Mark tone={TONES[state]} word={words.states[state]} />,
    },
    {
      key: 'connected',
      by: ({ connected }) => connected,
      title: words.connected,
      number: true,
      cell: ({ connected, kind }) => (kind === 'elsewhere' ? '—' : number(connected)),
    },
    {
      key: 'access',
      by: ({ isOpen }) => Number(isOpen),
      title: words.access,
      cell: ({ isOpen }) => (isOpen ? <strong>{words.open}</strong> : words.closed),
    },
    {
      key: 'kind',
      behind: true,
      oneLine: true,
      by: ({ kind }) => words.kinds[kind],
      title: words.kind,
      cell: ({ kind, stationCode, name, simulated }) => (
        <>
          {stationCode && stationCode !== name ? `${words.kinds[kind]} · ${stationCode}` : words.kinds[kind]}{' '}
          {simulated && <Simulated />}
        </>
      ),
    },
    {
      key: 'format',
      behind: true,
      by: ({ format }) => format,
      title: words.format,
      cell: ({ format, alteration }) => (alteration ? textOf(alteration) : format),
    },
    { key: 'label', behind: true, by: ({ label }) => label, title: words.label, cell: ({ label }) => label },
    {
      key: 'copy',
      behind: true,
      title: words.copy,
      cell: ({ name }) => <CopyButton value={name} label={name} />,
    },
  ]
}

/** What a rover needs besides the mountpoint. */
function CasterAddress() {
  const words = useMountpointWords()
  const { data } = useAnswer('/sourcetable', { query: { limit: 1 } })
  if (!data) return null
  const address = `${data.caster.host}:${data.caster.port}`
  return (
    <Group gap="xs">
      <Hint>
        {words.caster}: <span className="code">{address}</span>
      </Hint>
      <CopyButton value={address} label={words.caster} />
    </Group>
  )
}

function OpenedNetwork({ id, mayChange }: { id: number; mayChange: boolean }) {
  const asked = useAnswer('/network-mountpoints')
  const found = asked.data?.mountpoints.find((one) => one.id === id)
  if (found && !mayChange) return <NetworkMountpointShown mountpoint={found} />
  if (found) return <NetworkMountpointForm key={id} mountpoint={found} />
  return <Gone asked={asked} />
}

function Opened({ id, mayChange }: { id: number; mayChange: boolean }) {
  const asked = useAnswer('/mountpoints', { query: { id } })
  const [found] = asked.data?.mountpoints ?? []
  if (found && !mayChange) return <MountpointShown mountpoint={found} />
  if (found) return <MountpointForm key={id} mountpoint={found} />
  return <Gone asked={asked} />
}

/** While the answer is missing, and if the mountpoint was removed. */
function Gone({ asked }: { asked: Asked<unknown> }) {
  const words = useMountpointWords()
  return (
    <DetailDrawer title="…" listPath={PATH}>
      <Answered asked={asked} quiet>
        {() => <Text size="sm">{words.gone}</Text>}
      </Answered>
    </DetailDrawer>
  )
}
