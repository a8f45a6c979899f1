/** The year only if it is not the current one: 17 Dec, 3 Jan 2027. */
export function dayText(at: Date, now: Date, { locale, zone }: { locale: string; zone: string }): string {
  const text = (options: Intl.DateTimeFormatOptions, time: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(time)
  const isThisYear = text({ year: 'numeric' }, at) === text({ year: 'numeric' }, now)
  return text({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }, at)
}
