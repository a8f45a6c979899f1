/** The year only if it is not the current one: 17 Dec, 3 Jan 2027. */
export function dayText(at: Date, now: Date, { locale, zone }: { locale: string; zone: string }): string {
  const text = (options: Intl.DateTimeFormatOptions, time: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(time)
  const isThisYear = text({ year: 'numeric' }, at) === text({ year: 'numeric' }, now)
  return text({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }, at)
}

/** The value of a native date field in words: "jueves, 19 de noviembre de 2026, 14:30"; `null` if it is not a date. */
export function dateText(value: string, locale: string): string | null {
  const time = Date.parse(value.includes('T') ? `${value}Z` : value)
  if (Number.isNaN(time)) return null
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...(value.includes('T') && clock),
    timeZone: 'UTC',
  }).format(time)
}
