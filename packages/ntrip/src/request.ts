// What a client of the caster asks for: NTRIP rev1 and rev2, and plain HTTP. The caller collects the bytes and asks again.
import { type Credentials, readBasic, readText } from './basic.ts'
import { detached, HEAD_LIMIT, headEnd, headText, lineAt, oneLine, readHeaders, withLineFeeds } from './head.ts'

/** How the client wants to be answered. */
export type Dialect = 'ntrip1' | 'ntrip2' | 'http'

/** A head that could be read. */
export interface Request {
  readonly kind: 'stream' | 'sourcetable' | 'push'
  readonly dialect: Dialect
  /** Empty for a sourcetable. */
  readonly mountpoint: string
  /** User-Agent or Source-Agent, printable; empty when there is none. */
  readonly agent: string
  readonly credentials: Credentials | null
  /** Of a sourcetable: which part of it, as it stands behind the question mark. */
  readonly filter: string
  /** The sentence of Ntrip-GGA, or one that stands in the head as a line of its own, as it came. */
  readonly gga: string | null
  /** The body comes in chunks. */
  readonly chunked: boolean
  /** The answer may come in chunks: HTTP/1.0 knows none. */
  readonly takesChunks: boolean
  readonly expectsContinue: boolean
  /** The client sent HEAD and wants no body. Only set for a sourcetable. */
  readonly headOnly: boolean
  /** What follows these bytes is no longer head: GGA lines of a rover, data of a source. */
  readonly headLength: number
}

export type BadReason =
  | 'not_ntrip'
  | 'unknown_method'
  | 'head_too_long'
  | 'head_unfinished'
  | 'no_mountpoint'
  | 'bad_mountpoint'

/** A head that is refused; `method` null: not even its first word was ours. */
export interface BadRequest {
  readonly kind: 'bad'
  readonly reason: BadReason
  readonly method: Method | null
  /** What a rover asked for that gave a name which no mountpoint can have: the rest of its head can be read. */
  readonly asked: Request | null
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'SOURCE'

const METHODS: readonly Method[] = ['GET', 'SOURCE', 'POST', 'PUT', 'HEAD']
/** RFC 9110, 9.1 allows more; none that is in use is longer. */
const LONGEST_METHOD = 16
const LETTERS = /^[A-Za-z]{0,16}$/
const ANY_METHOD = /^[A-Za-z]+ /
/** RFC 9112, 2.3: two figures, of which the second may be left out here. */
const WRONG_VERSION = / HTTP\/(?!\d(?:\.\d)?\s*$)\S*\s*$/
const LONGEST_MOUNTPOINT = 100
/** NTRIP 2.0, sourcetable: at most 100 characters of this set. */
const MOUNTPOINT = /^[A-Za-z0-9_.-]{1,100}$/

/** `isAll`: no more of it will come, so a head without its empty line ends here. */
export function readRequest(head: Buffer, isAll = false): Request | BadRequest | 'incomplete' {
  const text = withLineFeeds(headText(head))
  const start = afterLineEnds(text)
  const method = methodAt(text, start)
  if (!method) {
    const word = text.slice(start, start + LONGEST_METHOD + 1)
    if (ANY_METHOD.test(word)) return bad('unknown_method', null)
    if (!LETTERS.test(word) || (isAll && word !== '')) return bad('not_ntrip', null)
  }
  const end = method ? headEnd(text, start) : -1
  if (method && end >= 0) return readHead(text, start, end, method)
  if (head.length >= HEAD_LIMIT) return bad('head_too_long', method)
  if (!isAll) return 'incomplete'
  return method ? readHead(`${text}\n`, start, text.length, method) : bad('head_unfinished', null)
}

function readHead(text: string, start: number, end: number, method: Method): Request | BadRequest {
  const line = lineAt(text, start)
  if (method !== 'SOURCE' && WRONG_VERSION.test(line)) return bad('not_ntrip', method)
  const fields = readFields(text, start, end)
  const { target, password } = method === 'SOURCE' ? sourceLine(line, fields.authorization !== '') : httpLine(line)
  const { mountpoint, filter } = readTarget(target)
  const isRead = method === 'GET' || method === 'HEAD'
  if (mountpoint === '' && !isRead) return bad('no_mountpoint', method)
  if (mountpoint !== '' && method === 'HEAD') return bad('unknown_method', method)

  const request: Request = {
    kind: !isRead ? 'push' : mountpoint === '' ? 'sourcetable' : 'stream',
    dialect: isRead ? dialectOf(fields, line) : method === 'SOURCE' ? 'ntrip1' : 'ntrip2',
    mountpoint: detached(oneLine(mountpoint).slice(0, LONGEST_MOUNTPOINT)),
    agent: fields.agent,
    credentials:
      method === 'SOURCE' && fields.authorization === ''
        ? sourceCredentials(password)
        : readBasic(fields.authorization),
    filter: mountpoint === '' ? detached(filter) : '',
    gga: fields.gga ?? bareGga(text.slice(start, end)),
    chunked: fields.chunked,
    takesChunks: isHttp11(line),
    expectsContinue: fields.expectsContinue,
    headOnly: method === 'HEAD',
    headLength: end,
  }
  if (mountpoint === '' || MOUNTPOINT.test(mountpoint)) return request
  return bad('bad_mountpoint', method, method === 'GET' ? request : null)
}

const bad = (reason: BadReason, method: Method | null, asked: Request | null = null): BadRequest => ({
  kind: 'bad',
  reason,
  method,
  asked,
})

/** RFC 9112, 2.2: empty lines before the request line are passed over. */
function afterLineEnds(text: string): number {
  let at = 0
  while (text[at] === '\r' || text[at] === '\n') at++
  return at
}

/** Some equipment sends the method in lower case. */
function methodAt(text: string, start: number): Method | null {
  const word = text.slice(start, start + LONGEST_METHOD).toUpperCase()
  const method = METHODS.find((known) => word.startsWith(known))
  return method !== undefined && text[start + method.length] === ' ' ? method : null
}

const isHttp11 = (line: string) => line.trimEnd().endsWith(' HTTP/1.1')

/** `GET <target> HTTP/1.x`. The target may hold spaces (a sourcetable filter), be empty, or have no version behind it. */
function httpLine(line: string): { target: string; password: string } {
  const rest = line.slice(line.indexOf(' '))
  const version = rest.lastIndexOf(' HTTP/')
  return { target: (version < 0 ? rest : rest.slice(0, version)).trim(), password: '' }
}

/**
 * `SOURCE <password> <mountpoint>`, NTRIP 1.0. The mountpoint has a slash or none, and some sources add ` HTTP/1.1`. Some sources send
 * `<user>:<password>`.
 */
function sourceLine(line: string, isAuthorized: boolean): { target: string; password: string } {
  const { target: words } = httpLine(line)
  const space = words.lastIndexOf(' ')
  // One word is a mountpoint behind an empty password only if its slash says so (it may as well be a lonely password), or if the
  // password stands where rev2 has it, as some sources do.
  if (space < 0) return { target: words.startsWith('/') || isAuthorized ? words : '', password: '' }
  return { target: words.slice(space + 1), password: words.slice(0, space).trim() }
}

function sourceCredentials(latin1: string): Credentials | null {
  const text = readText(Buffer.from(latin1, 'latin1'))
  if (text === null) return null
  const colon = text.indexOf(':')
  return { username: text.slice(0, Math.max(0, colon)), password: text.slice(colon + 1) }
}

/** The name that a target asks for (empty: the sourcetable; it may be one that no mountpoint can have), and what stands behind it. */
function readTarget(target: string): { mountpoint: string; filter: string } {
  // RFC 9112, 3.2.2: behind a proxy the target is a whole address.
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  const query = path.indexOf('?')
  const name = query < 0 ? path : path.slice(0, query)
  return { mountpoint: withoutPadding(percentDecoded(name)), filter: query < 0 ? '' : path.slice(query + 1) }
}

/** People type "/MOUNT" where their program puts a slash before it, or "MOUNT/", or a space that nobody sees. */
function withoutPadding(name: string): string {
  let [from, to] = [0, name.length]
  while (from < to && PADDING.includes(name[from]!)) from++
  while (from < to && PADDING.includes(name[to - 1]!)) to--
  return name.slice(from, to)
}

const PADDING = '/ \t\xa0'

function percentDecoded(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Who names no version is rev1 if it calls itself NTRIP, or calls itself nothing and asks as HTTP/1.0 did: small equipment often
 * has no name. Another name (a browser, curl), or the Host that HTTP/1.1 demands (a load balancer that looks whether we live), is
 * plain HTTP and gets the head of rev2.
 */
function dialectOf({ version, agent, hasHost }: Fields, line: string): Dialect {
  if (version !== '') return /^(ntrip\/)?1/i.test(version) ? 'ntrip1' : 'ntrip2'
  if (agent !== '') return /ntrip/i.test(agent) ? 'ntrip1' : 'http'
  return hasHost && isHttp11(line) ? 'http' : 'ntrip1'
}

/** The newest position that stands among the lines of a head, where some programs put it. */
function bareGga(head: string): string | null {
  if (!head.includes('$')) return null
  const line = head.match(/^\$[A-Z]{2}GGA,.*$/gm)?.at(-1)
  return line === undefined ? null : detached(oneLine(line))
}

type Fields = ReturnType<typeof readFields>

function readFields(text: string, start: number, end: number) {
  const fields = {
    version: '',
    agent: '',
    hasHost: false,
    authorization: '',
    gga: null as string | null,
    chunked: false,
    expectsContinue: false,
  }
  readHeaders(text, start, end, (name, value) => {
    if (name === 'user-agent' || name === 'source-agent') fields.agent = detached(oneLine(value))
    else if (name === 'authorization') fields.authorization = value
    else if (name === 'host') fields.hasHost = true
    else if (name === 'ntrip-version') fields.version = value
    else if (name === 'ntrip-gga') fields.gga = detached(oneLine(value)) || null
    else if (name === 'transfer-encoding') fields.chunked = /\bchunked$/i.test(value)
    else if (name === 'expect') fields.expectsContinue = /^100-continue$/i.test(value)
  })
  return fields
}
