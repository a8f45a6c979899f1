import { Alert, Anchor, Box, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ShownQuality, ShownQualityDay } from '../../../../../../src/http/console/contract/stations/quality.ts'
import { Answered } from '../../../../parts/answered.tsx'
import { Chart, ChartSubject } from '../../../../parts/figures/chart.tsx'
import { SimpleTable } from '../../../../parts/lists/simple-table.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { MINUTE_MS } from '../../../../parts/time-units.ts'
import { useAnswer } from '../../../../service/answers.ts'
import { at } from '../../../../service/api.ts'
import { useCodeWords } from '../../../../words/codes.ts'
import { BandCharts, PositionCharts, StrengthOverElevation } from './day-charts.tsx'
import { Reasons } from './reasons.tsx'
import { SatelliteBars } from './satellite-bars.tsx'
import { Skyplot } from './skyplot.tsx'
import { StrengthLegend } from './strength-legend.tsx'
import { useQualityWords } from './words.ts'

const NOW_EVERY_MS = MINUTE_MS / 2
/** The values of a day change every 10 minutes. */
const DAY_EVERY_MS = 5 * MINUTE_MS

interface Station {
  readonly id: number
  readonly code: string
  readonly simulated: boolean
}

export function QualityTab({ station: { id, code, simulated } }: { station: Station }) {
  const now = useAnswer(at('/stations/:id/quality', { id }), { refetchInterval: NOW_EVERY_MS })
  const ofDay = useAnswer(at('/stations/:id/quality/day', { id }), { refetchInterval: DAY_EVERY_MS })
  const ofDays = useAnswer(at('/stations/:id/quality/history', { id }), { refetchInterval: DAY_EVERY_MS })
  return (
    <ChartSubject value={{ name: code, simulated }}>
      <Answered asked={now} quiet>
        {(quality) => (
          <Answered asked={ofDay} quiet>
            {(day) => (
              <Stack gap="md">
                <Verdict quality={quality} />
                <SkyPanel quality={quality} day={day} />
                <Strengths quality={quality} />
                <StrengthOverElevation day={day} />
                <Bands quality={quality} />
                <Position quality={quality} day={day} />
                <Answered asked={ofDays} quiet>
                  {(history) => <BandCharts day={day} history={history} />}
                </Answered>
              </Stack>
            )}
          </Answered>
        )}
      </Answered>
    </ChartSubject>
  )
}

const COLOURS = { good: 'green', attention: 'orange', bad: 'red', unknown: 'gray' } as const

interface Shown {
  readonly quality: ShownQuality
}

interface ShownWithDay extends Shown {
  readonly day: ShownQualityDay
}

function Verdict({ quality: { verdict, reasons } }: Shown) {
  const words = useQualityWords()
  const codes = useCodeWords()
  return (
    <Alert
      color={COLOURS[verdict]}
      title={`${words.verdict}: ${codes.quality.verdicts[verdict]}`}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {reasons.length === 0 && <Text size="sm">{words.nothingFound}</Text>}
      <Reasons reasons={reasons} />
    </Alert>
  )
}

function SkyPanel({ quality: { sky, mask }, day: { since, tracks } }: ShownWithDay) {
  const words = useQualityWords()
  const { number } = useFigures()
  const [asTable, setAsTable] = useState(false)
  const [shownSky, setShownSky] = useState<'now' | 'day'>('now')
  if (sky.length === 0 && tracks.length === 0)
    return (
      <Panel title={words.sky}>
        <Text size="sm">{words.noSky}</Text>
      </Panel>
    )
  return (
    <Panel title={words.sky}>
      <SegmentedControl
        aria-label={words.sky}
        size="xs"
        value={shownSky}
        onChange={(next) => setShownSky(next as 'now' | 'day')}
        data={[
          { value: 'now', label: words.now },
          { value: 'day', label: words.dayOfTracks },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {shownSky === 'day' ? (
        <Chart title={words.sky} file="sky-24h" values={() => tracksOf(tracks, since)}>
          <Skyplot sky={sky} mask={mask} tracks={tracks} />
        </Chart>
      ) : (
        <Chart title={words.sky} file="sky" values={() => skyOf(sky)}>
          <Skyplot sky={sky} mask={mask} />
        </Chart>
      )}
      <StrengthLegend />
      <Hint size="xs">{shownSky === 'day' ? words.tracksNote : words.skyNote}</Hint>
      <Box>
        <Anchor component="button" type="button" size="xs" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? words.hideTable : words.asTable}
        </Anchor>
      </Box>
      {asTable && (
        <SimpleTable
          label={words.sky}
          columns={[
            { title: words.satellite },
            { title: words.azimuth, number: true },
            { title: words.elevation, number: true },
            { title: words.cn0, number: true },
          ]}
          rows={sky.map(({ satellite, azimuth, elevation, cn0, isTracked }) => ({
            key: satellite,
            cells: [
              satellite,
              `${number(azimuth)}°`,
              `${number(elevation)}°`,
              isTracked ? shown(cn0, (value) => number(value, 1)) : words.notTracked,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

const skyOf = (sky: ShownQuality['sky']) => ({
  columns: ['satellite', 'azimuth', 'elevation', 'cn0', 'tracked'],
  rows: sky.map(({ satellite, azimuth, elevation, cn0, isTracked }) => [
    ...[satellite, azimuth, elevation, cn0],
    `${isTracked}`,
  ]),
})

const tracksOf = (tracks: ShownQualityDay['tracks'], since: string) => ({
  columns: ['time', 'satellite', 'azimuth', 'elevation', 'cn0', 'tracked'],
  rows: tracks.flatMap(({ satellite, points }) =>
    points.map(([minutes, azimuth, elevation, cn0]) => [
      new Date(Date.parse(since) + minutes * MINUTE_MS).toISOString(),
      ...[satellite, azimuth, elevation, cn0 || null, `${cn0 !== null}`],
    ]),
  ),
})

/** C/N0 of each satellite that is tracked. */
function Strengths({ quality: { sky } }: Shown) {
  const words = useQualityWords()
  const tracked = sky
    .filter(({ isTracked }) => isTracked)
    .toSorted((one, other) => one.satellite.localeCompare(other.satellite))
  if (tracked.length === 0) return null
  return (
    <Panel title={words.ofSatellites}>
      <Chart title={words.ofSatellites} file="satellites" values={() => skyOf(tracked)}>
        <SatelliteBars label={words.ofSatellitesLabel(tracked.length)} sky={tracked} />
      </Chart>
    </Panel>
  )
}

const shown = (value: number | null, text: (value: number) => string) => (value === null ? '–' : text(value))

function Bands({ quality: { bands } }: Shown) {
  const words = useQualityWords()
  const { number } = useFigures()
  return (
    <Panel title={words.bands}>
      {bands.length === 0 ? (
        <Text size="sm">{words.noBands}</Text>
      ) : (
        <>
          <SimpleTable
            label={words.bands}
            columns={[
              { title: words.band },
              { title: words.satellites, number: true },
              { title: words.expected, number: true },
              { title: words.cn0, number: true },
              { title: words.cn0P10, number: true },
              { title: words.losses, number: true },
              { title: words.multipath, number: true },
            ]}
            rows={bands.map((band) => ({
              key: band.band,
              cells: [
                band.band,
                number(band.satellites, 1),
                shown(band.expected, (value) => number(value, 1)),
                shown(band.cn0Median, (value) => number(value, 1)),
                shown(band.cn0P10, (value) => number(value, 1)),
                shown(band.lossesPerHour, (value) => number(value, 2)),
                shown(band.multipathM, (value) => number(value, 2)),
              ],
            }))}
          />
          <Hint size="xs">{words.bandsNote}</Hint>
        </>
      )}
    </Panel>
  )
}

function Position({ quality: { position }, day }: ShownWithDay) {
  const words = useQualityWords()
  const { number } = useFigures()
  const metres = (value: number) => `${number(value, 1)} m`
  return (
    <Panel title={words.position}>
      {position === null ? (
        <Text size="sm">{words.noPosition}</Text>
      ) : (
        <>
          <SimpleTable
            label={words.position}
            columns={[words.east_, words.north_, words.up].map((title) => ({ title, number: true }))}
            rows={[
              {
                key: 'position',
                cells: [metres(position.eastM), metres(position.northM), shown(position.upM, metres)],
              },
            ]}
          />
          <Hint size="xs">{words.detectable(metres(position.detectableM))}</Hint>
        </>
      )}
      <PositionCharts day={day} />
    </Panel>
  )
}
