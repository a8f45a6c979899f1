import { LANGUAGES, type Language } from '../people/user.ts'

/** Preferred supported language of an Accept-Language header (RFC 9110, 12.5.4); `null` if it names none. */
export function preferredLanguage(header: string | undefined): Language | null {
  let preferred: Language | null = null
  let most = 0
  for (const wish of header?.toLowerCase().split(',') ?? []) {
    const [tag = '', ...parameters] = wish.trim().split(';')
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`))
    const weight = Number(parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean) ?? 1)
    if (!language || !(weight > most)) continue
    preferred = language
    most = weight
  }
  return preferred
}
