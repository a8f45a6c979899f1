// The first page: is the network up, who is connected, what needs somebody.
import { Stack } from '@mantine/core'
import { Page } from '../../parts/page.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useMay } from '../../session.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { FiguresRow } from './figures-row.tsx'
import { MapPanel } from './map-panel.tsx'
import classes from './network.module.css'
import { RoversPanel } from './rovers-panel.tsx'
import { StreamNotice } from './stream-notice.tsx'
import { useOverview } from './use-overview.ts'
import { useNetworkWords } from './words.ts'

export default function NetworkPage() {
  const words = useNetworkWords()
  const { live, overview, error, again } = useOverview()
  const seesRovers = useMay('credentials.read')
  if (!overview)
    return <Page title={words.title}>{error ? <ProblemPanel error={error} again={again} /> : <Waiting />}</Page>
  const { stations, rovers } = overview
  return (
    <Page title={words.title} hint={words.state(stations.online, stations.total, rovers.connected)}>
      <StreamNotice connected={live.connected} />
      <FiguresRow overview={overview} />
      <div className={classes.upper}>
        <MapPanel live={live} connected={rovers.connected} />
        <Stack gap="sm">
          <AttentionPanel overview={overview} />
          <ChangesPanel overview={overview} />
        </Stack>
      </div>
      {seesRovers && <RoversPanel />}
    </Page>
  )
}
