// A list with its filters, which every section starts with. The hook describes it; the component renders it.
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { QueryFor } from '../../service/api.ts'
import { useHasOneOwner } from '../forms/use-has-one-owner.ts'
import { Page } from '../page.tsx'
import { type Filter, FilterBar, type Filters, useFilters } from './filters.tsx'
import { type Column, Listing, type Selection } from './listing.tsx'
import { orderText } from './order.ts'
import { SavedViews } from './saved-views.tsx'
import { isShown, ListFoot, type Shape, useShape } from './shape.tsx'
import { type Listed, type Pages, type RowOf, usePages } from './use-pages.ts'

interface Asking<To extends Listed, Name extends string> {
  readonly filters: readonly Filter<Name>[]
  /** Puts all fields but the search behind one Filter button. */
  readonly folded?: boolean
  readonly everyMs?: number
  /** Page size; if omitted, the service's default. */
  readonly limit?: number
  /** Builds the request query if it differs from the address parameters. */
  readonly queryOf?: (values: Filters<Name>['values']) => QueryFor<'GET', To>
}

export function useFilteredPages<To extends Listed, Name extends string>(
  to: To,
  {
    filters: of,
    folded = false,
    everyMs,
    limit,
    queryOf,
    sort,
  }: Asking<To, Name> & { readonly sort?: string | undefined },
) {
  const filters = useFilters(of.map(({ name }) => name))
  const query = {
    ...(queryOf ? queryOf(filters.values) : filters.values),
    ...(limit && { limit }),
    ...(sort && { sort }),
  }
  const pages = usePages(to, query as QueryFor<'GET', To>, { everyMs })
  return { filters, pages, bar: <FilterBar filters={filters} of={of} folded={folded} /> }
}

interface Description<Row> {
  readonly words: {
    readonly title: string
    readonly hint?: string
    readonly empty: string
    readonly emptyFiltered: string
  }
  /** Address of the list; rows open below it. */
  readonly path: string
  /** The column `owner` is left out if there is only one organization. */
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
  /** False if the list belongs to one object: views belong to lists. */
  readonly savesViews?: boolean
  /** Address of a row if it is not below the list; `null` if the row does not open. */
  readonly hrefOf?: (row: Row) => string | null
  /** Sum of the shown rows, as text. */
  readonly sumOf?: (rows: readonly Row[]) => string
  /** Order until the user chooses another, as in the address. */
  readonly firstOrder?: string
}

export interface List<Row, Name extends string> extends Description<Row> {
  readonly filters: Filters<Name>
  readonly bar: ReactNode
  readonly pages: Pages<Row>
  readonly shape: Shape
}

export function useList<To extends Listed, Name extends string>(
  to: To,
  {
    words,
    path,
    columns,
    nameOf,
    hrefOf,
    sumOf,
    firstOrder,
    savesViews = true,
    ...asking
  }: Description<RowOf<To>> & Asking<To, Name>,
): List<RowOf<To>, Name> {
  const shape = useShape(firstOrder)
  const sort = columns.some(({ key, sorted }) => sorted && key === shape.order?.key)
    ? orderText(shape.order!)
    : undefined
  const found = useFilteredPages(to, { ...asking, sort })
  return {
    words,
    path,
    columns,
    nameOf,
    ...(hrefOf && { hrefOf }),
    ...(sumOf && { sumOf }),
    savesViews,
    ...found,
    shape,
  }
}

interface Props<Row, Name extends string> {
  readonly list: List<Row, Name>
  readonly selection?: Selection | undefined
  /** Shown above the filters. */
  readonly first?: ReactNode
  /** Shown between the filters and the rows. */
  readonly above?: ReactNode
  /** The button of an empty list. */
  readonly emptyAction?: ReactNode
}

export function FilteredListing<Row extends { readonly id: number | string }, Name extends string>({
  list: { words, path, columns, nameOf, hrefOf, sumOf, savesViews, filters, bar, pages, shape },
  selection,
  first,
  above,
  emptyAction,
}: Props<Row, Name>) {
  const hasOneOwner = useHasOneOwner()
  const offered = hasOneOwner ? columns.filter(({ key }) => key !== 'owner') : columns
  return (
    <>
      {savesViews && <SavedViews list={path} />}
      {first}
      {bar}
      {above}
      <Listing
        label={words.title}
        pages={pages}
        columns={offered.filter((column) => isShown(column, shape))}
        nameOf={nameOf}
        hrefOf={hrefOf ?? (({ id }) => `${path}/${id}`)}
        leavesList={hrefOf !== undefined}
        empty={filters.any ? words.emptyFiltered : <Empty text={words.empty} action={emptyAction} />}
        selection={selection}
        order={shape.order}
        onOrder={shape.setOrder}
        foot={<ListFoot columns={offered} pages={pages} shape={shape} sum={sumOf?.(pages.rows)} />}
      />
    </>
  )
}

/** One sentence, and one button that begins. */
export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Stack gap="sm" align="center">
      {text}
      {action}
    </Stack>
  )
}

/** A page with a list; `children` open beside it. */
export function ListPage<Row extends { readonly id: number | string }, Name extends string>({
  actions,
  children,
  ...listing
}: Props<Row, Name> & { readonly actions?: ReactNode; readonly children?: ReactNode }) {
  const { title, hint } = listing.list.words
  return (
    <Page title={title} {...(hint && { hint })} actions={actions}>
      <FilteredListing {...listing} />
      {children}
    </Page>
  )
}
