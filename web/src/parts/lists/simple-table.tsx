import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Column {
  readonly title: string
  readonly number?: boolean
}

/** A short table without pages or links. A wide one scrolls inside its own box. */
export function SimpleTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly Column[]
  /** The first cell is the row header. */
  rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
}) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} style={{ overflowX: 'auto' }}>
      {/* Words do not wrap; a wide table scrolls. */}
      <Table verticalSpacing={6} aria-label={label} style={{ overflowWrap: 'break-word' }}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, number }) => (
              <Table.Th key={title} scope="col" className={number ? 'number' : undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, place) => (
                <Table.Td key={columns[place]!.title} className={columns[place]!.number ? 'number' : undefined}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
