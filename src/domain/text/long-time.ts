import type { Language } from '../people/user.ts'
import { ZONE } from '../time/local-time.ts'

export const LOCALES: Readonly<Record<Language, string>> = { es: 'es-MX', en: 'en-GB' }

const formatters = new Map<Language, Intl.DateTimeFormat>()

/** "lunes, 16 de noviembre de 2026, 08:00" in Mexico City; callers add the zone. */
export function longTime(at: Date, language: Language): string {
  let formatter = formatters.get(language)
  if (!formatter) {
    // Cached: creating a formatter takes longer than all its uses together.
    formatter = new Intl.DateTimeFormat(LOCALES[language], {
      timeZone: ZONE,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(language, formatter)
  }
  return formatter.format(at).replace(' at ', ', ')
}
