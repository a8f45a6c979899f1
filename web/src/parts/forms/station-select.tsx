// Chooses one of the stations.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Filters } from '../lists/filters.tsx'
import { SearchSelect, type SearchSelectProps } from './search-select.tsx'

export interface StationChoice {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly mountpoint: string
}

const textOf = ({ code, name }: StationChoice) => `${code} · ${name}`

/** For showing a station that only an address, or a form, names. */
export function useStation(id: number | null): StationChoice | null {
  const found = useQuery({
    queryKey: ['/stations', id, 'name'],
    queryFn: ({ signal }) => api.get<{ station: StationChoice }>(`/stations/${id}`, {}, signal),
    enabled: id !== null,
    staleTime: 60_000,
    retry: false,
  })
  return id === null ? null : (found.data?.station ?? null)
}

export function StationSelect(props: SearchSelectProps) {
  const chosen = useStation(props.value)
  return <SearchSelect {...props} path="/stations" field="stations" chosen={chosen} textOf={textOf} />
}

/** The filter `stationId` of a list. */
export function StationFilter<Name extends string>({
  filters,
  name,
  label,
}: {
  filters: Filters<Name>
  name: Name
  label: string
}) {
  const value = filters.values[name]
  return (
    <StationSelect
      compact
      label={label}
      value={value ? Number(value) : null}
      onChange={(id) => filters.set(name, id === null ? null : String(id))}
    />
  )
}
