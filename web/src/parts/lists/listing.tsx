// The table that every section uses: sticky head, rows that open, states for nothing, waiting and failure, more on demand.
import { Box, Button, Center, Checkbox, Stack, Table, Text } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { usePartWords } from '../../words/common.ts'
import { ProblemPanel } from '../problem-panel.tsx'
import { Waiting } from '../waiting.tsx'
import classes from './listing.module.css'
import type { Pages } from './use-pages.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, in figures of equal width. */
  readonly number?: boolean
}

export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly change: (ids: ReadonlySet<number>) => void
}

interface ListingProps<Row> {
  /** What the table lists, for who hears it. */
  readonly label: string
  readonly pages: Pages<Row>
  /** The first one names the row, and carries the link. */
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
  /** Where a row opens; the filters of the address stay. */
  readonly hrefOf?: (row: Row) => string
  readonly empty: ReactNode
  readonly selection?: Selection | undefined
}

export function Listing<Row extends { readonly id: number }>({
  label,
  pages,
  columns,
  nameOf,
  hrefOf,
  empty,
  selection,
}: ListingProps<Row>) {
  const words = usePartWords()
  const search = useSearch()
  const [, go] = useLocation()
  if (pages.isPending) return <Waiting />
  if (pages.error && pages.rows.length === 0) return <ProblemPanel error={pages.error} again={pages.again} />
  if (pages.rows.length === 0)
    return (
      <Center mih={160} className={classes.box} p="md">
        <Text c="dimmed" ta="center" component="div">
          {empty}
        </Text>
      </Center>
    )
  const addressOf = (row: Row) => `${hrefOf!(row)}${search && `?${search}`}`
  const open = (row: Row) => (event: MouseEvent) => {
    const onControl = (event.target as Element).closest('a, button, input, label')
    if (!onControl && !getSelection()?.toString()) go(addressOf(row))
  }
  return (
    <Stack gap="xs">
      {pages.error && <ProblemPanel error={pages.error} again={pages.again} />}
      <Box className={`${classes.box} ${pages.isOld ? classes.old : ''}`} tabIndex={0} role="region" aria-label={label}>
        <Table verticalSpacing={6} aria-label={label}>
          <Table.Thead className={classes.head ?? ''}>
            <Table.Tr>
              {selection && (
                <Table.Th w={36}>
                  <SelectAll rows={pages.rows.map(({ id }) => id)} selection={selection} />
                </Table.Th>
              )}
              {columns.map(({ key, title, number }) => (
                <Table.Th key={key} className={number ? classes.number : undefined} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pages.rows.map((row) => (
              <Table.Tr
                key={row.id}
                className={classes.row ?? ''}
                data-opens={hrefOf ? true : undefined}
                onClick={hrefOf && open(row)}
              >
                {selection && (
                  <Table.Td>
                    <SelectRow id={row.id} name={nameOf(row)} selection={selection} />
                  </Table.Td>
                )}
                {columns.map(({ key, title, cell, number }, place) => (
                  <Table.Td key={key} data-label={title} className={number ? classes.number : undefined}>
                    {place === 0 && hrefOf ? (
                      <Link href={addressOf(row)} className={classes.link}>
                        {cell(row)}
                      </Link>
                    ) : (
                      <span>{cell(row)}</span>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {pages.hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.more}>
          {words.more}
        </Button>
      )}
    </Stack>
  )
}

function SelectAll({ rows, selection }: { rows: readonly number[]; selection: Selection }) {
  const words = usePartWords()
  const chosen = rows.filter((id) => selection.ids.has(id)).length
  return (
    <Checkbox
      aria-label={words.selectAll}
      checked={chosen > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={() => selection.change(new Set(chosen === rows.length ? [] : rows))}
    />
  )
}

function SelectRow({ id, name, selection }: { id: number; name: string; selection: Selection }) {
  const words = usePartWords()
  return (
    <Checkbox
      aria-label={words.selectRow(name)}
      checked={selection.ids.has(id)}
      onChange={({ currentTarget }) => {
        const ids = new Set(selection.ids)
        if (currentTarget.checked) ids.add(id)
        else ids.delete(id)
        selection.change(ids)
      }}
    />
  )
}
