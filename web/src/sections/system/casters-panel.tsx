import { Text } from '@mantine/core'
import type { System } from '../../../../src/console/contract/system.ts'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { useSystemWords } from './words.ts'

export function CastersPanel({ system: { casters } }: { system: System }) {
  const words = useSystemWords()
  const { number } = useFigures()
  const columns = [{ title: words.caster }, { title: words.seen }, { title: words.rovers, number: true }]
  const rows = casters.map(({ id, seenAt, rovers }) => ({
    key: id,
    cells: [
      <span key="id" className="code">
        {id}
      </span>,
      <Moment key="seen" at={seenAt} />,
      number(rovers),
    ],
  }))
  return (
    <Panel title={words.casters}>
      {casters.length === 0 ? (
        <Text size="sm">{words.noCasters}</Text>
      ) : (
        <SimpleTable label={words.casters} columns={columns} rows={rows} />
      )}
    </Panel>
  )
}
