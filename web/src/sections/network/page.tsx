// The start page: the live map with what needs attention, key figures, charts, connected rovers.
import { Box } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import { LinkButton } from '../../parts/buttons/link-button.tsx'
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
import { MapPanel } from './map/panel.tsx'
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
  // Without a station there is nothing to show on a map or in a chart.
  if (stations.total === 0)
    return (
      <Page title={words.title} hint={words.noStations}>
        <StreamNotice connected={live.connected} />
        <FirstSteps />
        <AttentionPanel overview={overview} />
      </Page>
    )
  return (
    <Page
      title={words.title}
      hint={words.state(stations.online, stations.total, rovers.connected)}
      actions={<LinkButton href="/wall" icon={IconMaximize} text={words.wall} size="xs" visibleFrom="sm" />}
    >
      <StreamNotice connected={live.connected} />
      <FirstSteps />
      <MapPanel live={live} connected={rovers.connected}>
        <AttentionPanel overview={overview} />
      </MapPanel>
      <FiguresRow overview={overview} />
      <div className={classes.lower}>
        <ActivityPanel />
        <Box className={classes.side ?? ''} role="region" aria-label={dashboard.news} tabIndex={0}>
          <ChangesPanel overview={overview} />
        </Box>
      </div>
      {seesRovers && <RoversPanel />}
    </Page>
  )
}
