import { Alert, Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLanguage } from '../../language.tsx'
import { hasHistory } from '../../parts/figures/uptime-tone.ts'
import { type Status, StatusShape, shownStatus } from '../../parts/marks/status-mark.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { Moment, NETWORK_ZONE } from '../../parts/text/moment.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import classes from '../frame.module.css'
import { Frame } from '../frame.tsx'
import { type NetworkState, useNetworkState, usePublicWords } from '../state.ts'
import { BadgePanel } from './badge.tsx'
import { Incidents, isOver } from './incidents.tsx'
import { PROBLEMS_FIRST, StationList } from './station-list.tsx'
import { SubscriptionForm } from './subscription.tsx'

const StatusMap = lazy(() => import('./status-map.tsx'))

export function StatusPage() {
  const words = usePublicWords()
  const { data: state, error, refetch } = useNetworkState()
  return (
    <Frame network={state?.network} title={words.state}>
      <Stack gap="lg">
        {error && <ProblemPanel error={error} again={refetch} />}
        {state ? <State state={state} /> : !error && <Waiting />}
      </Stack>
    </Frame>
  )
}

function State({ state }: { state: NetworkState }) {
  const words = usePublicWords()
  const { language } = useLanguage()
  const { stations, at } = state
  return (
    <>
      <Title order={1} size="h2">
        {words.state}
      </Title>
      <Verdict state={state} />
      <Ionosphere ionosphere={state.ionosphere} />
      <Stack gap="xs">
        {stations.some(({ days }) => hasHistory(days)) && <UptimeFigures uptime={state.uptime} />}
        <Hint>
          {words.updated} <Moment at={at} />. {words.every}{' '}
          <Anchor href={`/status/feed.atom?language=${language}`} inherit underline="always">
            {words.feed}
          </Anchor>
        </Hint>
      </Stack>
      <Incidents incidents={state.incidents} />
      {stations.length > 0 && (
        <>
          <Box h={{ base: 280, sm: 380 }}>
            <Suspense fallback={<Waiting />}>
              <StatusMap stations={stations} />
            </Suspense>
          </Box>
          <StationList stations={stations} />
        </>
      )}
      {state.subscribable && <SubscriptionForm />}
      <BadgePanel />
    </>
  )
}

/** Only when rovers notice it. */
function Ionosphere({ ionosphere }: Pick<NetworkState, 'ionosphere'>) {
  const words = usePublicWords()
  if (ionosphere?.class !== 'high' && ionosphere?.class !== 'very_high') return null
  const { [ionosphere.class]: expected } = words.ionosphere
  return (
    <Alert color="orange" styles={{ message: { color: 'var(--mantine-color-text)' } }}>
      {expected(words.ionosphere.parts[partOfDay(ionosphere.at)])}
    </Alert>
  )
}

/** In the zone of the network. */
function partOfDay(at: string): 'night' | 'morning' | 'afternoon' | 'evening' {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: NETWORK_ZONE })
  const hour = Number(format.format(new Date(at)))
  if (hour < 5) return 'night'
  return hour < 12 ? 'morning' : hour < 19 ? 'afternoon' : 'evening'
}

function UptimeFigures({ uptime: { days30, days60 } }: Pick<NetworkState, 'uptime'>) {
  const words = usePublicWords()
  const { percent } = useFigures()
  if (days60 === null) return null
  return (
    <Text size="sm">{words.networkUptime(days30 === null ? words.notMeasured : percent(days30), percent(days60))}</Text>
  )
}

type Verdict = NetworkState['verdict'] | 'incident'

const MARKS: Record<Verdict, { readonly tone: string; readonly icon: typeof IconCircleCheck }> = {
  up: { tone: 'good', icon: IconCircleCheck },
  partly: { tone: 'poor', icon: IconAlertTriangle },
  incident: { tone: 'poor', icon: IconAlertTriangle },
  down: { tone: 'bad', icon: IconCircleX },
  not_measured: { tone: 'unknown', icon: IconCircleDashed },
}

/** The state of the network in one line, before everything else. */
function Verdict({ state }: { state: NetworkState }) {
  const words = usePublicWords()
  const verdict = verdictIn(state)
  const { tone, icon: Icon } = MARKS[verdict]
  return (
    <section className={classes.verdict} data-tone={tone} aria-label={words.state}>
      <Icon size={36} aria-hidden />
      <Stack gap={4}>
        <Text size="xl" fw={700} lh={1.25}>
          {words.verdicts[verdict]}
        </Text>
        <Text size="sm">{useDetail(state)}</Text>
        <Counts state={state} />
      </Stack>
    </section>
  )
}

/** An open incident outweighs measurements that look good. */
function verdictIn({ verdict: measured, incidents }: NetworkState): Verdict {
  const hasIncident = incidents.some((incident) => !isOver(incident) && incident.impact !== 'maintenance')
  return hasIncident && (measured === 'up' || measured === 'not_measured') ? 'incident' : measured
}

function Counts({ state: { stations } }: { state: NetworkState }) {
  const words = usePublicWords()
  const counts = new Map<Status, number>()
  for (const station of stations) counts.set(shownStatus(station), (counts.get(shownStatus(station)) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <Group gap="md" component="section" aria-label={words.counts}>
      {PROBLEMS_FIRST.filter((status) => counts.has(status)).map((status) => (
        <Group key={status} gap={6} wrap="nowrap">
          <StatusShape status={status} />
          <Text size="sm" fw={600}>
            {words.counted[status](counts.get(status)!)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

function useDetail({ stations }: NetworkState): string {
  const words = usePublicWords()
  if (stations.length === 0) return words.noStations
  const bad = stations.filter((station) => ['degraded', 'offline'].includes(shownStatus(station))).length
  if (bad > 0) return words.someBad(bad, stations.length)
  const unmeasured = stations.filter((station) => shownStatus(station) === 'unknown').length
  if (unmeasured === stations.length) return words.noneMeasured
  return unmeasured === 0 ? words.allGood : words.someUnmeasured(unmeasured)
}
