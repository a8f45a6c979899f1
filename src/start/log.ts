// Logs one JSON line per entry to standard error. Anything that looks like a secret is hidden, wherever in an entry it
// is. An unavailable database is logged without a stack, and at most once a minute per message.
import { type Logger, type LoggerOptions, pino } from 'pino'
import { MINUTE_MS } from '../domain/time/units.ts'
import { isJournalled, withPriority } from '../operations/service/journal.ts'
import { isDatabaseUnavailable, reasonOf } from '../store/kit/connections/unavailable.ts'

const NAMES = 'password|passwd|secret|secretKey|api_?key|linkKey|authorization|cookie|set-cookie'
const NAME = new RegExp(`^(${NAMES})$`, 'i')
/** Max length of a text: longer ones are not read, and could fill the disk. */
const LONGEST = 32_768

// Each pattern is linear: no two adjacent parts match the same characters, and no match restarts inside another one.
const TEXTS: readonly [RegExp, string][] = [
  [/vrt_[0-9A-Za-z]{36}/g, 'vrt_[hidden]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[hidden]'],
  [/\b([sr]k)_\w{8,}/g, '$1_[hidden]'],
  [/\b(basic|bearer) +[0-9A-Za-z+/=_.~-]+/gi, '$1 [hidden]'],
  // Links of customers and subscribers, and one-time links into the console.
  [/(\/(?:c|orders|subscription|subscribers)\/)[0-9A-Za-z_-]{20,}/g, '$1[hidden]'],
  [/(\/console\/(?:setup|welcome)#)[^\s"]+/g, '$1[hidden]'],
  [new RegExp(`([?&](?:${NAMES})=)[^\\s&"]*`, 'gi'), '$1[hidden]'],
  // JSON inside a text, at any depth: everything after the name is hidden, without parsing.
  [new RegExp(`(["'](?:${NAMES})\\\\*["']\\s*:).*`, 'gis'), '$1 [hidden]'],
]

/** Cut last, because half a secret would not be recognised. */
function hideInText(text: string): string {
  const urls = text.includes('://') ? text.replace(/[^\s"]+/g, hideLogin) : text
  const hidden = TEXTS.reduce((result, [pattern, instead]) => result.replace(pattern, instead), urls)
  return hidden.length > LONGEST ? `${hidden.slice(0, LONGEST)} [${hidden.length - LONGEST} more]` : hidden
}

/** Hides from a URL's first login to the last @, which can be in the password. A pattern would take quadratic time. */
function hideLogin(word: string): string {
  const end = word.lastIndexOf('@')
  for (let at = word.indexOf('://'); at >= 0 && at < end; at = word.indexOf('://', at + 3)) {
    const colon = word.indexOf(':', at + 3)
    if (colon < 0 || colon > end) return word
    if (!/[/@]/.test(word.slice(at + 3, colon))) return `${word.slice(0, colon + 1)}[hidden]${word.slice(end)}`
  }
  return word
}

function hideInValue(value: unknown): unknown {
  if (typeof value === 'string') return hideInText(value)
  if (Array.isArray(value)) return value.map(hideInValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [hideInText(name), NAME.test(name) ? '[hidden]' : hideInValue(inner)]),
  )
}

/** Parses and rebuilds the entry: entries are rare (warnings, errors), and plain text cannot be cut safely. */
export function hideSecrets(line: string): string {
  try {
    return JSON.stringify(hideInValue(JSON.parse(line))) + (line.endsWith('\n') ? '\n' : '')
  } catch {
    return hideInText(line)
  }
}

interface Lines {
  write(line: string): void
}

const standardError = (): Lines =>
  isJournalled() ? { write: (line) => process.stderr.write(withPriority(line)) } : process.stderr

const WINDOW_MS = MINUTE_MS

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Logs the first line of a kind immediately, and after a minute the number of repetitions. */
function outagesInShort(): LogMethod {
  /** Number of repetitions, by message. */
  const more = new Map<string, number>()
  return function (args, method) {
    const [fields, message = ''] = args as unknown as [{ err?: unknown; job?: string } | undefined, string?]
    const err = typeof fields === 'object' && fields !== null ? fields.err : undefined
    if (err === undefined || !isDatabaseUnavailable(err)) return method.apply(this, args)
    const { err: _, ...rest } = fields!
    const tell = (line: object, text: string) => method.call(this, line as never, text)
    const what = rest.job ? `${message}: ${rest.job}` : message
    const sumUp = () => {
      for (const [text, times] of more) if (times > 0) tell({ times, reason: 'the database does not serve' }, text)
      more.clear()
    }
    if (more.size === 0) setTimeout(sumUp, WINDOW_MS).unref()
    const times = more.get(what)
    more.set(what, times === undefined ? 0 : times + 1)
    if (times === undefined) tell({ ...rest, reason: reasonOf(err) }, message)
  }
}

export function openLog(level: string, stream: Lines = standardError()): Logger {
  // At debug level, every error is logged with its stack.
  const logMethod = ['debug', 'trace'].includes(level) ? undefined : outagesInShort()
  const hooks = { streamWrite: hideSecrets, ...(logMethod && { logMethod }) }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, stream)
}

/** For lines that cannot contain secrets: searching each for secrets took longer than the rest of the line. */
export const openAccessLog = (stream: Lines = standardError()): Logger =>
  pino({ level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
