// Sixty days of 24 hours, the newest day on top. Drag with the mouse, tap twice or use Shift with the arrow keys to
// select a window.
import { Box, Group, Text } from '@mantine/core'
import { type KeyboardEvent, memo, type PointerEvent, useId, useRef, useState } from 'react'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import classes from './calendar.module.css'
import { type CalendarHour, daysOf, HOURS_PER_DAY, type HourRange, isPickable, levelOf, rangeBetween } from './hours.ts'
import { useUtc } from './use-utc.ts'
import { useArchiveWords } from './words.ts'

const [BELOW_PX, ABOVE_PX] = [18, -34]
const HEADS = Array.from({ length: HOURS_PER_DAY }, (_, hour) => String(hour).padStart(2, '0'))
/** There is no room for more on a phone. */
const LABELLED = ['00', '06', '12', '18']

interface Shown {
  readonly index: number
  readonly top: number
  readonly isRight: boolean
}

interface Props {
  readonly hours: readonly CalendarHour[]
  readonly label: string
  readonly selected: HourRange | null
  readonly onSelect: (range: HourRange) => void
}

export function Calendar({ hours, label, selected, onSelect }: Props) {
  const tooltip = useId()
  const textOf = useHourText()
  const [active, setActive] = useState<Shown | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const anchor = useRef<number | null>(null)
  const dragging = useRef(false)
  const grid = useRef<HTMLTableElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const newest = hours.findLastIndex(isPickable)
  const reachable = focused ?? Math.max(0, newest)
  const show = (target: HTMLElement | null) => {
    const index = indexOf(target)
    setActive(index === null ? null : { index, ...placeIn(frame.current!, target!) })
  }
  const select = (index: number, extend: boolean) => {
    if (!isPickable(hours[index])) return
    if (!extend || anchor.current === null) anchor.current = index
    onSelect(rangeBetween(anchor.current, index))
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    const index = indexOf(event.target)
    if (index === null || event.button !== 0) return
    if (event.pointerType === 'mouse') {
      dragging.current = true
      select(index, event.shiftKey)
    }
  }
  /** A tap selects an hour, the next one the hours up to there. */
  const tap = (event: PointerEvent<HTMLElement>) => {
    dragging.current = false
    const index = indexOf(event.target)
    if (index === null || event.pointerType === 'mouse') return
    const isSecond = selected !== null && selected.to - selected.from === 1 && anchor.current !== null
    select(index, isSecond)
    show(event.target as HTMLElement)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse') return
    const target = event.target as HTMLElement
    show(target)
    const index = indexOf(target)
    if (dragging.current && event.buttons === 0) dragging.current = false
    if (dragging.current && index !== null) select(index, true)
  }
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const index = indexOf(event.target)
    if (index === null) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return select(index, event.shiftKey)
    }
    const next = nextOf(event.key, index)
    if (next === null) return
    event.preventDefault()
    if (!isPickable(hours[next])) return
    if (event.shiftKey) select(next, true)
    else anchor.current = null
    setFocused(next)
    const cell = grid.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)
    cell?.focus()
  }
  const shown = active && hours[active.index]
  return (
    <Box>
      <div ref={frame} className={classes.frame} onPointerLeave={() => setActive(null)}>
        <div className={classes.days}>
          <table
            ref={grid}
            className={classes.calendar}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are selected is a grid
            role="grid"
            aria-label={label}
            aria-multiselectable
            aria-describedby={shown ? tooltip : undefined}
            onPointerDown={press}
            onPointerUp={tap}
            onPointerMove={move}
            onKeyDown={walk}
            onFocus={({ target }) => show(target as HTMLElement)}
            onBlur={() => setActive(null)}
          >
            <HeadRow />
            <tbody>
              {daysOf(hours).map(({ first, day }) => (
                <DayRow
                  key={first}
                  first={first}
                  day={day}
                  from={clamped(selected?.from, first)}
                  to={clamped(selected?.to, first)}
                  reachable={reachable >= first && reachable < first + HOURS_PER_DAY ? reachable : null}
                />
              ))}
            </tbody>
          </table>
        </div>
        {shown && (
          <Text
            id={tooltip}
            role="tooltip"
            className={classes.tooltip ?? ''}
            size="xs"
            style={{ top: active.top, ...(active.isRight ? { right: 0 } : { left: 0 }) }}
          >
            {textOf(shown)}
          </Text>
        )}
      </div>
      <Legend />
    </Box>
  )
}

function HeadRow() {
  const words = useArchiveWords()
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.day}>
          {words.utc}
        </th>
        {HEADS.map((hour) => (
          <th key={hour} scope="col" className={classes.head} aria-label={words.hourOfDay(hour)}>
            {LABELLED.includes(hour) && <span>{hour}</span>}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface DayProps {
  readonly day: readonly CalendarHour[]
  readonly first: number
  /** Selected hours of the day, 0 to 24. */
  readonly from: number
  readonly to: number
  readonly reachable: number | null
}

/** Rendered again only if its own hours or their selection change: the calendar has 1,440 cells. */
const DayRow = memo(function DayRow({ day, first, from, to, reachable }: DayProps) {
  const utc = useUtc()
  const textOf = useHourText()
  return (
    <tr>
      <th scope="row" className={classes.day}>
        {utc.day(day[0]!.at)}
      </th>
      {day.map((hour, place) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cell of a grid has a selection
        <td
          key={hour.at.getTime()}
          data-index={first + place}
          data-tone={hour.tone}
          data-level={levelOf(hour)}
          data-daily={hour.isDaily || undefined}
          className={classes.hour}
          aria-label={hour.tone === 'future' ? undefined : textOf(hour)}
          aria-disabled={!isPickable(hour) || undefined}
          aria-selected={place >= from && place < to}
          tabIndex={first + place === reachable ? 0 : -1}
        />
      ))}
    </tr>
  )
}, isSameDay)

function isSameDay(one: DayProps, other: DayProps): boolean {
  if (one.first !== other.first || one.reachable !== other.reachable) return false
  if (one.from !== other.from || one.to !== other.to) return false
  return one.day.every((hour, place) => {
    const now = other.day[place]!
    const isSame = hour.tone === now.tone && hour.epochs === now.epochs && hour.isDaily === now.isDaily
    return isSame && hour.at.getTime() === now.at.getTime()
  })
}

function Legend() {
  const words = useArchiveWords()
  const kinds = [
    ['complete', 4, words.legend.complete],
    ['some', 3, words.legend.most],
    ['some', 2, words.legend.some],
    ['some', 1, words.legend.few],
    ['missing', 0, words.legend.missing],
    ['before', 0, words.legend.before],
    ['complete', 4, words.legend.daily, true],
  ] as const
  return (
    <Group component="ul" gap="xs" mt={8} mb={0} p={0} className={classes.legend ?? ''} aria-label={words.legendLabel}>
      {kinds.map(([tone, level, text, isDaily]) => (
        <Group key={text} component="li" gap={4} wrap="nowrap">
          <span
            className={`${classes.hour} ${classes.swatch}`}
            data-tone={tone}
            data-level={level}
            data-daily={isDaily}
          />
          <Hint span size="xs">
            {text}
          </Hint>
        </Group>
      ))}
    </Group>
  )
}

function useHourText(): (hour: CalendarHour) => string {
  const words = useArchiveWords()
  const utc = useUtc()
  const { number, bytes } = useFigures()
  return ({ at, tone, epochs, expected, bytes: size, isDaily }) => {
    const when = `${utc.longDay(at)}, ${utc.clock(at)} UTC`
    if (tone === 'before') return `${when}: ${words.legend.before}`
    if (epochs === 0) return `${when}: ${words.noData}`
    const contents = words.hour(number(epochs), number(expected), bytes(size))
    return `${when}: ${contents}${isDaily ? `, ${words.legend.daily}` : ''}`
  }
}

/** The tooltip is below its hour, or above it near the lower edge. */
function placeIn(frame: HTMLElement, cell: HTMLElement): Omit<Shown, 'index'> {
  const [outer, inner] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()]
  const top = inner.top - outer.top
  return {
    top: top + (top > (2 * outer.height) / 3 ? ABOVE_PX : BELOW_PX),
    isRight: inner.left - outer.left > outer.width / 2,
  }
}

const clamped = (index: number | undefined, first: number): number =>
  index === undefined ? 0 : Math.min(HOURS_PER_DAY, Math.max(0, index - first))

function indexOf(target: EventTarget | null): number | null {
  const index = target instanceof HTMLElement ? target.dataset.index : undefined
  return index === undefined ? null : Number(index)
}

/** The row above is the next day. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: HOURS_PER_DAY,
  ArrowDown: -HOURS_PER_DAY,
  PageUp: 7 * HOURS_PER_DAY,
  PageDown: -7 * HOURS_PER_DAY,
}

function nextOf(key: string, from: number): number | null {
  if (key === 'Home') return from - (from % HOURS_PER_DAY)
  if (key === 'End') return from - (from % HOURS_PER_DAY) + HOURS_PER_DAY - 1
  const step = STEPS[key]
  return step === undefined ? null : from + step
}
