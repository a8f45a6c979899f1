// A list with its filters: what every section shows first. It is described once, by the hook, and drawn where it belongs.
import type { ReactNode } from 'react'
import type { QueryFor } from '../../api.ts'
import { useMe } from '../../session.tsx'
import { Page } from '../page.tsx'
import { type Filter, FilterBar, type Filters, useFilters } from './filters.tsx'
import { type Column, Listing, type Selection } from './listing.tsx'
import { type Listed, type Pages, type RowOf, usePages } from './use-pages.ts'

interface Asking<To extends Listed, Name extends string> {
  readonly filters: readonly Filter<Name>[]
  readonly everyMs?: number
  /** How many at a time, if not as many as the service likes. */
  readonly limit?: number
  /** What the service is asked, where that is not what stands in the address. */
  readonly queryOf?: (values: Filters<Name>['values']) => QueryFor<'GET', To>
}

/** The rows of a route that the filters in the address leave. */
export function useFilteredPages<To extends Listed, Name extends string>(
  to: To,
  { filters: of, everyMs, limit, queryOf }: Asking<To, Name>,
) {
  const filters = useFilters(of.map(({ name }) => name))
  const query = { ...(queryOf ? queryOf(filters.values) : filters.values), ...(limit && { limit }) }
  const pages = usePages(to, query as QueryFor<'GET', To>, { everyMs })
  return { filters, pages, bar: <FilterBar filters={filters} of={of} /> }
}

interface Description<Row> {
  readonly words: {
    readonly title: string
    readonly hint?: string
    readonly empty: string
    readonly emptyFiltered: string
  }
  /** The list's own address: a row opens below it. */
  readonly path: string
  /** One with the key `owner` is left out for who has only one. */
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
}

export interface List<Row, Name extends string> extends Description<Row> {
  readonly filters: Filters<Name>
  readonly bar: ReactNode
  readonly pages: Pages<Row>
}

export const useList = <To extends Listed, Name extends string>(
  to: To,
  { words, path, columns, nameOf, ...asking }: Description<RowOf<To>> & Asking<To, Name>,
): List<RowOf<To>, Name> => ({ words, path, columns, nameOf, ...useFilteredPages(to, asking) })

interface Props<Row, Name extends string> {
  readonly list: List<Row, Name>
  readonly selection?: Selection | undefined
  /** Between the filters and the rows. */
  readonly above?: ReactNode
}

export function FilteredListing<Row extends { readonly id: number }, Name extends string>({
  list: { words, path, columns, nameOf, filters, bar, pages },
  selection,
  above,
}: Props<Row, Name>) {
  const { user } = useMe()
  return (
    <>
      {bar}
      {above}
      <Listing
        label={words.title}
        pages={pages}
        columns={user.role === 'reseller' ? columns.filter(({ key }) => key !== 'owner') : columns}
        nameOf={nameOf}
        hrefOf={({ id }) => `${path}/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
        selection={selection}
      />
    </>
  )
}

/** A whole page of it; what opens beside the list is its children. */
export function ListPage<Row extends { readonly id: number }, Name extends string>({
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
