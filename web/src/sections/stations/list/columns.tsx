import { Tooltip } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { ListedStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import type { Column } from '../../../parts/lists/listing.tsx'
import { Simulated } from '../../../parts/marks/simulated.tsx'
import { StationMark } from '../../../parts/marks/status-mark.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useStationWords } from '../words.ts'
import { WeekBars } from './week-bars.tsx'

/** An icon with a tooltip, because the list has little room: the same icon as the page of upstream casters. */
function OnDemand() {
  const { onDemandShort } = useStationWords()
  return (
    <Tooltip label={onDemandShort}>
      <IconPlugConnected
        data-note
        size={14}
        role="img"
        aria-label={onDemandShort}
        style={{ verticalAlign: 'text-bottom' }}
      />
    </Tooltip>
  )
}

export function useColumns(): Column<ListedStation>[] {
  const words = useStationWords()
  const { number, percent } = useFigures()
  return [
    { key: 'code', title: words.code, sorted: true, cell: ({ code }) => code },
    {
      key: 'status',
      sorted: true,
      title: words.status,
      cell: (station) => <StationMark station={station} />,
    },
    {
      key: 'name',
      sorted: true,
      title: words.name,
      cell: ({ name, isRtcm, onDemand, simulated }) => (
        <>
          {isRtcm ? name : `${name} · ${words.notRtcmShort}`} {simulated && <Simulated />}
          {onDemand && <OnDemand />}
        </>
      ),
    },
    { key: 'week', behind: true, title: words.week, cell: ({ week }) => <WeekBars week={week} /> },
    {
      key: 'state',
      title: words.federalState,
      sorted: true,
      behind: true,
      cell: ({ federalState }) => federalState || '—',
    },
    {
      key: 'mountpoint',
      behind: true,
      sorted: true,
      title: words.mountpoint,
      cell: ({ mountpoint }) => <span className="code">{mountpoint}</span>,
    },
    {
      key: 'health',
      behind: true,
      sorted: true,
      title: words.health,
      number: true,
      cell: ({ healthPct }) => (healthPct === null ? '—' : percent(healthPct)),
    },
    {
      key: 'latency',
      behind: true,
      sorted: true,
      title: words.latency,
      number: true,
      cell: ({ latencyMs }) => (latencyMs === null ? '—' : `${number(latencyMs)} ms`),
    },
    {
      key: 'satellites',
      behind: true,
      sorted: true,
      title: words.satellites,
      number: true,
      cell: ({ satellites }) => (satellites === null ? '—' : number(satellites)),
    },
    {
      key: 'measured',
      behind: true,
      sorted: true,
      title: words.lastData,
      cell: ({ measuredAt }) => <Moment at={measuredAt} none={words.noData} />,
    },
  ]
}
