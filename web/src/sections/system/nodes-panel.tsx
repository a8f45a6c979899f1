import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { System } from '../../../../src/http/console/contract/system.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { CellDetail } from '../../parts/text/session-quality.tsx'
import { useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { useSystemWords } from './words.ts'

type Node = System['nodes'][number]

const TONES: Record<Node['state'], Tone> = { up: 'good', draining: 'planned', drained: 'planned', lost: 'bad' }

export function NodesPanel({ system: { nodes } }: { system: System }) {
  const words = useSystemWords()
  const [wanted, setWanted] = useState<string | null>(null)
  const renew = useRenew()
  const table = useNodeRows(nodes, setWanted)
  return (
    <Panel title={words.nodes}>
      <SimpleTable label={words.nodes} {...table} />
      {!nodes.some(runsCaster) && <Text size="sm">{words.noCasters}</Text>}
      {wanted !== null && (
        <Confirm
          opened
          title={words.drainTitle(wanted)}
          consequence={words.drainConsequence}
          action={words.drain}
          onClose={() => setWanted(null)}
          onConfirm={async () => {
            await api.post('/system/nodes/drain', { name: wanted })
            notify(words.drains(wanted))
            await renew('/system')
          }}
        />
      )}
    </Panel>
  )
}

const runsCaster = ({ state, roles }: Node) => state !== 'lost' && roles.includes('caster')

/** Casters on one machine share its port, so they drain together: a rover closed by one would reconnect to the next. */
function drainedAs(node: Node, nodes: readonly Node[]): string {
  const beside = nodes.filter((other) => other.machine === node.machine && runsCaster(other))
  return beside.length > 1 ? node.machine : node.name
}

function useNodeRows(nodes: readonly Node[], onDrain: (name: string) => void) {
  const words = useSystemWords()
  const { number } = useFigures()
  const mayDrain = useMay('settings.change')
  const orDash = (value: number | null) => (value === null ? '—' : number(value))
  const columns = [
    { title: words.nodeName },
    { title: words.state },
    { title: words.roles },
    { title: words.version },
    { title: words.rovers, number: true },
    { title: words.stations, number: true },
    { title: words.lag, number: true },
    { title: words.started },
    ...(mayDrain ? [{ title: words.actions }] : []),
  ]
  const rows = nodes.map((node) => {
    const { state } = node
    const canDrain = state === 'up' && runsCaster(node)
    const drained = drainedAs(node, nodes)
    return {
      key: node.id,
      cells: [
        <Box key="name" miw={120}>
          {node.name}
        </Box>,
        <Box key="state" miw={110}>
          <Mark tone={TONES[state]} word={words.nodeStates[state]} />
          {state === 'lost' && (
            <CellDetail>
              {words.seen} <Moment at={node.seenAt} />
            </CellDetail>
          )}
          {node.drainingSince !== null && state !== 'lost' && (
            <CellDetail>
              <Moment at={node.drainingSince} />
            </CellDetail>
          )}
          {state !== 'lost' && node.bus === 'away' && <CellDetail>{words.busAway}</CellDetail>}
        </Box>,
        node.roles.join(', '),
        node.version,
        orDash(node.rovers),
        orDash(node.stations),
        words.milliseconds(number(node.lagMs)),
        <Moment key="since" at={node.startedAt} />,
        ...(mayDrain
          ? [
              canDrain ? (
                <Button
                  key="drain"
                  size="compact-sm"
                  variant="default"
                  onClick={() => onDrain(drained)}
                  aria-label={words.drainTitle(drained)}
                >
                  {words.drain}
                </Button>
              ) : null,
            ]
          : []),
      ],
    }
  })
  return { columns, rows }
}
