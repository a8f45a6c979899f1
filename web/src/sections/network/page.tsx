// The start page: network status, connected rovers, conditions that need an operator.
import { Box } from '@mantine/core'
import { Page } from '../../parts/page.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useMay } from '../../session/session.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { useDashboardWords } from './dashboard-words.ts'
import { FiguresRow } from './figures-row.tsx'
import { FirstSteps } from './first-steps/panel.tsx'
import { MapPanel } from './map-panel.tsx'
import classes from './network.module.css'
import { RoversPanel } from './rovers-panel.tsx'
import { StreamNotice } from './stream-notice.tsx'
import { useOverview } from './use-overview.ts'
import { useNetworkWords } from './words.ts'

export default function NetworkPage() {
  const words = useNetworkWords()
  const dashboard = useDashboardWords()
  const { live, overview, error, again } = useOverview()
  const seesRovers = useMay('credentials.read')
  if (!overview)
    return <Page title={words.title}>{error ? <ProblemPanel error={error} again={again} /> : <Waiting />}</Page>
  const { stations, rovers } = overview
  return (
    <Page title={words.title} hint={words.state(stations.online, stations.total, rovers.connected)}>
      <StreamNotice connected={live.connected} />
      <FirstSteps />
      <FiguresRow overview={overview} />
      <div className={classes.upper}>
        <ActivityPanel />
        <Box className={classes.side ?? ''} role="region" aria-label={dashboard.news} tabIndex={0}>
          <AttentionPanel overview={overview} />
          <ChangesPanel overview={overview} />
        </Box>
      </div>
      <MapPanel live={live} connected={rovers.connected} />
      {seesRovers && <RoversPanel />}
    </Page>
  )
}
