import { Box } from '@mantine/core'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { type CalendarHour, daysOf } from './hours.ts'
import { useUtc } from './use-utc.ts'
import { useArchiveWords } from './words.ts'

/** The calendar by days, newest first, without those before the first recording. */
export function DayTable({ hours }: { hours: readonly CalendarHour[] }) {
  const words = useArchiveWords()
  const utc = useUtc()
  const { number, bytes } = useFigures()
  const rows = daysOf(hours).flatMap(({ day: some }) => {
    const count = (tone: CalendarHour['tone']) => some.filter((hour) => hour.tone === tone).length
    if (some.every(({ tone }) => tone === 'before' || tone === 'future')) return []
    const size = some.reduce((sum, hour) => sum + hour.bytes, 0)
    const cells = [
      utc.longDay(some[0]!.at),
      number(count('complete')),
      number(count('some')),
      number(count('missing')),
      bytes(size),
    ]
    return [{ key: some[0]!.at.getTime(), cells }]
  })
  return (
    <Box style={{ maxHeight: '20rem', overflow: 'auto' }}>
      <SimpleTable
        label={words.calendar}
        columns={[
          { title: words.day },
          { title: words.completeHours, number: true },
          { title: words.incompleteHours, number: true },
          { title: words.missingHours, number: true },
          { title: words.size, number: true },
        ]}
        rows={rows}
      />
    </Box>
  )
}
