import { Alert, Anchor, Box, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ShownQuality } from '../../../../../../src/http/console/contract/stations/quality.ts'
import { Answered } from '../../../../parts/answered.tsx'
import { SimpleTable } from '../../../../parts/lists/simple-table.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Moment } from '../../../../parts/text/moment.tsx'
import { MINUTE_MS } from '../../../../parts/time-units.ts'
import { useAnswer } from '../../../../service/answers.ts'
import { at } from '../../../../service/api.ts'
import { reasonText, useCodeWords } from '../../../../words/codes.ts'
import { DayCharts } from './day-charts.tsx'
import { Skyplot } from './skyplot.tsx'
import { useQualityWords } from './words.ts'

export function QualityTab({ id }: { id: number }) {
  const asked = useAnswer(at('/stations/:id/quality', { id }), { refetchInterval: MINUTE_MS / 2 })
  return (
    <Answered asked={asked} quiet>
      {(quality) => (
        <Stack gap="md">
          <Verdict quality={quality} />
          <SkyPanel quality={quality} />
          <Bands quality={quality} />
          <Position quality={quality} />
          <DayCharts times={quality.times} />
        </Stack>
      )}
    </Answered>
  )
}

const COLOURS = { good: 'green', attention: 'orange', bad: 'red', unknown: 'gray' } as const

interface Shown {
  readonly quality: ShownQuality
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
      <List size="sm" listStyleType="none" spacing="xs">
        {reasons.map(({ found, since }) => (
          <List.Item key={`${found.code} ${found.band}`}>
            {reasonText(codes, found)}
            <Text span c="dimmed" size="xs">
              {` · ${words.since} `}
              <Moment at={since} />
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function SkyPanel({ quality: { sky, mask } }: Shown) {
  const words = useQualityWords()
  const { number } = useFigures()
  const [asTable, setAsTable] = useState(false)
  if (sky.length === 0)
    return (
      <Panel title={words.sky}>
        <Text size="sm">{words.noSky}</Text>
      </Panel>
    )
  return (
    <Panel title={words.sky}>
      <Skyplot sky={sky} mask={mask} />
      <Text size="xs" c="dimmed">
        {words.skyNote}
      </Text>
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
          <Text size="xs" c="dimmed">
            {words.bandsNote}
          </Text>
        </>
      )}
    </Panel>
  )
}

function Position({ quality: { position } }: Shown) {
  const words = useQualityWords()
  const { number } = useFigures()
  const metres = (value: number) => `${number(value, 1)} m`
  return (
    <Panel title={words.position}>
      {position === null ? (
        <Text size="sm">{words.noPosition}</Text>
      ) : (
        <SimpleTable
          label={words.position}
          columns={[
            { title: words.east_, number: true },
            { title: words.north_, number: true },
            { title: words.up, number: true },
            { title: words.detectable, number: true },
          ]}
          rows={[
            {
              key: 'position',
              cells: [
                metres(position.eastM),
                metres(position.northM),
                shown(position.upM, metres),
                metres(position.detectableM),
              ],
            },
          ]}
        />
      )}
    </Panel>
  )
}
