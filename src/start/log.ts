// One JSON line an entry, on standard error. What looks like a secret never leaves, wherever in an entry it stands.
// That the database is away is expected to happen: it is told in a line without a stack, and once a minute however often it is met.
import { type Logger, type LoggerOptions, pino } from 'pino'
import { MINUTE_MS } from '../domain/time/units.ts'
import { isJournalled, withPriority } from '../operations/service/journal.ts'
import { isDatabaseUnavailable, reasonOf } from '../store/kit/connections/unavailable.ts'

const NAMES = 'password|passwd|secret|secretKey|api_?key|linkKey|authorization|cookie|set-cookie'
const NAME = new RegExp(`^(${NAMES})$`, 'i')
/** Of one text. Nobody reads more, and what is not written cannot fill a disk. */
const LONGEST = 32_768

// Each goes over a text once: none has two parts in a row that could both take the same characters, and none begins again inside what it took.
const TEXTS: readonly [RegExp, string][] = [
  [/vrt_[0-9A-Za-z]{36}/g, 'vrt_[hidden]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[hidden]'],
  [/\b([sr]k)_\w{8,}/g, '$1_[hidden]'],
  [/\b(basic|bearer) +[0-9A-Za-z+/=_.~-]+/gi, '$1 [hidden]'],
  // Links of customers and subscribers, and one-time links into the console.
  [/(\/(?:c|orders|subscription|subscribers)\/)[0-9A-Za-z_-]{20,}/g, '$1[hidden]'],
  [/(\/console\/(?:setup|welcome)#)[^\s"]+/g, '$1[hidden]'],
  [new RegExp(`([?&](?:${NAMES})=)[^\\s&"]*`, 'gi'), '$1[hidden]'],
  // JSON inside a text, at any depth: what follows the name is hidden to the end, rather than parsed.
  [new RegExp(`(["'](?:${NAMES})\\\\*["']\\s*:).*`, 'gis'), '$1 [hidden]'],
]

/** Cut last: half a secret would not be known for one. */
function hideInText(text: string): string {
  const urls = text.includes('://') ? text.replace(/[^\s"]+/g, hideLogin) : text
  const hidden = TEXTS.reduce((result, [pattern, instead]) => result.replace(pattern, instead), urls)
  return hidden.length > LONGEST ? `${hidden.slice(0, LONGEST)} [${hidden.length - LONGEST} more]` : hidden
}

/** From the first login of a URL to the last @, which may be part of the password. By places: a pattern would try each beginning to the end. */
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

/** Takes an entry apart and together again: entries are rare (warnings, errors), and text alone cannot be cut safely. */
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

/** The first line of its kind at once, and after a minute how many more there were. */
function outagesInShort(): LogMethod {
  /** How many more came since the line about it, by what was told. */
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
  // Whoever debugs wants to see where each came from.
  const logMethod = ['debug', 'trace'].includes(level) ? undefined : outagesInShort()
  const hooks = { streamWrite: hideSecrets, ...(logMethod && { logMethod }) }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, stream)
}

/** For lines that are made so that no secret can be in them: looking for some in each took longer than all the rest of the line. */
export const openAccessLog = (stream: Lines = standardError()): Logger =>
  pino({ level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
