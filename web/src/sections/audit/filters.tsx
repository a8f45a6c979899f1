import { Group, TextInput } from '@mantine/core'
import { FilterChips, FilterSelect, type Filters, SearchField } from '../../parts/lists/filters.tsx'
import { actionText, kindText } from './entry.ts'
import { useAuditWords } from './words.ts'

export const FILTERS = ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to'] as const
export type FilterName = (typeof FILTERS)[number]

export function AuditFilters({ filters }: { filters: Filters<FilterName> }) {
  const words = useAuditWords()
  const choices = (known: Readonly<Record<string, string>>) =>
    Object.entries(known)
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <>
      <Group gap="xs" align="flex-end">
        <SearchField filters={filters} name="actor" label={words.actor} />
        <FilterSelect filters={filters} name="action" label={words.action} choices={choices(words.actions)} />
        <FilterSelect filters={filters} name="subjectKind" label={words.kind} choices={choices(words.kinds)} />
        <DayFilter filters={filters} name="from" label={words.from} />
        <DayFilter filters={filters} name="to" label={words.to} />
      </Group>
      <FilterChips filters={filters} textOf={textOf} />
    </>
  )

  function textOf(name: FilterName, value: string): string {
    if (name === 'action') return actionText(words, value)
    if (name === 'subjectKind') return kindText(words, value)
    if (name === 'subjectId') return `# ${value}`
    if (name === 'from') return words.since(value)
    return name === 'to' ? words.until(value) : value
  }
}

/** A whole day, of Mexico City. */
function DayFilter({ filters, name, label }: { filters: Filters<FilterName>; name: 'from' | 'to'; label: string }) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={label}
      leftSectionWidth={64}
      leftSectionProps={{ 'aria-hidden': true, style: { fontSize: 'var(--mantine-font-size-xs)' } }}
      value={filters.values[name] ?? ''}
      onChange={({ currentTarget }) => filters.set(name, currentTarget.value || null)}
      w={{ base: '100%', xs: 210 }}
    />
  )
}
