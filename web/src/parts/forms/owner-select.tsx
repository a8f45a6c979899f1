// Chooses one of the owners.
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useMe } from '../../session.tsx'
import type { Filters } from '../lists/filters.tsx'
import { SearchSelect, type SearchSelectProps } from './search-select.tsx'

export interface OwnerChoice {
  readonly id: number
  readonly name: string
}

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

/** A reseller has one owner, and no choice. */
export function OwnerSelect(props: SearchSelectProps) {
  const { user } = useMe()
  const chosen = useOwner(props.value)
  if (user.role === 'reseller') return null
  return <SearchSelect {...props} path="/owners" field="owners" chosen={chosen} textOf={nameOf} />
}

const nameOf = ({ name }: OwnerChoice) => name

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
