// Chooses one of any number of rows: the service searches for the typed text.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../../service/answers.ts'
import type { QueryFor } from '../../../service/api.ts'
import type { Filter, Filters } from '../../lists/filters.tsx'
import { type RowOf, rowsOf } from '../../lists/use-pages.ts'

export const SHOWN = 20
const TYPING_MS = 250

export interface SearchSelectProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly description?: string
  readonly placeholder?: string
  readonly error?: string | undefined
  readonly required?: boolean
  /** Makes the label visible to screen readers only, as in a filter bar. */
  readonly compact?: boolean
}

type Searched = '/owners' | '/stations' | '/groups'

type Row<To extends Searched> = RowOf<To> & { readonly id: number }

interface Source<To extends Searched> {
  readonly to: To
  readonly chosen: Row<To> | null
  readonly textOf: (row: Row<To>) => string
}

export function SearchSelect<To extends Searched>({
  to,
  chosen,
  textOf,
  label,
  value,
  onChange,
  required = false,
  compact = false,
  ...rest
}: SearchSelectProps & Source<To>) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed, TYPING_MS)
  // The field contains the name of the chosen row; opening it again must offer the other rows too.
  const query = { search: chosen && waited === textOf(chosen) ? '' : waited, limit: SHOWN } as QueryFor<'GET', To>
  const { data } = useAnswer(to, { query, placeholderData: keepPreviousData })
  const found = data ? (rowsOf<To>(data) as readonly Row<To>[]) : []
  const rows = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      {...(compact ? { 'aria-label': label, placeholder: label, w: { base: 'calc(50% - 4px)', xs: 220 } } : { label })}
      {...rest}
      required={required}
      searchable
      clearable={!required}
      allowDeselect={!required}
      data={rows.map((row) => ({ value: String(row.id), label: textOf(row) }))}
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}

export const searchSelectFilter = <Name extends string>(
  name: Name,
  label: string,
  Field: (props: SearchSelectProps) => ReactNode,
  Shown: (props: { id: number }) => ReactNode,
): Filter<Name> => ({
  name,
  field: ({ values, set }: Filters<Name>) => (
    <Field
      key={name}
      compact
      label={label}
      value={values[name] ? Number(values[name]) : null}
      onChange={(id) => set(name, id === null ? null : String(id))}
    />
  ),
  chip: (value) => <Shown id={Number(value)} />,
})
