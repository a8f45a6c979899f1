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
  return format.format(Math.round(seconds / size), unit)
}

export function exactTime(at: Date, language: Language, zone: string = NETWORK_ZONE): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  }).format(at)
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** `at` as the service sends it. Null is "never", or what `none` says. */
export function Moment({ at, none }: { at: string | null | undefined; none?: string }) {
  const { language } = useLanguage()
  const words = usePartWords()
  if (!at) return <>{none ?? words.never}</>
  const time = new Date(at)
  return (
    <Tooltip
      label={
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
      }
    >
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(time, new Date(), language)}
      </time>
    </Tooltip>
  )
}
