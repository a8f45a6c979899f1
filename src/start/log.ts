// One JSON line an entry, on standard error. What looks like a secret never leaves, wherever in an entry it stands.
import { type Logger, pino } from 'pino'

const NAMES = 'password|passwd|secret|linkKey|authorization'
const NAME = new RegExp(`^(${NAMES})$`, 'i')
const TEXTS: readonly [RegExp, string][] = [
  [/vrt_[0-9A-Za-z]{36}/g, 'vrt_[hidden]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[hidden]'],
  [/\b(basic|bearer) +[0-9A-Za-z+/=_.~-]+/gi, '$1 [hidden]'],
  [/(\w+:\/\/[^\s:/@"]*:)[^\s"]*@/g, '$1[hidden]@'],
  [new RegExp(`([?&](?:${NAMES})=)[^\\s&"]*`, 'gi'), '$1[hidden]'],
  // JSON inside a text, at any depth: what follows the name is hidden to the end, rather than parsed.
  [new RegExp(`(["'](?:${NAMES})\\\\*["']\\s*:).*`, 'gis'), '$1 [hidden]'],
]

const hideInText = (text: string): string =>
  TEXTS.reduce((result, [pattern, instead]) => result.replace(pattern, instead), text)

function hideInValue(value: unknown): unknown {
  if (typeof value === 'string') return hideInText(value)
  if (Array.isArray(value)) return value.map(hideInValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [hideInText(name), NAME.test(name) ? '[hidden]' : hideInValue(inner)]),
  )
}

/** Takes an entry apart and together again: entries are rare (warnings, errors), and text alone cannot be cut safely. */
export function hideSecrets(line: string): string {
  try {
    return JSON.stringify(hideInValue(JSON.parse(line))) + (line.endsWith('\n') ? '\n' : '')
  } catch {
    return hideInText(line)
  }
}

export function openLog(level: string, stream: { write(line: string): void } = process.stderr): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: hideSecrets } },
    stream,
  )
}
