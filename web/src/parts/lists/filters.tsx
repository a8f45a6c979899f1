// Search and filters. They live in the address, so that a view can be sent to a colleague and the way back leads to it.
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { usePartWords } from '../../words/common.ts'

const TYPING_MS = 250

export interface Filters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>
  set(name: Name, value: string | null): void
  clear(): void
  readonly any: boolean
}

/** The values of these parameters in the address. Whatever else stands there is left alone. */
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
    clear: () => change((next) => names.forEach((name) => void next.delete(name))),
    any: present.length > 0,
  }
}

export function SearchField<Name extends string>({
  filters,
  name,
  label,
}: {
  filters: Filters<Name>
  name: Name
  label: string
}) {
  const kept = filters.values[name] ?? ''
  const [typed, setTyped] = useState(kept)
  // A space at the end is not kept, but whoever types on needs it.
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

export interface Choice {
  readonly value: string
  readonly label: string
}

export function FilterSelect<Name extends string>({
  filters,
  name,
  label,
  choices,
}: {
  filters: Filters<Name>
  name: Name
  label: string
  choices: readonly Choice[]
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...choices]}
      value={filters.values[name] ?? null}
      onChange={(value) => filters.set(name, value)}
      clearable
      searchable={choices.length > 8}
      w={{ base: '100%', xs: 180 }}
    />
  )
}

/** What is filtered by, each with a way to take it off. */
export function FilterChips<Name extends string>({
  filters,
  textOf,
}: {
  filters: Filters<Name>
  textOf: (name: Name, value: string) => string
}) {
  const words = usePartWords()
  const entries = Object.entries(filters.values) as [Name, string][]
  if (entries.length === 0) return null
  return (
    <Group gap="xs">
      {entries.map(([name, value]) => (
        <Button
          key={name}
          size="compact-sm"
          radius="xl"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`${words.clear}: ${textOf(name, value)}`}
          onClick={() => filters.set(name, null)}
        >
          {textOf(name, value)}
        </Button>
      ))}
      {entries.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={filters.clear}>
          {words.clearAll}
        </Button>
      )}
    </Group>
  )
}
