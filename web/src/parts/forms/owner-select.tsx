// Chooses one of the owners.
import type { Owner } from '../../../../src/console/contract/people.ts'
import { useAnswer } from '../../answers.ts'
import { at } from '../../api.ts'
import { useMe } from '../../session.tsx'
import { SearchSelect, type SearchSelectProps, searchSelectFilter } from './search-select.tsx'

/** For showing the name of an owner that only an address names. */
export function useOwner(id: number | null): Owner | null {
  const options = { enabled: id !== null, staleTime: 60_000, retry: false }
  const { data } = useAnswer(at('/owners/:id', { id: id ?? 0 }), options)
  return id === null ? null : (data?.owner ?? null)
}

/** A reseller has one owner, and no choice. */
export function OwnerSelect(props: SearchSelectProps) {
  const { user } = useMe()
  const chosen = useOwner(props.value)
  if (user.role === 'reseller') return null
  return <SearchSelect {...props} to="/owners" chosen={chosen} textOf={({ name }) => name} />
}

function OwnerName({ id }: { id: number }) {
  return useOwner(id)?.name ?? id
}

export const ownerFilter = (label: string) => searchSelectFilter('ownerId', label, OwnerSelect, OwnerName)
