// Search and filters. They are stored in the address, so that a view can be shared and the back button works.
import { Button, Group, MantineThemeProvider, Popover, Select, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { usePartWords } from '../../words/common.ts'
import classes from './listing.module.css'
import { useListWords } from './words.ts'

const TYPING_MS = 250

export interface Filters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>
  set(name: Name, value: string | null): void
  /** Sets several filters in one step; `null` removes a filter. */
  setAll(values: Readonly<Partial<Record<Name, string | null>>>): void
  clear(): void
  readonly any: boolean
}

/** The values of these address parameters. Other parameters are not changed. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const present = names.filter((name) => params.get(name))
  const change = (edit: (next: URLSearchParams) => void) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        edit(next)
        return next
      },
      { replace: true },
    )
  return {
    values: Object.fromEntries(present.map((name) => [name, params.get(name)!])) as Partial<Record<Name, string>>,
    set: (name, value) => change((next) => (value ? next.set(name, value) : next.delete(name))),
    setAll: (values) =>
      change((next) => {
        for (const name of names) {
          const value = values[name]
          if (value) next.set(name, value)
          else if (value === null) next.delete(name)
        }
      }),
    clear: () => change((next) => names.forEach((name) => void next.delete(name))),
    any: present.length > 0,
  }
}

interface FilterProps<Name extends string> {
  readonly filters: Filters<Name>
  readonly name: Name
  readonly label: string
}

function SearchField<Name extends string>({ filters, name, label }: FilterProps<Name>) {
  const kept = filters.values[name] ?? ''
  const [typed, setTyped] = useState(kept)
  // A trailing space is not stored, but must stay in the field while the user types.
  useEffect(() => setTyped((typed) => (typed.trim() === kept ? typed : kept)), [kept])
  const keep = useDebouncedCallback((text: string) => filters.set(name, text.trim() || null), TYPING_MS)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        keep(currentTarget.value)
      }}
      style={{ flex: '1 1 16rem' }}
    />
  )
}

/** One filter of a list: the field that sets it, if any, and the text of its value. */
export interface Filter<Name extends string> {
  readonly name: Name
  readonly field?: (filters: Filters<Name>) => ReactNode
  /** `null` if the value is shown elsewhere, as by a counter. */
  readonly chip: (value: string) => ReactNode
  /** Stays visible if the other fields are behind the Filter button. */
  readonly isSearch?: boolean
}

export const searchFilter = <Name extends string>(
  name: Name,
  label: string,
  chip: (value: string) => string = (value) => value,
): Filter<Name> => ({
  name,
  isSearch: true,
  field: (filters) => <SearchField key={name} filters={filters} name={name} label={label} />,
  chip,
})

export const choiceFilter = <Name extends string>(
  name: Name,
  label: string,
  words: Readonly<Record<string, string>>,
): Filter<Name> => ({
  name,
  field: ({ values, set }) => (
    <Select
      key={name}
      aria-label={label}
      placeholder={label}
      data={choicesOf(words)}
      value={values[name] ?? null}
      onChange={(value) => set(name, value)}
      clearable
      searchable={Object.keys(words).length > 8}
      w={{ base: 'calc(50% - 4px)', xs: 180 }}
    />
  ),
  chip: (value) => words[value] ?? value,
})

/** Options for a `Select`, in the order of the dictionary. */
export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** The filter fields, and a removable chip for each active filter. `folded`: fields are behind one Filter button. */
export function FilterBar<Name extends string>({
  filters,
  of,
  folded = false,
}: {
  filters: Filters<Name>
  of: readonly Filter<Name>[]
  folded?: boolean
}) {
  const words = usePartWords()
  const chips = of.flatMap(({ name, chip }) => {
    const value = filters.values[name]
    const text = value === undefined ? null : chip(value)
    return text === null ? [] : [{ name, text }]
  })
  return (
    <>
      <Group gap="xs" align="flex-end" wrap={folded ? 'nowrap' : 'wrap'}>
        {of.filter(({ isSearch }) => isSearch || !folded).map(({ field }) => field?.(filters))}
        {folded && <FilterButton filters={filters} of={of.filter(({ isSearch }) => !isSearch)} />}
      </Group>
      {chips.length > 0 && (
        <Group gap="xs">
          {chips.map(({ name, text }) => (
            <Button
              key={name}
              size="compact-sm"
              radius="xl"
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              onClick={() => filters.set(name, null)}
            >
              <VisuallyHidden>{words.clear}: </VisuallyHidden>
              {text}
            </Button>
          ))}
          {chips.length > 1 && (
            <Button size="compact-sm" variant="subtle" onClick={filters.clear}>
              {words.clearAll}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

/** Options open inside the popover, because a click outside closes it. */
const INSIDE = { components: { Select: { defaultProps: { comboboxProps: { withinPortal: false } } } } }

function FilterButton<Name extends string>({ filters, of }: { filters: Filters<Name>; of: readonly Filter<Name>[] }) {
  const words = useListWords()
  return (
    <Popover position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} style={{ flexShrink: 0 }}>
          {words.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.filter}>
        <MantineThemeProvider theme={INSIDE}>
          <Stack gap="xs" className={classes.fields ?? ''}>
            {of.map(({ field }) => field?.(filters))}
          </Stack>
        </MantineThemeProvider>
      </Popover.Dropdown>
    </Popover>
  )
}
