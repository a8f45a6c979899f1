import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import type { System } from '../../../../src/http/console/contract/system.ts'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { useSystemWords } from './words.ts'

export function StoragePanel({ system: { database } }: { system: System }) {
  const words = useSystemWords()
  const { bytes, number } = useFigures()
  const [all, setAll] = useState(false)
  const columns = [{ title: words.table }, { title: words.rows, number: true }, { title: words.size, number: true }]
  const rows = database.tables.map((table) => ({
    key: table.name,
    cells: [
      <span key="name" className="code">
        {table.name}
      </span>,
      table.rows === null ? words.uncounted : number(table.rows),
      bytes(table.bytes),
    ],
  }))
  return (
    <Panel title={words.storage}>
      <Text size="sm">{words.stored(bytes(database.databaseBytes), rows.length)}</Text>
      <Anchor component="button" type="button" size="sm" ta="left" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? words.hideTables : words.showTables}
      </Anchor>
      {all && <SimpleTable label={words.storage} columns={columns} rows={rows} />}
    </Panel>
  )
}
