// Chooses one of the owners, however many there are: the service looks for what is typed.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { useMe } from '../session.tsx'
import type { Filters } from './filters.tsx'

export interface OwnerChoice {
  readonly id: number
  readonly name: string
}

const SHOWN = 20
const TYPING_MS = 250

/** For showing the name of an owner that only an address names. */
export function useOwner(id: number | null): OwnerChoice | null {
  const found = useQuery({
    queryKey: ['/owners', id],
    queryFn: ({ signal }) => api.get<{ owner: OwnerChoice }>(`/owners/${id}`, {}, signal),
    enabled: id !== null,
    staleTime: 60_000,
    retry: false,
  })
  return id === null ? null : (found.data?.owner ?? null)
}

function useOwners(search: string): readonly OwnerChoice[] {
  const query = { search, limit: SHOWN }
  const found = useQuery({
    queryKey: ['/owners', query],
    queryFn: ({ signal }) => api.get<{ owners: OwnerChoice[] }>('/owners', query, signal),
    placeholderData: keepPreviousData,
  })
  return found.data?.owners ?? []
}

interface Props {
  readonly label: string
  readonly value: number | null
  readonly onChange: (ownerId: number | null) => void
  readonly error?: string | undefined
  readonly required?: boolean
  /** The label is heard and not seen, as of a filter. */
  readonly compact?: boolean
}

/** A reseller has one owner, and no choice. */
export function OwnerSelect({ label, value, onChange, error, required = false, compact = false }: Props) {
  const { user } = useMe()
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed, TYPING_MS)
  const chosen = useOwner(value)
  // The name of the chosen one stands in the field; opened again, it offers the others too.
  const found = useOwners(waited === chosen?.name ? '' : waited)
  if (user.role === 'reseller') return null
  const owners = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      {...(compact ? { 'aria-label': label, placeholder: label, w: { base: '100%', xs: 220 } } : { label })}
      error={error}
      required={required}
      searchable
      clearable={!required}
      data={owners.map(({ id, name }) => ({ value: String(id), label: name }))}
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}

/** The filter `ownerId` of a list. */
export function OwnerFilter<Name extends string>({
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
    <OwnerSelect
      compact
      label={label}
      value={value ? Number(value) : null}
      onChange={(id) => filters.set(name, id === null ? null : String(id))}
    />
  )
}
