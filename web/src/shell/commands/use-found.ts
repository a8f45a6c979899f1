// What the service finds for the typed text, and the objects opened last.
import { useQueries } from '@tanstack/react-query'
import { customerPath } from '../../sections/credentials/customers/path.ts'
import { keyOf, useAnswer } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { matching } from './matching.ts'
import type { ObjectCommand, useObjectCommands } from './objects.tsx'
import { recentFirst } from './recent.ts'
import type { TypedCommand } from './verbs.ts'

const LEAST_LETTERS = 2
export const FOUND = 6

type Commands = ReturnType<typeof useObjectCommands>

export function useFound({ verb, name: wanted }: TypedCommand, recent: readonly string[], commands: Commands) {
  const enabled = wanted.length >= LEAST_LETTERS
  const seesCredentials = useMay('credentials.read')
  const stations = useAnswer('/stations', { query: { search: wanted, limit: FOUND }, enabled })
  const credentials = useAnswer('/credentials', {
    query: { q: wanted, limit: FOUND },
    enabled: enabled && seesCredentials,
  })
  const stationRows = (enabled && stations.data?.stations) || []
  const rows = (enabled && credentials.data?.credentials) || []
  // Only customers whose name matches: other rows matched by station or user name.
  const byPath = new Map(
    rows.flatMap((row) => (row.customerName === null ? [] : [[customerPath(row.ownerId, row), row.customerName]])),
  )
  const named = matching(
    [...byPath].map(([path, label]) => ({ path, label })),
    wanted,
  )
  return {
    isSearching: enabled && (stations.isFetching || credentials.isFetching),
    verbs: verb
      ? [
          ...stationRows.flatMap((station) => commands.stationVerb(verb, station)),
          ...rows.flatMap((credential) => commands.credentialVerb(verb, credential)),
        ]
      : [],
    stations: recentFirst(stationRows.map(commands.openStation), recent),
    customers: recentFirst(
      named.map(({ path, label }) => commands.openCustomer(path, label)),
      recent,
    ),
    credentials: recentFirst(rows.map(commands.openCredential), recent),
  }
}

/** The objects opened last, with their current state. Those that no longer exist are left out. */
export function useRecentObjects(recent: readonly string[], commands: Commands): ObjectCommand[] {
  return useQueries({
    queries: recent.map((path) => {
      const [, kind, id = ''] = path.split('/')
      return {
        queryKey: keyOf(path),
        retry: false,
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          kind === 'stations'
            ? await api.get(at('/stations/:id', { id }), undefined, signal)
            : await api.get(at('/credentials/:id', { id }), undefined, signal),
        enabled: kind !== 'customers',
      }
    }),
    combine: (asked) =>
      recent.flatMap((path, place) => {
        if (path.startsWith('/customers/')) return [commands.openCustomer(path)]
        const { data } = asked[place]!
        if (!data) return []
        return 'station' in data ? [commands.openStation(data.station)] : [commands.openCredential(data.credential)]
      }),
  })
}
