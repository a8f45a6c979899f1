import { Alert, Button, Group, Tabs } from '@mantine/core'
import { Link } from 'wouter'
import type { StationDetail, WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { useFilters } from '../../../parts/lists/filters.tsx'
import { Simulated, SimulatedNote } from '../../../parts/marks/simulated.tsx'
import { StationMark } from '../../../parts/marks/status-mark.tsx'
import { useMay } from '../../../session/session.tsx'
import { ArchiveTab } from '../archive/tab.tsx'
import { EquipmentTab } from '../equipment/tab.tsx'
import { HistoryTab } from '../health/history-tab.tsx'
import { PositionTab } from '../health/position/tab.tsx'
import { QualityTab } from '../health/quality/tab.tsx'
import { HealthTab } from '../health/tab.tsx'
import { HostsTab } from '../hosts/tab.tsx'
import { MountpointsOfStation } from '../mountpoints/of-station.tsx'
import { ForwardsTab } from '../source/forwards/tab.tsx'
import { SourceTab } from '../source/tab.tsx'
import { STATIONS_PATH, useStation } from '../use-station.ts'
import { useStationWords } from '../words.ts'
import { StationActions } from './actions.tsx'
import { AwaitData } from './await-data.tsx'
import { Concerns } from './concerns.tsx'
import { DataTab } from './data-tab.tsx'

const TABS = [
  'health',
  'quality',
  'position',
  'history',
  'archive',
  'source',
  'mountpoints',
  'forwards',
  'equipment',
  'hosts',
  'data',
] as const
type Tab = (typeof TABS)[number]

export function StationDrawer({ id }: { id: string }) {
  const asked = useStation(id)
  const station = asked.data?.station
  return (
    <DetailDrawer title={station ? `${station.code} · ${station.name}` : '…'} listPath={STATIONS_PATH}>
      <Answered asked={asked} quiet>
        {(answer) => <Opened answer={answer} />}
      </Answered>
    </DetailDrawer>
  )
}

/** The open tab is stored in the address. */
function Opened({ answer }: { answer: WholeStation }) {
  const words = useStationWords()
  const filters = useFilters(['tab'])
  const mayIssue = useMay('credentials.change')
  const { station, source } = answer
  const shown = TABS.filter((tab) => !['source', 'forwards', 'hosts'].includes(tab) || source !== null)
  const tab = shown.find((known) => known === filters.values.tab) ?? 'health'
  const contents: Record<Tab, React.ReactNode> = {
    health: <HealthTab answer={answer} />,
    quality: <QualityTab station={station} />,
    position: <PositionTab station={station} />,
    history: <HistoryTab answer={answer} />,
    archive: <ArchiveTab station={station} />,
    source: source && <SourceTab answer={answer} source={source} />,
    mountpoints: <MountpointsOfStation station={station} />,
    forwards: <ForwardsTab station={station} />,
    equipment: <EquipmentTab station={station} />,
    hosts: <HostsTab station={station} />,
    data: <DataTab station={station} />,
  }
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <StationMark station={station} />
          {station.simulated && <Simulated />}
        </Group>
        <StationActions answer={answer} />
      </Group>
      {station.archived && <Alert color="gray">{words.archivedNote}</Alert>}
      {station.simulated && <SimulatedNote text={words.simulatedNote} />}
      <Concerns answer={answer} />
      {!station.archived && station.isRtcm && !station.onDemand && (
        <AwaitData key={station.id} station={station}>
          {mayIssue && (
            <Button component={Link} href="/credentials/new?trial=1" size="compact-sm" variant="default">
              {words.issueTrial}
            </Button>
          )}
        </AwaitData>
      )}
      {!station.measured && !station.archived && station.status !== 'maintenance' && <Unmeasured station={station} />}
      <Tabs value={tab} onChange={(next) => filters.set('tab', next === 'health' ? null : next)} keepMounted={false}>
        <Tabs.List mb="md" aria-label={words.tabsLabel}>
          {shown.map((known) => (
            <Tabs.Tab key={known} value={known}>
              {words.tabs[known]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((known) => (
          <Tabs.Panel key={known} value={known}>
            {contents[known]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** Why there is no measurement, where waiting for data would not help. */
function Unmeasured({ station: { onDemand, isRtcm } }: { station: StationDetail }) {
  const words = useStationWords()
  if (!onDemand && isRtcm) return null
  return <Alert color="gray">{onDemand ? words.onDemandNote : words.notRtcmNote}</Alert>
}
