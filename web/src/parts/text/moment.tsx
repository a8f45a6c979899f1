// A time as people say it ("in 3 days"), with the exact one, its zone named, behind it.
import { Text, Tooltip } from '@mantine/core'
import { type Language, useLanguage } from '../../language.tsx'
import { usePartWords } from '../../words/common.ts'

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
  // Of the same language's units some are said with "dentro de" and some with "en".
  return format.format(Math.round(seconds / size), unit).replace(/^dentro de /, 'en ')
}

export function exactTime(at: Date, language: Language, zone: string = NETWORK_ZONE): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  }).format(at)
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  /** As the service sends it. Null is "never", or what `none` says. */
  readonly at: string | null | undefined
  readonly none?: string
}

/** "in 3 days", and the exact time behind it. */
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

/** In a log or a history it is the other way round: the exact time, and how long ago behind it. */
export function LogMoment({ at, none }: Props) {
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
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {logTime(time, language)}
      </time>
    </Tooltip>
  )
}

/** Where the network is, and where whoever looks is, if that is elsewhere. */
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

/** Short enough for a column, and the same width in every row: 16 nov 2026, 09:05:00. */
const logTime = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
    timeZone: NETWORK_ZONE,
  }).format(at)
