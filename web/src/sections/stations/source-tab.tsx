import { Stack } from '@mantine/core'
import { PullPanel } from './pull-panel.tsx'
import { PushPanel } from './push-panel.tsx'
import type { Source, StationDetail } from './types.ts'

/** Where its stream comes from. */
export function SourceTab({ station, source }: { station: StationDetail; source: Source }) {
  return (
    <Stack gap="md">
      <PushPanel station={station} source={source} />
      <PullPanel station={station} source={source} />
    </Stack>
  )
}
