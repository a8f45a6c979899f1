import type { Station } from '../../../../../src/http/console/contract/stations/stations.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { SearchSelect, type SearchSelectProps, searchSelectFilter } from './search-select.tsx'

export function useStationNamed(id: number | null): Station | null {
  const options = { enabled: id !== null, staleTime: MINUTE_MS, retry: false }
  const { data } = useAnswer(at('/stations/:id', { id: id ?? 0 }), options)
  return id === null ? null : (data?.station ?? null)
}

export function StationSelect(props: SearchSelectProps) {
  const found = useStationNamed(props.value)
  const chosen = found && { ...found, week: [] }
  return <SearchSelect {...props} to="/stations" chosen={chosen} textOf={({ code, name }) => `${code} · ${name}`} />
}

function StationCode({ id }: { id: number }) {
  return useStationNamed(id)?.code ?? id
}

export const stationFilter = (label: string) => searchSelectFilter('stationId', label, StationSelect, StationCode)
