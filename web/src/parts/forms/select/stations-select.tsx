import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnswer } from '../../../service/answers.ts'
import { useLive } from '../../../service/live.ts'

const SHOWN = 20
const TYPING_MS = 250

interface Props {
  readonly label: string
  readonly description?: string
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
  readonly error?: string | undefined
  /** Stations that are already selected, for their names. */
  readonly known?: readonly { readonly id: number; readonly code: string; readonly name: string }[]
}

export function StationsSelect({ value, onChange, known = [], ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed, TYPING_MS)
  const { data } = useAnswer('/stations', {
    query: { search: waited, limit: SHOWN },
    placeholderData: keepPreviousData,
  })
  // Selected stations keep their name when the search text changes.
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(
    () => new Map(known.map(({ id, code, name }) => [String(id), `${code} · ${name}`])),
  )
  const { stations } = useLive()
  const nameOf = (id: string) => {
    const station = stations?.get(Number(id))
    return named.get(id) ?? (station ? `${station.code} · ${station.name}` : id)
  }
  const found = (data?.stations ?? []).map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }))
  const others = value
    .map(String)
    .filter((id) => !found.some((option) => option.value === id))
    .map((id) => ({ value: id, label: nameOf(id) }))
  return (
    <MultiSelect
      {...rest}
      searchable
      clearable
      hidePickedOptions
      data={[...others, ...found]}
      filter={({ options }) => options}
      value={value.map(String)}
      onChange={(ids) => {
        setNamed(new Map([...named, ...found.map(({ value, label }) => [value, label] as const)]))
        onChange(ids.map(Number))
      }}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
