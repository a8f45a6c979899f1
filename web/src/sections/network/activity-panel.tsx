// The network's activity over time: four values, each with a chart and a link to the rows behind it.
import { Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useId } from 'react'
import type { Figures } from '../../../../src/http/console/contract/network/network.ts'
import { Answered } from '../../parts/answered.tsx'
import { gridOf } from '../../parts/figures/plot-grid.ts'
import { useFilters } from '../../parts/lists/filters.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { MINUTE_MS } from '../../parts/time-units.ts'
import { useAnswer } from '../../service/answers.ts'
import { ChartCard } from './chart-card.tsx'
import { useDashboardWords } from './dashboard-words.ts'

const EVERY_MS = MINUTE_MS
const PERIODS = ['day', 'week', 'month'] as const
type Period = (typeof PERIODS)[number]

export function ActivityPanel() {
  const words = useDashboardWords()
  const id = useId()
  const filters = useFilters(['period'])
  const period = PERIODS.find((one) => one === filters.values.period) ?? 'day'
  const asked = useAnswer('/network/figures', {
    query: { period },
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm" component="section" aria-labelledby={id} miw={0}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" align="baseline">
          <Title order={2} size="h4" id={id}>
            {words.title}
          </Title>
          <Hint size="xs">{words.zone(words.city)}</Hint>
        </Group>
        <SegmentedControl
          size="xs"
          aria-label={words.period}
          data={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
          value={period}
          onChange={(value) => filters.set('period', value === 'day' ? null : value)}
        />
      </Group>
      <Answered asked={asked}>{(figures) => <Charts figures={figures} period={period} />}</Answered>
    </Stack>
  )
}

function Charts({ figures, period }: { figures: Figures; period: Period }) {
  const words = useDashboardWords()
  const { number, bytes, percent } = useFigures()
  const { sums, before, points, pointMs } = figures
  const each = words.each[pointMs] ?? ''
  const change = useChange(period)
  const span = `from=${figures.from}&to=${figures.to}`
  const at = (end: number) => `from=${new Date(end - pointMs).toISOString()}&to=${new Date(end).toISOString()}`
  const sessions = (query: string) => `/activity/sessions?${query}`
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ flex: 1 }}>
      <ChartCard
        title={words.rovers}
        hint={words.roversHint(each)}
        figure={sums.mostRovers === null ? null : words.most(number(sums.mostRovers))}
        change={change(sums.mostRovers, before.mostRovers, number)}
        grid={gridOf(figures, points, ({ rovers }) => rovers)}
        format={(value) => (Number.isInteger(value) ? number(value) : '')}
        href={sessions(span)}
        link={words.seeSessions}
        hrefAt={(end) => sessions(at(end))}
      />
      <ChartCard
        title={words.fix}
        hint={words.fixHint}
        figure={sums.fixedPct === null ? null : percent(sums.fixedPct)}
        change={change(sums.fixedPct, before.fixedPct, (value) => words.points(number(value)))}
        grid={gridOf(figures, points, ({ fixedPct }) => fixedPct)}
        top={100}
        format={percent}
        href={sessions(`solution=fixed&${span}`)}
        link={words.seeSessions}
        hrefAt={(end) => sessions(`solution=fixed&${at(end)}`)}
      />
      <ChartCard
        title={words.data}
        hint={words.dataHint(each)}
        figure={sums.bytes === null ? null : bytes(sums.bytes)}
        change={change(sums.bytes, before.bytes, bytes)}
        grid={gridOf(figures, points, ({ bytesPerSecond }) => bytesPerSecond)}
        format={(value) => words.perSecond(bytes(value))}
        href={sessions(span)}
        link={words.seeSessions}
        hrefAt={(end) => sessions(at(end))}
      />
      <ChartCard
        title={words.refusals}
        hint={words.refusalsHint(each)}
        figure={sums.refusals === null ? null : number(sums.refusals)}
        change={change(sums.refusals, before.refusals, number)}
        grid={gridOf(figures, points, ({ refusals }) => refusals)}
        kind="bars"
        format={(value) => (Number.isInteger(value) ? number(value) : '')}
        href={`/activity/refusals?${span}`}
        link={words.seeRefusals}
        hrefAt={(end) => `/activity/refusals?${at(end)}`}
      />
    </SimpleGrid>
  )
}

/** Compares with the previous period, if both were measured. */
function useChange(period: Period) {
  const words = useDashboardWords()
  return (now: number | null, then: number | null, format: (value: number) => string): string | null => {
    if (now === null || then === null) return null
    const before = words.before[period]
    if (now === then) return words.same(before)
    return now > then ? words.more(format(now - then), before) : words.less(format(then - now), before)
  }
}
