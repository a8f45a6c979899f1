// Chooses one of the stations, however many there are: the service looks for what is typed.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import type { Filters } from '../../parts/filters.tsx'

export interface StationChoice {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly mountpoint: string
}

const SHOWN = 20
const TYPING_MS = 250

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

interface Props {
  readonly label: string
  readonly value: number | null
  readonly onChange: (stationId: number | null) => void
  readonly description?: string
  readonly placeholder?: string
  readonly error?: string | undefined
  /** The label is heard and not seen, as of a filter. */
  readonly compact?: boolean
}

export function StationSelect({ label, value, onChange, compact = false, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed, TYPING_MS)
  const chosen = useStation(value)
  const query = { search: chosen && waited === textOf(chosen) ? '' : waited, limit: SHOWN }
  const { data } = useQuery({
    queryKey: ['/stations', query],
    queryFn: ({ signal }) => api.get<{ stations: StationChoice[] }>('/stations', query, signal),
    placeholderData: keepPreviousData,
  })
  const found = data?.stations ?? []
  const stations = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      {...(compact ? { 'aria-label': label, placeholder: label, w: { base: '100%', xs: 200 } } : { label })}
      {...rest}
      searchable
      clearable
      data={stations.map((station) => ({ value: String(station.id), label: textOf(station) }))}
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
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
