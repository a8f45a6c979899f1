// A station at a glance, beside the map: status, what is wrong, rovers, and its last 24 hours.
import { Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import type { Station } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Simulated } from '../../../parts/marks/simulated.tsx'
import { StationMark } from '../../../parts/marks/status-mark.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { MINUTE_MS } from '../../../parts/time-units.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { alarmText, useCodeWords } from '../../../words/codes.ts'
import { usePartWords } from '../../../words/common.ts'
import { useNetworkWords } from '../words.ts'
import { DayLine } from './day-line.tsx'
import classes from './map.module.css'

const EVERY_MS = 10_000

export function StationCard({ station, onClose }: { station: Station; onClose: () => void }) {
  const words = useNetworkWords()
  const parts = usePartWords()
  const codes = useCodeWords()
  const { number } = useFigures()
  const { id, code, name } = station
  const title = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const { data } = useAnswer(at('/stations/:id', { id }), { refetchInterval: EVERY_MS })
  const { data: series } = useAnswer(at('/stations/:id/series', { id }), {
    query: { hours: '24' },
    refetchInterval: MINUTE_MS,
  })
  const facts = [
    ...(data ? [words.roversHere(data.rovers)] : []),
    ...(station.satellites === null ? [] : [words.satellites(station.satellites)]),
    ...(station.latencyMs === null ? [] : [`${number(station.latencyMs)} ms`]),
  ]
  return (
    <Paper
      withBorder
      p="sm"
      shadow="sm"
      component="section"
      aria-labelledby={title}
      className={classes.station ?? ''}
      ref={box}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Title order={2} size="h5" id={title} style={{ overflowWrap: 'anywhere' }}>
            {code} · {name}
          </Title>
          <CloseButton size="sm" aria-label={parts.close} onClick={onClose} />
        </Group>
        <Group gap="xs">
          <StationMark station={station} />
          {station.simulated && <Simulated />}
        </Group>
        {data?.concerns.map((concern) => (
          <Text key={concern.kind} size="sm" c="var(--mantine-color-error)">
            {upperFirst(alarmText(codes, concern))}
          </Text>
        ))}
        <Text size="sm" mih="1.55em">
          {facts.join(' · ')}
        </Text>
        {series && <DayLine series={series} />}
        <Button component={Link} href={`/stations/${id}`} size="xs" variant="light">
          {words.openStation}
        </Button>
      </Stack>
    </Paper>
  )
}
