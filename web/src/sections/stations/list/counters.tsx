import { Button, Group } from '@mantine/core'
import type { ListedStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import type { Filters } from '../../../parts/lists/filters.tsx'
import type { Pages } from '../../../parts/lists/use-pages.ts'
import { type Status, StatusShape } from '../../../parts/marks/status-mark.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { useStationWords } from '../words.ts'

/** In reading order: what works, then what needs attention. */
const SHOWN = ['online', 'degraded', 'moved', 'offline', 'maintenance', 'unmeasured'] as const

interface Props {
  readonly pages: Pages<ListedStation>
  readonly filters: Filters<'status' | 'search' | 'archived' | 'upstreamId'>
}

/** "21 online · 2 degraded · 1 moved": each count filters the list; a second click shows all again. */
export function StationCounters({ pages: { counts }, filters }: Props) {
  const words = useStationWords()
  const { number } = useFigures()
  if (!counts) return null
  const chosen = filters.values.status
  const shown = SHOWN.filter((status) => (counts[status] ?? 0) > 0 || status === chosen)
  return (
    <Group gap={6} role="group" aria-label={words.countersLabel}>
      {shown.map((status) => (
        <Button
          key={status}
          size="compact-sm"
          radius="xl"
          variant={status === chosen ? 'light' : 'default'}
          aria-pressed={status === chosen}
          leftSection={<StatusShape status={shapeOf(status)} />}
          onClick={() => filters.set('status', status === chosen ? null : status)}
        >
          {words.counters[status](counts[status] ?? 0, number(counts[status] ?? 0))}
        </Button>
      ))}
    </Group>
  )
}

const shapeOf = (status: (typeof SHOWN)[number]): Status => (status === 'unmeasured' ? 'unknown' : status)
