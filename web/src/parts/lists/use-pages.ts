// A paged list: the rows loaded so far, and a function that loads more. Old rows stay visible while new ones load.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { keyOf } from '../../service/answers.ts'
import { type Address, type Answer, api, type QueryFor } from '../../service/api.ts'

export interface Pages<Row> {
  readonly rows: readonly Row[]
  /** `null` if the service does not count the rows. */
  readonly total: number | null
  /** The service stopped counting at `total`. */
  readonly totalIsMore?: boolean
  /** Rows by state, whatever state the filter asks for; `null` if the service does not count them. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly isPending: boolean
  /** True while the shown rows belong to the previous query. */
  readonly isOld: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  more(): void
  again(): void
}

/** A response contains one list, named after its rows: `{ ok, tokens: [...], nextCursor }`. */
type RowsOf<Found> = Extract<Found[keyof Found], readonly unknown[]>
export type RowOf<To extends Address<'GET'>> = RowsOf<Answer<'GET', To>>[number]

export const rowsOf = <To extends Address<'GET'>>(answer: Answer<'GET', To>): readonly RowOf<To>[] =>
  (Object.values(answer).find(Array.isArray) as readonly RowOf<To>[] | undefined) ?? []

/** Addresses that return a page and accept its cursor. */
export type Listed = {
  [To in Address<'GET'>]: Answer<'GET', To> extends { readonly nextCursor: string | null } ? To : never
}[Address<'GET'>]

export function usePages<To extends Listed>(
  to: To,
  query?: QueryFor<'GET', To>,
  options: { readonly everyMs?: number | undefined } = {},
): Pages<RowOf<To>> {
  const found = useInfiniteQuery({
    queryKey: keyOf(to, query ?? {}),
    queryFn: ({ pageParam, signal }) =>
      api.get(to, { ...query, cursor: pageParam } as QueryFor<'GET', To>, signal) as Promise<
        Answer<'GET', To> & { readonly nextCursor: string | null }
      >,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: options.everyMs ?? false,
  })
  return {
    rows: withoutRepeats(found.data?.pages.flatMap((page) => rowsOf<To>(page)) ?? []),
    ...countedIn(found.data?.pages[0]),
    isPending: found.isPending,
    isOld: found.isPlaceholderData,
    error: found.error,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    more: () => void found.fetchNextPage(),
    again: () => void found.refetch(),
  }
}

/** A row can move to a later page, or be on the first page because of a problem. */
function withoutRepeats<Row>(rows: readonly Row[]): readonly Row[] {
  const known = new Set<unknown>()
  return rows.filter((row) => {
    const { id } = row as { id?: unknown }
    const isNew = id === undefined || !known.has(id)
    known.add(id)
    return isNew
  })
}

const countedIn = (answer: object | undefined): Pick<Pages<unknown>, 'total' | 'counts'> => {
  const { total = null, counts = null } = (answer ?? {}) as Partial<Pick<Pages<unknown>, 'total' | 'counts'>>
  return { total, counts }
}
