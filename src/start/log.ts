// One JSON line an entry, on standard error. What looks like a secret never leaves, wherever in an entry it stands.
import { type Logger, pino } from 'pino'

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
  // Customers' links, to their data and to their order, and one-time links into the console.
  [/(\/(?:c|orders)\/)[0-9A-Za-z-]{20,}/g, '$1[hidden]'],
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

export function openLog(level: string, stream: { write(line: string): void } = process.stderr): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: hideSecrets } },
    stream,
  )
}
