// What a client of the caster asks for: NTRIP rev1 and rev2, and plain HTTP. The caller collects the bytes and asks again.
import { type Credentials, readBasic, readText } from './basic.ts'
import { detached, HEAD_LIMIT, headEnd, headText, lineAt, oneLine, readHeaders } from './head.ts'

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
  /** The sentence of Ntrip-GGA, as it came. */
  readonly gga: string | null
  /** The body comes in chunks. */
  readonly chunked: boolean
  /** The answer may come in chunks: HTTP/1.0 knows none. */
  readonly takesChunks: boolean
  readonly expectsContinue: boolean
  /** What follows these bytes is no longer head: GGA lines of a rover, data of a source. */
  readonly headLength: number
}

/** A head that is refused; `method` null: not even its first word was ours. */
export interface BadRequest {
  readonly kind: 'bad'
  readonly reason: 'not NTRIP' | 'head too long' | 'no mountpoint' | 'bad mountpoint name'
  readonly method: Method | null
}

type Method = 'GET' | 'POST' | 'SOURCE'

const METHODS: readonly Method[] = ['GET', 'SOURCE', 'POST']
/** NTRIP 2.0, sourcetable: at most 100 characters of this set. */
const MOUNTPOINT = /^[A-Za-z0-9_.-]{1,100}$/

export function readRequest(head: Buffer): Request | BadRequest | 'incomplete' {
  const text = headText(head)
  const start = afterLineEnds(text)
  const method = methodAt(text, start)
  if (!method && !couldBecomeMethod(text.slice(start, start + 8))) return bad('not NTRIP', null)
  const end = method ? headEnd(text, start) : -1
  if (!method || end < 0) return head.length < HEAD_LIMIT ? 'incomplete' : bad('head too long', method)

  const line = lineAt(text, start)
  const { target, password } = method === 'SOURCE' ? sourceLine(line) : httpLine(line)
  const mountpoint = mountpointOf(target)
  if (mountpoint === null) return bad('bad mountpoint name', method)
  if (mountpoint === '' && method !== 'GET') return bad('no mountpoint', method)

  const fields = readFields(text, start, end)
  return {
    kind: method !== 'GET' ? 'push' : mountpoint === '' ? 'sourcetable' : 'stream',
    dialect: method === 'GET' ? dialectOf(fields.version, fields.agent) : method === 'POST' ? 'ntrip2' : 'ntrip1',
    mountpoint: detached(mountpoint),
    agent: fields.agent,
    credentials: method === 'SOURCE' ? sourceCredentials(password) : readBasic(fields.authorization),
    gga: fields.gga,
    chunked: fields.chunked,
    takesChunks: line.endsWith(' HTTP/1.1'),
    expectsContinue: fields.expectsContinue,
    headLength: end,
  }
}

const bad = (reason: BadRequest['reason'], method: Method | null): BadRequest => ({ kind: 'bad', reason, method })

/** RFC 9112, 2.2: empty lines before the request line are passed over. */
function afterLineEnds(text: string): number {
  let at = 0
  while (text[at] === '\r' || text[at] === '\n') at++
  return at
}

function methodAt(text: string, start: number): Method | null {
  const method = METHODS.find((known) => text.startsWith(known, start))
  return method !== undefined && text[start + method.length] === ' ' ? method : null
}

const couldBecomeMethod = (text: string) => METHODS.some((known) => `${known} `.startsWith(text))

/** `GET <target> HTTP/1.x`. The target may hold spaces (a sourcetable filter), be empty, or have no version behind it. */
function httpLine(line: string): { target: string; password: string } {
  const rest = line.slice(line.indexOf(' '))
  const version = rest.lastIndexOf(' HTTP/')
  return { target: (version < 0 ? rest : rest.slice(0, version)).trim(), password: '' }
}

/** `SOURCE <password> <mountpoint>`, NTRIP 1.0; the mountpoint with or without a slash, some sources add ` HTTP/1.1`. */
function sourceLine(line: string): { target: string; password: string } {
  const { target: words } = httpLine(line)
  const space = words.lastIndexOf(' ')
  // One word is a mountpoint behind an empty password only if its slash says so: it may as well be a lonely password.
  if (space < 0) return { target: words.startsWith('/') ? words : '', password: '' }
  return { target: words.slice(space + 1), password: words.slice(0, space).trim() }
}

function sourceCredentials(latin1: string): Credentials | null {
  const password = readText(Buffer.from(latin1, 'latin1'))
  return password === null ? null : { username: '', password }
}

/** The name a target asks for; empty: the sourcetable; null: no mountpoint can have it. */
function mountpointOf(target: string): string | null {
  // RFC 9112, 3.2.2: behind a proxy the target is a whole address.
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  const query = path.indexOf('?')
  // People type "/MOUNT" where their program puts a slash before it.
  const name = (query < 0 ? path : path.slice(0, query)).replace(/^\/+/, '')
  const decoded = name.includes('%') ? percentDecoded(name) : name
  return decoded === '' || MOUNTPOINT.test(decoded) ? decoded : null
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Who names no version is rev1 if it calls itself NTRIP, or calls itself nothing: browsers and tools always have a name,
 * small equipment often has none. Another name (a browser, curl) is plain HTTP and gets the head of rev2.
 */
function dialectOf(version: string, agent: string): Dialect {
  if (version !== '') return /^(ntrip\/)?1/i.test(version) ? 'ntrip1' : 'ntrip2'
  return agent === '' || /ntrip/i.test(agent) ? 'ntrip1' : 'http'
}

function readFields(text: string, start: number, end: number) {
  const fields = {
    version: '',
    agent: '',
    authorization: '',
    gga: null as string | null,
    chunked: false,
    expectsContinue: false,
  }
  readHeaders(text, start, end, (name, value) => {
    if (name === 'user-agent' || name === 'source-agent') fields.agent = detached(oneLine(value))
    else if (name === 'authorization') fields.authorization = value
    else if (name === 'ntrip-version') fields.version = value
    else if (name === 'ntrip-gga') fields.gga = detached(oneLine(value)) || null
    else if (name === 'transfer-encoding') fields.chunked = /\bchunked$/i.test(value)
    else if (name === 'expect') fields.expectsContinue = /^100-continue$/i.test(value)
  })
  return fields
}
