import type { System } from '../../../../src/http/console/contract/system.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { useSystemWords } from './words.ts'

export function ProcessPanel({ system: { process, clocks } }: { system: System }) {
  const words = useSystemWords()
  const { bytes, number } = useFigures()
  const wrong = clocks.map(({ host, seconds }) =>
    (seconds > 0 ? words.ahead : words.behind)(host, number(Math.abs(seconds), 1)),
  )
  return (
    <Panel title={words.process}>
      <Facts
        facts={[
          [words.version, process.version],
          [words.node, process.node],
          [words.platform, process.platform],
          [words.started, <Moment key="started" at={process.startedAt} />],
          [words.memory, bytes(process.memoryBytes)],
          [words.clocks, wrong.length === 0 ? words.clocksAgree : `${wrong.join('; ')}. ${words.setClock}`],
        ]}
      />
    </Panel>
  )
}
