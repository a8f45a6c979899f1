import { Anchor, Group, Text } from '@mantine/core'
import { Route } from 'wouter'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { IncidentDrawer } from './drawer.tsx'
import { IncidentForm } from './form.tsx'
import { IncidentMark } from './mark.tsx'
import { useIncidentWords } from './words.ts'

const PATH = '/incidents'

export default function IncidentsPage() {
  return <Route path={`${PATH}/:id?`}>{({ id }) => <IncidentList opened={id} />}</Route>
}

function IncidentList({ opened }: { opened: string | undefined }) {
  const words = useIncidentWords()
  const mayChange = useMay('network.change')
  const list = useList('/incidents', {
    words,
    path: PATH,
    filters: [],
    columns: [
      { key: 'name', title: words.name, cell: ({ title }) => title },
      { key: 'stage', title: words.stage, cell: (incident) => <IncidentMark {...incident} /> },
      { key: 'impact', title: words.impact, cell: ({ impact }) => words.impacts[impact] },
      {
        key: 'stations',
        title: words.stations,
        cell: ({ stations }) => stations.map(({ code }) => code).join(', ') || words.wholeNetwork,
      },
      { key: 'updated', title: words.updated, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    ],
    nameOf: ({ title }) => title,
  })
  return (
    <ListPage
      list={list}
      above={useMay('settings.read') && <Audience />}
      actions={mayChange && <NewButton href={`${PATH}/new`} text={words.add} />}
    >
      {opened === 'new' && mayChange && <IncidentForm />}
      {opened !== undefined && opened !== 'new' && <IncidentDrawer id={opened} />}
    </ListPage>
  )
}

function Audience() {
  const words = useIncidentWords()
  const { data } = useAnswer('/incidents/audience')
  if (!data) return null
  return (
    <Group gap="md">
      {data.statusPage ? (
        <Anchor href="/status" size="sm">
          {words.statusPage}
        </Anchor>
      ) : (
        <Text size="sm">{words.noStatusPage}</Text>
      )}
      <Hint>{data.sendsMail ? words.subscribers(data.subscribers) : words.noMail}</Hint>
    </Group>
  )
}
