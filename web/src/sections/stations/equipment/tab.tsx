import { Stack } from '@mantine/core'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../../parts/answered.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { AntennaDecision } from './antenna-decision.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { SiteLogPanel } from './site-log-panel.tsx'
import { SitePanel } from './site-panel.tsx'

export function EquipmentTab({ station }: { station: StationDetail }) {
  const asked = useAnswer(at('/stations/:id/equipment', { id: station.id }))
  return (
    <Answered asked={asked} quiet>
      {({ equipment, site, announced }) => (
        <Stack gap="md">
          {announced && <AntennaDecision station={station} announced={announced} />}
          <HistoryPanel station={station} kind="receiver" periods={equipment} />
          <HistoryPanel station={station} kind="antenna" periods={equipment} />
          <SitePanel station={station} site={site} />
          <SiteLogPanel station={station} />
        </Stack>
      )}
    </Answered>
  )
}
