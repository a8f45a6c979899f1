// Times of the archive are UTC, as RINEX files name them.
import { useLanguage } from '../../../language.tsx'
import { localeOf } from '../../../parts/text/moment.tsx'

const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export function useUtc() {
  const { language } = useLanguage()
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
    return (at: Date | string) => formatter.format(new Date(at))
  }
  return {
    day: format({ day: 'numeric', month: 'short' }),
    longDay: format({ dateStyle: 'medium' }),
    clock: format(HOUR),
    moment: format({ day: 'numeric', month: 'short', year: 'numeric', ...HOUR }),
  }
}

/** For a `datetime-local` field. */
export const fieldText = (at: Date): string => at.toISOString().slice(0, 16)

/** `null` if the field is empty or not a time. */
export function timeIn(text: string): Date | null {
  const at = new Date(`${text}Z`)
  return text === '' || Number.isNaN(at.getTime()) ? null : at
}
