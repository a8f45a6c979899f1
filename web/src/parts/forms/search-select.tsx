// Chooses one of many rows, however many there are: the service looks for what is typed.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'

const SHOWN = 20
const TYPING_MS = 250

export interface SearchSelectProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly description?: string
  readonly placeholder?: string
  readonly error?: string | undefined
  readonly required?: boolean
  /** The label is heard and not seen, as of a filter. */
  readonly compact?: boolean
}

interface Source<Row> {
  /** The route of the list, and where its answer keeps the rows. */
  readonly path: string
  readonly field: string
  readonly chosen: Row | null
  readonly textOf: (row: Row) => string
}

export function SearchSelect<Row extends { readonly id: number }>({
  path,
  field,
  chosen,
  textOf,
  label,
  value,
  onChange,
  required = false,
  compact = false,
  ...rest
}: SearchSelectProps & Source<Row>) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed, TYPING_MS)
  // The name of the chosen one stands in the field; opened again, it offers the others too.
  const query = { search: chosen && waited === textOf(chosen) ? '' : waited, limit: SHOWN }
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get<Record<string, Row[]>>(path, query, signal),
    placeholderData: keepPreviousData,
  })
  const found = data?.[field] ?? []
  const rows = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      {...(compact ? { 'aria-label': label, placeholder: label, w: { base: '100%', xs: 220 } } : { label })}
      {...rest}
      required={required}
      searchable
      clearable={!required}
      data={rows.map((row) => ({ value: String(row.id), label: textOf(row) }))}
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
