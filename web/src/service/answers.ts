// Caches the service's responses by address, and reloads them after changes.
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Address, type Answer, api, type Filled, type QueryFor } from './api.ts'

/** One key element per path segment: invalidating `/tokens` invalidates `/tokens/7` too. */
export const keyOf = (to: string, query?: object): readonly unknown[] => [
  ...to.split('/').slice(1),
  ...(query ? [query] : []),
]

type Options<To extends Address<'GET'>> = Omit<
  UseQueryOptions<Answer<'GET', To>, Error, Answer<'GET', To>, readonly unknown[]>,
  'queryKey' | 'queryFn'
> & { readonly query?: QueryFor<'GET', To> }

export const useAnswer = <To extends Address<'GET'>>(to: To, { query, ...options }: Options<To> = {}) =>
  useQuery({
    queryKey: keyOf(to, query),
    queryFn: ({ signal }) => api.get(to, query, signal),
    ...options,
  })

/** Reloads these addresses and everything below them. */
export function useRenew(): (...paths: (Address<'GET'> | Filled<string>)[]) => Promise<void> {
  const queries = useQueryClient()
  return async (...paths) => {
    await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: keyOf(path) })))
  }
}
