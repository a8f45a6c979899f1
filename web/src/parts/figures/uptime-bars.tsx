// Sixty days as sixty bars, today at the right. From top to bottom: not measured (hatched), up, down. Down is always
// thick enough to be seen. Arrow keys move between days; a table has the same data for screen readers.
import { ActionIcon, Anchor, Box, Group, Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLanguage } from '../../language.tsx'
import { usePartWords } from '../../words/common.ts'
import { SimpleTable } from '../lists/simple-table.tsx'
import { useFigures } from '../text/figures.ts'
import { Hint } from '../text/hint.ts'
import { localeOf } from '../text/moment.tsx'
import classes from './uptime-bars.module.css'
import { FINE_PCT, POOR_PCT, toneOf } from './uptime-tone.ts'

export interface UptimeDay {
  /** Day in Mexico City time: 2026-11-15. */
  readonly day: string
  /** `null` if not measured. */
  readonly uptimePct: number | null
  readonly minutesUp: number
  readonly minutesDown: number
  readonly minutesUnknown: number
}

/** Minimum share of the bar's height: ten minutes of a day would be less than a pixel. */
const THINNEST_PCT = 12

interface Props {
  readonly days: readonly UptimeDay[]
  readonly label: string
  /** For rows of a list: low bars, and an icon for the table instead of the line below. */
  readonly compact?: boolean
  /** Explains the colours below the bars. */
  readonly legend?: boolean
}

export function UptimeBars({ days, label, compact = false, legend = false }: Props) {
  const words = usePartWords().uptime
  const tooltip = useId()
  const textOf = useDayText()
  const [active, setActive] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const reachable = active ?? days.length - 1
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextOf(event.key, reachable, days.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    ;(event.currentTarget.children[next] as HTMLElement).focus()
  }
  const shown = active === null ? null : (days[active] ?? null)
  return (
    <Box>
      <Box className={classes.frame ?? ''} data-compact={compact || undefined} onMouseLeave={() => setActive(null)}>
        <div className={classes.bars} role="listbox" aria-label={label} aria-orientation="horizontal" onKeyDown={walk}>
          {days.map((day, index) => (
            <div
              key={day.day}
              role="option"
              aria-selected={index === active}
              aria-label={textOf(day)}
              aria-describedby={index === active ? tooltip : undefined}
              tabIndex={index === reachable ? 0 : -1}
              className={classes.bar}
              data-tone={toneOf(day.uptimePct)}
              onMouseEnter={() => setActive(index)}
              onFocus={() => setActive(index)}
              onBlur={() => setActive(null)}
            >
              <Shares day={day} />
            </div>
          ))}
        </div>
        {compact && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={asTable}
            aria-label={`${asTable ? words.hideTable : words.showTable}: ${label}`}
            title={asTable ? words.hideTable : words.showTable}
            onClick={() => setAsTable(!asTable)}
          >
            <IconTable size={14} aria-hidden />
          </ActionIcon>
        )}
        {shown && (
          <Text
            id={tooltip}
            role="tooltip"
            className={classes.tooltip ?? ''}
            size="xs"
            data-side={sideOf(active!, days)}
          >
            {textOf(shown)}
          </Text>
        )}
      </Box>
      {!compact && (
        <Group justify="space-between" gap="xs" mt={4}>
          <Hint size="xs">{words.first(days.length)}</Hint>
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => setAsTable(!asTable)}
            aria-expanded={asTable}
          >
            {asTable ? words.hideTable : words.showTable}
          </Anchor>
          <Hint size="xs">{words.today}</Hint>
        </Group>
      )}
      {legend && <Legend />}
      {asTable && <DayTable days={days} label={label} />}
    </Box>
  )
}

/** The colours as a day's bar shows them. */
function Legend() {
  const words = usePartWords().uptime
  const { percent } = useFigures()
  const kinds = [
    ['good', classes.up, words.legendGood(percent(FINE_PCT))],
    ['poor', classes.up, words.legendPoor(percent(POOR_PCT))],
    ['bad', classes.up, words.legendBad(percent(POOR_PCT))],
    ['down', classes.down, words.legendDown],
    ['unknown', classes.unknown, words.legendUnknown],
  ] as const
  return (
    <Group component="ul" gap="xs" mt={6} p={0} className={classes.legend ?? ''} aria-label={words.legend}>
      {kinds.map(([tone, shape, text]) => (
        <Group key={tone} component="li" gap={4} wrap="nowrap">
          <span className={classes.swatch} data-tone={tone}>
            <span className={shape} />
          </span>
          <Hint span size="xs">
            {text}
          </Hint>
        </Group>
      ))}
    </Group>
  )
}

function Shares({ day }: { day: UptimeDay }) {
  const { minutesUp, minutesDown, minutesUnknown } = day
  const total = Math.max(1, minutesUp + minutesDown + minutesUnknown)
  const visible = (minutes: number) => (minutes === 0 ? 0 : Math.max(THINNEST_PCT, (100 * minutes) / total))
  const [down, unknown] = [visible(minutesDown), visible(minutesUnknown)]
  const up = Math.max(0, 100 - down - unknown)
  return (
    <>
      {unknown > 0 && <span className={classes.unknown} style={{ flexGrow: unknown }} />}
      {up > 0 && minutesUp > 0 && <span className={classes.up} style={{ flexGrow: up }} />}
      {down > 0 && <span className={classes.down} style={{ flexGrow: down }} />}
    </>
  )
}

function DayTable({ days, label }: { days: readonly UptimeDay[]; label: string }) {
  const words = usePartWords().uptime
  const { number, percent } = useFigures()
  const dateOf = useDate()
  return (
    <Box className={classes.table ?? ''} tabIndex={0} role="region" aria-label={label}>
      <SimpleTable
        label={label}
        columns={[
          { title: words.day },
          { title: words.uptime, number: true },
          { title: words.up, number: true },
          { title: words.down, number: true },
          { title: words.unknown, number: true },
        ]}
        rows={[...days].reverse().map((day) => ({
          key: day.day,
          cells: [
            dateOf(day.day),
            day.uptimePct === null ? words.notMeasured : percent(day.uptimePct),
            number(day.minutesUp),
            number(day.minutesDown),
            number(day.minutesUnknown),
          ],
        }))}
      />
    </Box>
  )
}

function useDate(): (day: string) => string {
  const { language } = useLanguage()
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}

function useDayText(): (day: UptimeDay) => string {
  const words = usePartWords().uptime
  const { percent } = useFigures()
  const dateOf = useDate()
  return ({ day, uptimePct, minutesUp, minutesDown, minutesUnknown }) =>
    uptimePct === null
      ? `${dateOf(day)}: ${words.notMeasured}`
      : `${dateOf(day)}: ${percent(uptimePct)}. ${words.minutes(minutesUp, minutesDown, minutesUnknown)}`
}

const sideOf = (index: number, days: readonly UptimeDay[]) =>
  index < days.length / 3 ? 'left' : index < (2 * days.length) / 3 ? 'middle' : 'right'

function nextOf(key: string, from: number, count: number): number | null {
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key === 'ArrowRight') return Math.min(count - 1, from + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
