import type { Group } from '../../../../../src/http/console/contract/stations/groups.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { SearchSelect, type SearchSelectProps, searchSelectFilter } from './search-select.tsx'

export function useGroupNamed(id: number | null): Group | null {
  const options = { enabled: id !== null, staleTime: MINUTE_MS, retry: false }
  const { data } = useAnswer(at('/groups/:id', { id: id ?? 0 }), options)
  return id === null ? null : (data?.group ?? null)
}

export function GroupSelect(props: SearchSelectProps) {
  const chosen = useGroupNamed(props.value)
  return <SearchSelect {...props} to="/groups" chosen={chosen} textOf={({ name }) => name} />
}

function GroupName({ id }: { id: number }) {
  return useGroupNamed(id)?.name ?? `#${id}`
}

export const groupFilter = (label: string) => searchSelectFilter('groupId', label, GroupSelect, GroupName)
