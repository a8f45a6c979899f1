// A relative time ("in 3 days"), with the exact time and its zone in a tooltip.
import { Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Language, useLanguage } from '../../language.tsx'
import { usePartWords } from '../../words/common.ts'
import { dayText } from './day-text.ts'

export const NETWORK_ZONE = 'America/Mexico_City'

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const LOCALES: Record<Language, string> = { es: 'es-MX', en: 'en-GB' }
export const localeOf = (language: Language): string => LOCALES[language]

function relativeTime(at: Date, now: Date, language: Language): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1)!
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  // Intl mixes "dentro de" and "en" between units in Spanish.
  return format.format(Math.round(seconds / size), unit).replace(/^dentro de /, 'en ')
}

export function exactTime(at: Date, language: Language, zone: string = NETWORK_ZONE): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(at)
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  /** ISO time; `null` shows `none`, or "never". */
  readonly at: string | null | undefined
  readonly none?: string
}

export function Moment({ at, none }: Props) {
  const { language } = useLanguage()
  const words = usePartWords()
  if (!at) return <>{none ?? words.never}</>
  const time = new Date(at)
  return (
    <Tooltip label={<ExactTimes time={time} />}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(time, new Date(), language)}
      </time>
    </Tooltip>
  )
}

/** For logs, histories and expiry: the exact time, with the relative time in a tooltip. `wraps`: fits narrow columns. */
export function LogMoment({ at, none, wraps = false }: Props & { readonly wraps?: boolean }) {
  const { language } = useLanguage()
  const words = usePartWords()
  if (!at) return <>{none ?? words.never}</>
  const time = new Date(at)
  return (
    <Tooltip
      label={
        <>
          <Text size="xs">{relativeTime(time, new Date(), language)}</Text>
          <ExactTimes time={time} />
        </>
      }
    >
      <time dateTime={at} style={wraps ? undefined : { whiteSpace: 'nowrap' }}>
        {logTime(time, language)}
      </time>
    </Tooltip>
  )
}

/** For dates in lists and headers: the day ("17 Dec"), with the relative and the exact time in a tooltip. */
export function DayMoment({ at, none }: Props) {
  const { language } = useLanguage()
  const words = usePartWords()
  if (!at) return <>{none ?? words.never}</>
  const [time, now] = [new Date(at), new Date()]
  return (
    <WithTooltip at={at} now={now}>
      {dayText(time, now, { locale: localeOf(language), zone: NETWORK_ZONE })}
    </WithTooltip>
  )
}

/** For events of the last day: the time of day, with the date if it is not today's, and all details in a tooltip. */
export function ClockMoment({ at }: { readonly at: string }) {
  const { language } = useLanguage()
  const [time, now, day] = [
    new Date(at),
    new Date(),
    { day: 'numeric', month: 'short', timeZone: NETWORK_ZONE } as const,
  ]
  const format = (options: Intl.DateTimeFormatOptions, value = time) =>
    new Intl.DateTimeFormat(localeOf(language), options).format(value)
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: NETWORK_ZONE })
  return (
    <WithTooltip at={at} now={now}>
      {format(day) === format(day, now) ? clock : `${format(day)}, ${clock}`}
    </WithTooltip>
  )
}

function WithTooltip({ at, now, children }: { at: string; now: Date; children: ReactNode }) {
  const { language } = useLanguage()
  const time = new Date(at)
  return (
    <Tooltip
      label={
        <>
          <Text size="xs">{relativeTime(time, now, language)}</Text>
          <ExactTimes time={time} />
        </>
      }
    >
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {children}
      </time>
    </Tooltip>
  )
}

/** The time in the network's zone, and in the user's if that differs. */
function ExactTimes({ time }: { time: Date }) {
  const { language } = useLanguage()
  const words = usePartWords()
  return (
    <>
      <Text size="xs">
        {exactTime(time, language)} {words.zone}
      </Text>
      {browserZone !== NETWORK_ZONE && (
        <Text size="xs">
          {exactTime(time, language, browserZone)} ({words.yourZone(browserZone)})
        </Text>
      )}
    </>
  )
}

/** Short enough for a column, with the same width in every row: 16 nov 2026, 09:05:00. */
const logTime = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
    timeZone: NETWORK_ZONE,
  }).format(at)
