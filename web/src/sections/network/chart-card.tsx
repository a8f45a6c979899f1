import { Anchor, Box, Group, Paper, Skeleton, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLanguage } from '../../language.tsx'
import type { Grid } from '../../parts/figures/plot-grid.ts'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { localeOf, NETWORK_ZONE } from '../../parts/text/moment.tsx'
import { useMay } from '../../session/session.tsx'
import { useDashboardWords } from './dashboard-words.ts'
import classes from './network.module.css'

const Plot = lazy(() => import('../../parts/figures/plot.tsx'))
const HEIGHT = 132

interface Props {
  readonly title: string
  readonly hint: string
  /** Value of the whole period; `null` if not measured. */
  readonly figure: string | null
  readonly change: string | null
  readonly grid: Grid
  readonly kind?: 'line' | 'bars'
  readonly top?: number
  readonly format: (value: number) => string
  /** Link to the rows of the period; `hrefAt` links to those of one point. */
  readonly href: string
  readonly link: string
  readonly hrefAt: (end: number) => string
}

export function ChartCard({
  title,
  hint,
  figure,
  change,
  grid,
  kind = 'line',
  top,
  format,
  href,
  link,
  hrefAt,
}: Props) {
  const words = useDashboardWords()
  const [, go] = useLocation()
  const dark = useComputedColorScheme('light') === 'dark'
  const maySee = useMay('credentials.read')
  const [asTable, setAsTable] = useState(false)
  const timeOf = useTime()
  const values = grid.values.filter((value) => value !== null)
  const whole = (value: number | null) => (value === null ? words.notMeasured : format(Math.round(value)))
  const summary =
    values.length === 0
      ? words.nothing
      : words.summary(whole(Math.min(...values)), whole(Math.max(...values)), whole(values.at(-1)!))
  // The data is reloaded every minute and mostly equal, so the key avoids needless redraws.
  const key = `${grid.from} ${grid.to} ${grid.values.join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers all inputs
  const steady = useMemo(() => grid, [key])
  return (
    <Paper withBorder p="sm" miw={0} component="article" aria-label={title} className={classes.card ?? ''}>
      <Stack gap={4}>
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Box miw={0}>
            <Hint>{title}</Hint>
            <Text fz={22} fw={600} lh={1.25} component="div">
              {figure === null ? (
                words.none
              ) : maySee ? (
                <Anchor component={Link} href={href} inherit c="inherit" title={link}>
                  {figure}
                </Anchor>
              ) : (
                figure
              )}
            </Text>
          </Box>
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => setAsTable(!asTable)}
            aria-pressed={asTable}
          >
            {asTable ? words.hideTable : words.showTable}
          </Anchor>
        </Group>
        {asTable ? (
          <Box h={HEIGHT} style={{ overflow: 'auto' }}>
            <SimpleTable
              label={title}
              columns={[{ title: words.when }, { title, number: true }]}
              rows={grid.at
                .map((time, place) => ({ key: time, cells: [timeOf(time), whole(grid.values[place]!)] }))
                .reverse()}
            />
          </Box>
        ) : (
          <Suspense fallback={<Skeleton h={HEIGHT} animate={false} />}>
            <Plot
              label={`${title}. ${summary}`}
              description={words.keys}
              grid={steady}
              kind={kind}
              top={top}
              format={format}
              textOf={(place) => `${timeOf(grid.at[place]!)}: ${whole(grid.values[place]!)}`}
              onPick={(place) => maySee && go(hrefAt(grid.at[place]!))}
              dark={dark}
            />
          </Suspense>
        )}
        <Hint size="xs">
          {hint}
          {change && ` · ${change}`}
        </Hint>
      </Stack>
    </Paper>
  )
}

function useTime(): (at: number) => string {
  const { language } = useLanguage()
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    timeZone: NETWORK_ZONE,
  })
  return (at) => format.format(at)
}
