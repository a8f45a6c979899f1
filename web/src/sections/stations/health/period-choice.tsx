import { SegmentedControl } from '@mantine/core'
import { useStationWords } from '../words.ts'
import { PERIODS, type Period } from './use-series.ts'

export function PeriodChoice({ period, onChange }: { period: Period; onChange: (next: string) => void }) {
  const words = useStationWords()
  return (
    <SegmentedControl
      aria-label={words.period}
      size="xs"
      value={period}
      onChange={onChange}
      data={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
      style={{ alignSelf: 'flex-start' }}
    />
  )
}
