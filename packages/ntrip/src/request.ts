// Parses the request of a client of the caster: NTRIP rev1 and rev2, and plain HTTP. The caller collects the bytes and
// calls again while the result is 'incomplete'.
import { type Credentials, readBasic, readText } from './basic.ts'
import { detached, HEAD_LIMIT, headEnd, headText, lineAt, oneLine, readHeaders, withLineFeeds } from './head.ts'

/** The protocol that the response has to use. */
export type Dialect = 'ntrip1' | 'ntrip2' | 'http'

export interface Request {
  readonly kind: 'stream' | 'sourcetable' | 'push'
  readonly dialect: Dialect
  /** Empty for a sourcetable. */
  readonly mountpoint: string
  /** User-Agent or Source-Agent, printable characters only; empty if absent. */
  readonly agent: string
  readonly credentials: Credentials | null
  /** The query string of a sourcetable request, which selects a part of the table. */
  readonly filter: string
  /** The sentence in the Ntrip-GGA header, or on a line of its own in the head; not validated. */
  readonly gga: string | null
  readonly chunked: boolean
  /** Whether the response may be chunked: HTTP/1.0 has no chunks. */
  readonly takesChunks: boolean
  readonly expectsContinue: boolean
  /** The client sent HEAD and wants no body. Only set for a sourcetable. */
  readonly headOnly: boolean
  /** The client may send another request on this connection. Only set for a sourcetable. */
  readonly keepsAlive: boolean
  /** The value of X-Forwarded-For, with which an HTTP proxy names its client; empty if absent. Not validated. */
  readonly forwardedFor: string
  /** Length of the head in bytes. A rover's GGA lines or a source's data follow. */
  readonly headLength: number
}

export type BadReason =
  | 'not_ntrip'
  | 'unknown_method'
  | 'head_too_long'
  | 'head_unfinished'
  | 'no_mountpoint'
  | 'bad_mountpoint'

/** A rejected head; `method` is `null` if the first word is no known method. */
export interface BadRequest {
  readonly kind: 'bad'
  readonly reason: BadReason
  readonly method: Method | null
  /** The request of a rover whose only fault is a name that no mountpoint can have; else `null`. */
  readonly asked: Request | null
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'SOURCE'

const METHODS: readonly Method[] = ['GET', 'SOURCE', 'POST', 'PUT', 'HEAD']
/** RFC 9110, 9.1 has no limit; no method in use is longer. */
const LONGEST_METHOD = 16
const LETTERS = /^[A-Za-z]{0,16}$/
const ANY_METHOD = /^[A-Za-z]+ /
/** RFC 9112, 2.3: major and minor digit; the minor digit may be missing here. */
const WRONG_VERSION = / HTTP\/(?!\d(?:\.\d)?\s*$)\S*\s*$/
const LONGEST_MOUNTPOINT = 100
/** NTRIP 2.0, sourcetable: at most 100 characters of this set. */
const MOUNTPOINT = /^[A-Za-z0-9_.-]{1,100}$/

/** `isAll`: no more bytes will arrive, so the end of the bytes ends a head without an empty line. */
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
    keepsAlive: mountpoint === '' && isPersistent(fields, line),
    forwardedFor: fields.forwardedFor,
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

/** RFC 9112, 2.2: empty lines before the request line are ignored. */
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

/**
 * RFC 9112, 9.3: a connection of HTTP/1.1 persists unless the client wants to close it. A client that names an NTRIP
 * version has to ask for it, because some of them read a sourcetable to the end of the connection.
 */
function isPersistent(fields: Fields, line: string): boolean {
  const dialect = dialectOf(fields, line)
  if (dialect === 'ntrip1' || !isHttp11(line) || fields.connection.includes('close')) return false
  return dialect === 'http' || fields.connection.includes('keep-alive')
}

const isHttp11 = (line: string) => line.trimEnd().endsWith(' HTTP/1.1')

/** `GET <target> HTTP/1.x`. The target can contain spaces (a filter) or be empty; the version can be missing. */
function httpLine(line: string): { target: string; password: string } {
  const rest = line.slice(line.indexOf(' '))
  const version = rest.lastIndexOf(' HTTP/')
  return { target: (version < 0 ? rest : rest.slice(0, version)).trim(), password: '' }
}

/** `SOURCE <password> <mountpoint>`, NTRIP 1.0. Optional: a slash, ` HTTP/1.1`, and `<user>:` before the password. */
function sourceLine(line: string, isAuthorized: boolean): { target: string; password: string } {
  const { target: words } = httpLine(line)
  const space = words.lastIndexOf(' ')
  // A single word can be a password without a mountpoint. It is a mountpoint with an empty password if it starts with a
  // slash, or if the password is in the Authorization header of rev2, as some sources send it.
  if (space < 0) return { target: words.startsWith('/') || isAuthorized ? words : '', password: '' }
  return { target: words.slice(space + 1), password: words.slice(0, space).trim() }
}

function sourceCredentials(latin1: string): Credentials | null {
  const text = readText(Buffer.from(latin1, 'latin1'))
  if (text === null) return null
  const colon = text.indexOf(':')
  return { username: text.slice(0, Math.max(0, colon)), password: text.slice(colon + 1) }
}

/** Splits a target into mountpoint name (empty for the sourcetable; not validated) and query. */
function readTarget(target: string): { mountpoint: string; filter: string } {
  // RFC 9112, 3.2.2: behind a proxy the target is a complete URL.
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  const query = path.indexOf('?')
  const name = query < 0 ? path : path.slice(0, query)
  return { mountpoint: withoutPadding(percentDecoded(name)), filter: query < 0 ? '' : path.slice(query + 1) }
}

/** Users type "/MOUNT" where their program already adds a slash, or "MOUNT/", or an invisible space. */
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
 * A client that sends no NTRIP version is rev1 if its agent contains NTRIP, or if it has no agent and sends an HTTP/1.0
 * request: small equipment often sends no agent. A client with another agent (a browser, curl) or with the Host header
 * of HTTP/1.1 (a load balancer's health check) is plain HTTP and gets the head of rev2.
 */
function dialectOf({ version, agent, hasHost }: Fields, line: string): Dialect {
  if (version !== '') return /^(ntrip\/)?1/i.test(version) ? 'ntrip1' : 'ntrip2'
  if (agent !== '') return /ntrip/i.test(agent) ? 'ntrip1' : 'http'
  return hasHost && isHttp11(line) ? 'http' : 'ntrip1'
}

/** The last GGA sentence among the head's lines, where some programs put it. */
function bareGga(head: string): string | null {
  if (!head.includes('$')) return null
  const line = head.match(/^\$[A-Z]{2}GGA,.*$/gm)?.at(-1)
  return line === undefined ? null : detached(oneLine(line))
}

const joined = (first: string, second: string) => (first === '' ? second : `${first}, ${second}`)

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
    /** Options of the Connection header in lower case. */
    connection: '',
    forwardedFor: '',
  }
  readHeaders(text, start, end, (name, value) => {
    if (name === 'user-agent' || name === 'source-agent') fields.agent = detached(oneLine(value))
    else if (name === 'authorization') fields.authorization = value
    else if (name === 'host') fields.hasHost = true
    else if (name === 'ntrip-version') fields.version = value
    else if (name === 'ntrip-gga') fields.gga = detached(oneLine(value)) || null
    else if (name === 'transfer-encoding') fields.chunked = /\bchunked$/i.test(value)
    else if (name === 'connection') fields.connection = value.toLowerCase()
    // A proxy appends to the header, or adds another one (RFC 9110, 5.3).
    else if (name === 'x-forwarded-for') fields.forwardedFor = detached(joined(fields.forwardedFor, oneLine(value)))
    else if (name === 'expect') fields.expectsContinue = /^100-continue$/i.test(value)
  })
  return fields
}
