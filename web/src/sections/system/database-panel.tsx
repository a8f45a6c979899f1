import type { System } from '../../../../src/http/console/contract/system.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { useSystemWords } from './words.ts'

export function DatabasePanel({ system: { database, disk } }: { system: System }) {
  const words = useSystemWords()
  const { bytes, number } = useFigures()
  return (
    <Panel title={words.database}>
      <Facts
        facts={[
          [words.server, `${database.serverVersion} (${database.embedded ? words.embedded : words.external})`],
          [words.answered, `${number(database.answeredMs, 1)} ms`],
          [words.size, bytes(database.databaseBytes)],
          [words.connections, `${number(database.connections)} / ${number(database.maxConnections)}`],
          [words.disk, disk ? words.diskFree(bytes(disk.freeBytes), bytes(disk.totalBytes)) : words.diskUnknown],
          [
            words.migration,
            <>
              <span className="code">{database.migration}</span> <LogMoment at={database.migratedAt} />
            </>,
          ],
        ]}
      />
    </Panel>
  )
}
