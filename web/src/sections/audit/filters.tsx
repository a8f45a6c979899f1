import { TextInput } from '@mantine/core'
import { useLanguage } from '../../language.tsx'
import { choiceFilter, type Filter, searchFilter } from '../../parts/lists/filters.tsx'
import { dateText } from '../../parts/text/day-text.ts'
import { localeOf } from '../../parts/text/moment.tsx'
import { actionText, kindText } from './entry.ts'
import { useAuditWords } from './words.ts'

export type FilterName = 'actor' | 'action' | 'subjectKind' | 'subjectId' | 'from' | 'to'

const inOrder = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).sort(([, a], [, b]) => a.localeCompare(b)))

export function useAuditFilters(): Filter<FilterName>[] {
  const words = useAuditWords()
  const { language } = useLanguage()
  const said = (day: string) => dateText(day, localeOf(language)) ?? day
  return [
    searchFilter('actor', words.actor),
    { ...choiceFilter('action', words.action, inOrder(words.actions)), chip: (value) => actionText(words, value) },
    { ...choiceFilter('subjectKind', words.kind, inOrder(words.kinds)), chip: (value) => kindText(words, value) },
    dayFilter('from', words.from, (day) => words.since(said(day))),
    dayFilter('to', words.to, (day) => words.until(said(day))),
    // Set only by links from other pages.
    { name: 'subjectId', chip: (value) => `# ${value}` },
  ]
}

/** A whole day in Mexico City time. */
const dayFilter = (name: 'from' | 'to', label: string, chip: (day: string) => string): Filter<FilterName> => ({
  name,
  field: ({ values, set }) => (
    <TextInput
      key={name}
      type="date"
      aria-label={label}
      leftSection={label}
      leftSectionWidth={64}
      leftSectionProps={{ 'aria-hidden': true, style: { fontSize: 'var(--mantine-font-size-xs)' } }}
      value={values[name] ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value || null)}
      w={{ base: '100%', xs: 210 }}
    />
  ),
  chip,
})
