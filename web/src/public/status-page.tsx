import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type Status, StatusMark, shownStatus } from '../parts/marks/status-mark.tsx'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { useFigures } from '../parts/text/figures.ts'
import { Moment } from '../parts/text/moment.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { BadgePanel } from './badge.tsx'
import { Frame } from './frame.tsx'
import { Incidents } from './incidents.tsx'
import { type NetworkState, useNetworkState, usePublicWords } from './state.ts'
import { StationList } from './station-list.tsx'
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
  const { stations, at } = state
  return (
    <>
      <Stack gap="xs">
        <Title order={1} size="h2">
          {words.state}
        </Title>
        <Text size="lg">{useVerdict(state)}</Text>
        <Counts state={state} />
        <UptimeFigures uptime={state.uptime} />
        <Text size="sm" c="dimmed">
          {words.updated} <Moment at={at} />. {words.every}
        </Text>
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

function UptimeFigures({ uptime: { days30, days60 } }: Pick<NetworkState, 'uptime'>) {
  const words = usePublicWords()
  const { percent } = useFigures()
  if (days60 === null) return null
  return (
    <Text size="sm">{words.networkUptime(days30 === null ? words.notMeasured : percent(days30), percent(days60))}</Text>
  )
}

const ORDER: readonly Status[] = ['online', 'degraded', 'offline', 'maintenance', 'unknown']

function Counts({ state: { stations } }: { state: NetworkState }) {
  const words = usePublicWords()
  const counts = new Map<Status, number>()
  for (const station of stations) counts.set(shownStatus(station), (counts.get(shownStatus(station)) ?? 0) + 1)
  return (
    <Group gap="lg" component="section" aria-label={words.counts}>
      {ORDER.filter((status) => counts.has(status)).map((status) => (
        <Group key={status} gap={6} wrap="nowrap">
          <Text fw={700} size="lg">
            {counts.get(status)}
          </Text>
          <StatusMark status={status} />
        </Group>
      ))}
    </Group>
  )
}

function useVerdict({ stations }: NetworkState): string {
  const words = usePublicWords()
  if (stations.length === 0) return words.noStations
  const bad = stations.filter((station) => ['degraded', 'offline'].includes(shownStatus(station))).length
  if (bad > 0) return words.someBad(bad, stations.length)
  const unmeasured = stations.filter((station) => shownStatus(station) === 'unknown').length
  if (unmeasured === stations.length) return words.noneMeasured
  return unmeasured === 0 ? words.allGood : words.someUnmeasured(unmeasured)
}
