import { Anchor, Group as Row, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Group } from '../../../../../src/http/console/contract/stations/groups.ts'
import { Answered } from '../../../parts/answered.tsx'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { STATIONS_PATH } from '../use-station.ts'
import { useStationWords } from '../words.ts'
import { GROUPS_PATH } from './path.ts'

const SHOWN = 1_000

export function GroupsDrawer() {
  const words = useStationWords()
  const mayChange = useMay('network.change')
  const asked = useAnswer('/groups', { query: { limit: SHOWN } })
  return (
    <DetailDrawer title={words.groups} listPath={STATIONS_PATH}>
      <Text size="sm">{words.groupsHint}</Text>
      {mayChange && (
        <Row>
          <NewButton href={`${GROUPS_PATH}/new`} text={words.groupAdd} />
        </Row>
      )}
      <Answered asked={asked}>
        {({ groups }) =>
          groups.length === 0 ? <Text size="sm">{words.groupsEmpty}</Text> : <Groups groups={groups} />
        }
      </Answered>
    </DetailDrawer>
  )
}

function Groups({ groups }: { groups: readonly Group[] }) {
  const words = useStationWords()
  const { number } = useFigures()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.name}</Table.Th>
          <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
            {words.title}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ id, name, stations }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} href={`${GROUPS_PATH}/${id}`}>
                {name}
              </Anchor>
            </Table.Td>
            <Table.Td ta="right">{number(stations)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
