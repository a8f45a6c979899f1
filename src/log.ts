// One JSON line an entry, on standard error. What looks like a secret never leaves, wherever in an entry it stands.
import { type Logger, pino } from 'pino'

const SECRETS: readonly [RegExp, string][] = [
  [/vrt_[0-9A-Za-z]{36}/g, 'vrt_[hidden]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[hidden]'],
  [/\b(basic|bearer) +[0-9A-Za-z+/=_.~-]+/gi, '$1 [hidden]'],
  [/(\\?"(?:password|secret|linkKey|authorization)\\?"\s*:\s*\\?")(?:[^"\\]|\\(?!"))*/gi, '$1[hidden]'],
  [/(\w+:\/\/[^\s:/@"]*:)[^\s/@"]+@/g, '$1[hidden]@'],
]

export const hideSecrets = (line: string): string =>
  SECRETS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line)

export function openLog(level: string, stream: { write(line: string): void } = process.stderr): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: hideSecrets } },
    stream,
  )
}
