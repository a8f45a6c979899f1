import { Stack } from '@mantine/core'
import type { Source, StationDetail } from '../../../../../src/console/contract/stations.ts'
import { PullPanel } from './pull-panel.tsx'
import { PushPanel } from './push-panel.tsx'

/** Where its stream comes from. */
export function SourceTab({ station, source }: { station: StationDetail; source: Source }) {
  return (
    <Stack gap="md">
      <PushPanel station={station} source={source} />
      <PullPanel station={station} source={source} />
    </Stack>
  )
}
