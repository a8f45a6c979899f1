// The access of a credential: one station, a group of stations, or, with neither, the whole network.
import { useAnswer } from '../../service/answers.ts'
import { usePartWords } from '../../words/common.ts'
import { MINUTE_MS } from '../time-units.ts'
import { GroupSelect } from './select/group-select.tsx'
import type { SearchSelectProps } from './select/search-select.tsx'
import { StationSelect } from './select/station-select.tsx'

type Field = Pick<SearchSelectProps, 'value' | 'onChange' | 'error'>

export function AccessFields({
  station,
  group,
  label,
  description,
  placeholder,
}: {
  station: Field
  group: Field
  label: string
  description?: string
  placeholder: string
}) {
  const words = usePartWords()
  // The group field is hidden if there are no groups.
  const { data } = useAnswer('/groups', { query: { limit: 1 }, staleTime: MINUTE_MS })
  const hasGroups = (data?.groups.length ?? 0) > 0 || group.value !== null
  const choose = (field: Field, other: Field) => (id: number | null) => {
    field.onChange(id)
    if (id !== null && other.value !== null) other.onChange(null)
  }
  return (
    <>
      <StationSelect
        {...station}
        onChange={choose(station, group)}
        label={label}
        {...(description !== undefined && { description })}
        placeholder={group.value === null ? placeholder : ''}
      />
      {hasGroups && (
        <GroupSelect
          {...group}
          onChange={choose(group, station)}
          label={words.group}
          description={words.groupHint}
          placeholder={words.noGroup}
        />
      )}
    </>
  )
}
