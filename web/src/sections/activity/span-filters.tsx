// A period with minute precision, shown in Mexico City time and stored in the address as UTC.
import { TextInput } from '@mantine/core'
import { useLanguage } from '../../language.tsx'
import type { Filter } from '../../parts/lists/filters.tsx'
import { localeOf, NETWORK_ZONE } from '../../parts/text/moment.tsx'
import { HOUR_MS } from '../../parts/time-units.ts'
import { useActivityWords } from './words.ts'

/** Mexico City has had no daylight saving time since 2022. */
const ZONE_MS = 6 * HOUR_MS

/** Value of the field for a time; empty if the text is not a time. */
export function clockOf(moment: string | undefined): string {
  const time = Date.parse(moment ?? '')
  return Number.isNaN(time) ? '' : new Date(time - ZONE_MS).toISOString().slice(0, 16)
}

export function momentOf(clock: string): string | null {
  const time = Date.parse(`${clock}Z`)
  return Number.isNaN(time) ? null : new Date(time + ZONE_MS).toISOString()
}

export function useSpanFilters(): readonly Filter<'from' | 'to'>[] {
  const words = useActivityWords()
  const { language } = useLanguage()
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone: NETWORK_ZONE,
  })
  const said = (moment: string) => (clockOf(moment) === '' ? moment : format.format(new Date(moment)))
  const one = (name: 'from' | 'to', label: string, chip: (time: string) => string): Filter<'from' | 'to'> => ({
    name,
    field: ({ values, set }) => (
      <TextInput
        key={name}
        type="datetime-local"
        aria-label={label}
        leftSection={label}
        leftSectionWidth={64}
        leftSectionProps={{ 'aria-hidden': true, style: { fontSize: 'var(--mantine-font-size-xs)' } }}
        value={clockOf(values[name])}
        onChange={({ currentTarget }) => set(name, momentOf(currentTarget.value))}
        w={{ base: '100%', xs: 250 }}
      />
    ),
    chip: (value) => chip(said(value)),
  })
  return [one('from', words.from, words.since), one('to', words.to, words.until)]
}
