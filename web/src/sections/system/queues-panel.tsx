import type { System } from '../../../../src/http/console/contract/system.ts'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { useSystemWords } from './words.ts'

export function QueuesPanel({ system: { queues, mostCounted } }: { system: System }) {
  const words = useSystemWords()
  const { number } = useFigures()
  const count = (value: number) => (value >= mostCounted ? words.orMore(number(mostCounted)) : number(value))
  const columns = [
    { title: words.queue },
    { title: words.waiting, number: true },
    { title: words.due, number: true },
    { title: words.late, number: true },
  ]
  const rows = queues.map(({ name, waiting, due, lateSeconds }) => ({
    key: name,
    cells: [words.queueNames[name], count(waiting), count(due), words.seconds(lateSeconds)],
  }))
  return (
    <Panel title={words.queues}>
      <SimpleTable label={words.queues} columns={columns} rows={rows} />
    </Panel>
  )
}
