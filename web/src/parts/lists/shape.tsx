// The order and the visible columns of a list. Both are stored in the address, like the filters.
import { Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useFigures } from '../text/figures.ts'
import { Hint } from '../text/hint.ts'
import { useFilters } from './filters.tsx'
import type { Column } from './listing.tsx'
import { type Order, orderIn, orderText } from './order.ts'
import type { Pages } from './use-pages.ts'
import { useListWords } from './words.ts'

export interface Shape {
  readonly order: Order | null
  setOrder(order: Order | null): void
  /** Columns that differ from the default: hidden ones, and extra ones that are shown. */
  readonly switched: ReadonlySet<string>
  toggle(key: string): void
}

/** The address parameters. */
export const SHAPE_NAMES = ['sort', 'columns'] as const

/** `firstOrder`: the order until the user chooses another. */
export function useShape(firstOrder?: string): Shape {
  const { values, set } = useFilters(SHAPE_NAMES)
  const switched = new Set(values.columns?.split(',') ?? [])
  return {
    order: orderIn(values.sort ?? firstOrder),
    setOrder: (order) => set('sort', order && orderText(order)),
    switched,
    toggle: (key) => {
      const next = new Set(switched)
      if (!next.delete(key)) next.add(key)
      set('columns', [...next].sort().join(',') || null)
    },
  }
}

export const isShown = <Row,>({ key, extra = false }: Column<Row>, { switched }: Shape): boolean =>
  switched.has(key) === extra

/** Number of rows, their sum, and the choice of columns. */
export function ListFoot<Row>({
  columns,
  pages,
  shape,
  sum,
}: {
  columns: readonly Column<Row>[]
  pages: Pages<Row>
  shape: Shape
  sum: string | undefined
}) {
  const words = useListWords()
  const { number } = useFigures()
  const shown = number(pages.rows.length)
  const total = pages.total === null ? null : number(pages.total)
  const count =
    total !== null && pages.hasMore
      ? words.shownOf(shown, pages.totalIsMore ? words.atLeast(total) : total)
      : pages.hasMore
        ? `${words.shown(shown)}, ${words.andMore}`
        : words.total(shown)
  return (
    <Group justify="space-between" gap="xs" px={4}>
      <Hint role="status">
        {count}
        {sum && ` · ${sum}`}
      </Hint>
      <Popover position="top-end" trapFocus withinPortal>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconColumns size={16} aria-hidden />}
            visibleFrom="sm"
          >
            {words.columns}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs" role="group" aria-label={words.columnsHint}>
            {/* The first column names the row and cannot be hidden. */}
            {columns.slice(1).map((column) => (
              <Checkbox
                key={column.key}
                label={column.title}
                checked={isShown(column, shape)}
                onChange={() => shape.toggle(column.key)}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}
