// The table that every section uses: sticky header, rows that open, states for empty, loading and error, and a "more"
// button.
import { Box, Button, Center, Checkbox, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useLanguage } from '../../language.tsx'
import { usePartWords } from '../../words/common.ts'
import { ProblemPanel } from '../problem-panel.tsx'
import { localeOf } from '../text/moment.tsx'
import { Waiting } from '../waiting.tsx'
import classes from './listing.module.css'
import { inOrder, nextOrder, type Order, type Sortable } from './order.ts'
import type { Pages } from './use-pages.ts'
import { useListWords } from './words.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, with tabular digits. */
  readonly number?: boolean
  /** Short names, which a wide table would break otherwise. */
  readonly oneLine?: boolean
  /** The service can sort by this column. */
  readonly sorted?: boolean
  /** Sort key for sorting in the browser, if all rows are loaded. */
  readonly by?: (row: Row) => Sortable
  /** Why the list cannot be sorted by this column now. */
  readonly whyUnsorted?: string | undefined
  /** Hidden by default. */
  readonly extra?: boolean
  /** Hidden on phones if the row opens. */
  readonly behind?: boolean
  /** Place in the card that a row becomes on phones. If one column has a place, columns without one are hidden. */
  readonly card?: 'title' | 'state' | 'left' | 'right' | 'actions'
}

export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly change: (ids: ReadonlySet<number>) => void
}

interface ListingProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string
  readonly pages: Pages<Row>
  /** The first column names the row and contains the link. */
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
  /** Address of a row. The filters in the address are kept unless `leavesList` is set. */
  readonly hrefOf?: ((row: Row) => string | null) | undefined
  readonly leavesList?: boolean
  readonly empty: ReactNode
  readonly selection?: Selection | undefined
  readonly order?: Order | null
  /** If undefined, the order cannot be changed. */
  readonly onOrder?: ((order: Order | null) => void) | undefined
  readonly foot?: ReactNode
}

export function Listing<Row extends { readonly id: number | string }>({
  label,
  pages,
  columns,
  nameOf,
  hrefOf,
  leavesList = false,
  empty,
  selection,
  order = null,
  onOrder,
  foot,
}: ListingProps<Row>) {
  const words = usePartWords()
  const { language } = useLanguage()
  const search = useSearch()
  const [, go] = useLocation()
  const anchor = useRef<number | null>(null)
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
  const addressOf = (row: Row): string | null => {
    const href = hrefOf?.(row) ?? null
    return href && (leavesList ? href : `${href}${search && `?${search}`}`)
  }
  const open = (address: string) => (event: MouseEvent) => {
    const onControl = (event.target as Element).closest('a, button, input, label')
    if (!onControl && !getSelection()?.toString()) go(address)
  }
  const mayOrder = ({ sorted, by }: Column<Row>) => onOrder && (sorted || (by && !pages.hasMore))
  const hasCards = columns.some(({ card }) => card)
  const byHere = columns.find(({ key, by }) => key === order?.key && by)?.by
  const rows = byHere && !pages.hasMore ? inOrder(pages.rows, byHere, order!.down, localeOf(language)) : pages.rows
  return (
    <Stack gap="xs">
      {pages.error && <ProblemPanel error={pages.error} again={pages.again} />}
      <Box className={`${classes.box} ${pages.isOld ? classes.old : ''}`} tabIndex={0} role="region" aria-label={label}>
        <Table verticalSpacing={6} aria-label={label}>
          <Table.Thead className={classes.head ?? ''}>
            <Table.Tr>
              {selection && (
                <Table.Th w={36}>
                  <SelectAll rows={pages.rows.map(({ id }) => id as number)} selection={selection} />
                </Table.Th>
              )}
              {columns.map((column) => (
                <Head key={column.key} column={column} order={order} onOrder={mayOrder(column) ? onOrder : undefined} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const address = addressOf(row)
              return (
                <Table.Tr
                  key={row.id}
                  className={classes.row ?? ''}
                  data-opens={address ? true : undefined}
                  data-card={hasCards || undefined}
                  onClick={address ? open(address) : undefined}
                >
                  {selection && (
                    <Table.Td data-place="select">
                      <SelectRow
                        name={nameOf(row)}
                        checked={selection.ids.has(row.id as number)}
                        onChange={(checked, asRange) => {
                          const ids = rows.map(({ id }) => id as number)
                          const to = ids.indexOf(row.id as number)
                          const from = asRange && anchor.current !== null ? ids.indexOf(anchor.current) : -1
                          const touched = from < 0 ? [ids[to]!] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
                          const chosen = new Set(selection.ids)
                          for (const id of touched) checked ? chosen.add(id) : chosen.delete(id)
                          anchor.current = ids[to]!
                          selection.change(chosen)
                        }}
                      />
                    </Table.Td>
                  )}
                  {columns.map(({ key, title, cell, number, oneLine, behind, card }, place) => (
                    <Table.Td
                      key={key}
                      data-label={title}
                      data-behind={behind && address ? true : undefined}
                      data-place={card}
                      className={number ? classes.number : oneLine ? classes.oneLine : undefined}
                    >
                      {place === 0 && address ? (
                        <Link href={address} className={classes.link}>
                          {cell(row)}
                        </Link>
                      ) : (
                        <span>{cell(row)}</span>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Box>
      {pages.hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.more}>
          {words.more}
        </Button>
      )}
      {foot}
    </Stack>
  )
}

function Head<Row>({
  column: { key, title, number = false, whyUnsorted },
  order,
  onOrder,
}: {
  column: Column<Row>
  order: Order | null
  onOrder: ((order: Order | null) => void) | undefined
}) {
  const words = useListWords()
  const way = order?.key === key ? (order.down ? 'descending' : 'ascending') : undefined
  const Icon = way === 'ascending' ? IconChevronUp : way === 'descending' ? IconChevronDown : IconSelector
  return (
    <Table.Th
      scope="col"
      className={number ? classes.number : undefined}
      aria-sort={onOrder ? (way ?? 'none') : undefined}
      title={onOrder ? undefined : whyUnsorted}
    >
      {onOrder ? (
        <UnstyledButton
          className={classes.sort ?? ''}
          data-on={way ? true : undefined}
          title={words.sortBy(title)}
          onClick={() => onOrder(nextOrder(order, { key, number }))}
        >
          {title}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        title
      )}
    </Table.Th>
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

/** Shift-click selects all rows since the last click. */
function SelectRow({
  name,
  checked,
  onChange,
}: {
  name: string
  checked: boolean
  onChange: (checked: boolean, asRange: boolean) => void
}) {
  const words = usePartWords()
  return (
    <Checkbox
      aria-label={words.selectRow(name)}
      checked={checked}
      // Stops the browser from selecting the text in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  )
}
