import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ArchiveCalendar } from '../../../../../src/http/console/contract/stations/archive.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../../parts/answered.tsx'
import { LinkButton } from '../../../parts/buttons/link-button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { STATIONS_PATH } from '../use-station.ts'
import { Calendar } from './calendar.tsx'
import { DayTable } from './day-table.tsx'
import { DaysPanel } from './days-panel.tsx'
import { hoursOf } from './hours.ts'
import { OrderPanel } from './order-panel.tsx'
import { OrdersOfStation } from './orders/of-station.tsx'
import { RunsPanel } from './runs/panel.tsx'
import { useWindow } from './window.ts'
import { useArchiveWords } from './words.ts'

const REFRESHED_MS = 60_000

export function ArchiveTab({ station }: { station: StationDetail }) {
  const asked = useAnswer(at('/stations/:id/archive', { id: station.id }), { refetchInterval: REFRESHED_MS })
  return (
    <Answered asked={asked} quiet>
      {(calendar) =>
        calendar.firstAt === null ? <Nothing station={station} /> : <Recorded station={station} calendar={calendar} />
      }
    </Answered>
  )
}

function Nothing({ station }: { station: StationDetail }) {
  const words = useArchiveWords()
  return (
    <Stack gap="md">
      <Panel title={words.calendar}>
        <Text size="sm">{words.nothing}</Text>
        <Group>
          <LinkButton
            href={`${STATIONS_PATH}/${station.id}?tab=source`}
            icon={IconPlugConnected}
            text={words.toSource}
          />
        </Group>
      </Panel>
      <DaysPanel stationId={station.id} />
    </Stack>
  )
}

function Recorded({ station, calendar }: { station: StationDetail; calendar: ArchiveCalendar }) {
  const words = useArchiveWords()
  const hours = useMemo(() => hoursOf(calendar), [calendar])
  const window = useWindow(hours)
  const [asTable, setAsTable] = useState(false)
  return (
    <Stack gap="md">
      <Panel title={words.calendar}>
        <Hint>{words.hint}</Hint>
        <Calendar hours={hours} label={words.calendarLabel} selected={window.selected} onSelect={window.select} />
        <Box>
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-expanded={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? words.hideTable : words.asTable}
          </Anchor>
        </Box>
        {asTable && <DayTable hours={hours} />}
      </Panel>
      <OrderPanel stationId={station.id} window={window} />
      <OrdersOfStation stationId={station.id} />
      <RunsPanel stationId={station.id} window={window} />
      <DaysPanel stationId={station.id} />
    </Stack>
  )
}
