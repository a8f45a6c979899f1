// What the service answered, remembered by the address that was asked, and asked again when something was changed there.
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Address, type Answer, api, type Filled, type QueryFor } from './api.ts'

/** By the steps of the address: whoever renews `/tokens` renews `/tokens/7` with it. */
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

/** Asks again for what is shown of these addresses and of what lies below them. */
export function useRenew(): (...paths: (Address<'GET'> | Filled<string>)[]) => Promise<void> {
  const queries = useQueryClient()
  return async (...paths) => {
    await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: keyOf(path) })))
  }
}
