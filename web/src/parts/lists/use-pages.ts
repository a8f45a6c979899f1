// A list that the service pages: the rows so far, and a way to more. Old rows stay while new ones come.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api, type Query } from '../../api.ts'

export interface Pages<Row> {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  /** New rows are on their way; those shown belong to the question before. */
  readonly isOld: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  more(): void
  again(): void
}

/** `field` is where the answer keeps its rows: `{ ok, tokens: [...], nextCursor }`. The key begins with the path: invalidate by it. */
export function usePages<Row>(
  path: string,
  field: string,
  query: Query = {},
  options: { readonly enabled?: boolean; readonly everyMs?: number } = {},
): Pages<Row> {
  const found = useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<{ nextCursor: string | null } & Record<string, Row[]>>(path, { ...query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    refetchInterval: options.everyMs ?? false,
  })
  return {
    rows: found.data?.pages.flatMap((page) => page[field] ?? []) ?? [],
    isPending: found.isPending,
    isOld: found.isPlaceholderData,
    error: found.error,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    more: () => void found.fetchNextPage(),
    again: () => void found.refetch(),
  }
}
