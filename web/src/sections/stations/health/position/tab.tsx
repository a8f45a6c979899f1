import { Alert, List, Stack, Text } from '@mantine/core'
import type { ShownPosition } from '../../../../../../src/http/console/contract/stations/position.ts'
import type { StationDetail } from '../../../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../../../parts/answered.tsx'
import { ChartSubject } from '../../../../parts/figures/chart.tsx'
import { SimpleTable } from '../../../../parts/lists/simple-table.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { MINUTE_MS } from '../../../../parts/time-units.ts'
import { useAnswer } from '../../../../service/answers.ts'
import { at } from '../../../../service/api.ts'
import { useMay } from '../../../../session/session.tsx'
import { useCodeWords } from '../../../../words/codes.ts'
import { useQualityWords } from '../quality/words.ts'
import { Baselines } from './baselines.tsx'
import { PositionCharts } from './charts.tsx'
import { LimitsForm } from './limits-form.tsx'

export function PositionTab({ station }: { station: StationDetail }) {
  const asked = useAnswer(at('/stations/:id/integrity', { id: station.id }), { refetchInterval: MINUTE_MS })
  const mayChange = useMay('network.change') && !station.archived
  return (
    <Answered asked={asked} quiet>
      {(position) => (
        <ChartSubject value={{ name: station.code, simulated: station.simulated }}>
          <Stack gap="md">
            <Checked position={position} isMoved={station.observed !== null} />
            <Now position={position} />
            {position.baselines.length > 0 && <Baselines station={station} baselines={position.baselines} />}
            <PositionCharts position={position} />
            <LongTerm position={position} />
            {mayChange && <LimitsForm id={station.id} position={position} />}
          </Stack>
        </ChartSubject>
      )}
    </Answered>
  )
}

interface Shown {
  readonly position: ShownPosition
}

function Checked({ position: { unchecked, hour, detectable }, isMoved }: Shown & { readonly isMoved: boolean }) {
  const words = useQualityWords().place
  const codes = useCodeWords()
  if (unchecked !== null)
    return (
      <Alert color="gray" title={words.cannotBeChecked}>
        {`${codes.quality.unchecked[unchecked]}.`.replace(/^./, (first) => first.toUpperCase())}
      </Alert>
    )
  const title = isMoved ? words.moved : hour === null ? words.starting : words.unmoved
  return (
    <Alert
      color={isMoved ? 'red' : hour === null ? 'gray' : 'green'}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {detectable && words.detects(Math.ceil(detectable.horizontalMm), Math.ceil(detectable.verticalMm))}
    </Alert>
  )
}

function Now({ position: { latest, hour } }: Shown) {
  const words = useQualityWords().place
  const millimetres = useMillimetres()
  const rows = [
    { key: 'latest', title: words.fiveMinutes, offset: latest },
    { key: 'hour', title: words.hour, offset: hour },
  ].flatMap(({ key, title, offset }) =>
    offset
      ? [
          {
            key,
            cells: [
              title,
              millimetres(offset.eastMm),
              millimetres(offset.northMm),
              millimetres(offset.upMm),
              String(offset.baselines),
            ],
          },
        ]
      : [],
  )
  if (rows.length === 0) return null
  return (
    <Panel title={words.now}>
      <SimpleTable
        label={words.now}
        columns={[
          { title: words.median },
          { title: words.east, number: true },
          { title: words.north, number: true },
          { title: words.up, number: true },
          { title: words.agreeing, number: true },
        ]}
        rows={rows}
      />
      <Hint size="xs">
        {words.fromAnnounced} {hour && !hour.isAttributed && words.notAttributed}
      </Hint>
    </Panel>
  )
}

function LongTerm({ position: { trend } }: Shown) {
  const words = useQualityWords().place
  const millimetres = useMillimetres()
  const figures = useFigures()
  if (!trend) return null
  const { number } = figures
  const velocity = (axis: keyof typeof trend.velocity) =>
    `${millimetres(trend.velocity[axis])} ± ${number(trend.sigma[axis], 1)}`
  return (
    <Panel title={words.longTerm(trend.days)}>
      <Text size="sm">{words.velocity(velocity('eastMm'), velocity('northMm'), velocity('upMm'))}</Text>
      {trend.steps.length === 0 ? (
        <Text size="sm">{words.noSteps}</Text>
      ) : (
        <List size="sm" listStyleType="none">
          {trend.steps.map((step) => (
            <List.Item key={step.day}>
              {words.step(step.day, millimetres(step.eastMm), millimetres(step.northMm), millimetres(step.upMm))}
            </List.Item>
          ))}
        </List>
      )}
    </Panel>
  )
}

function useMillimetres() {
  const { number } = useFigures()
  return (value: number) => `${value > 0 ? '+' : ''}${number(value, 1)} mm`
}
