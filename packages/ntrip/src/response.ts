// The caster's responses. Each response is the last on its connection, unless the connection is kept alive after a
// sourcetable. A rejection states its reason where the client shows it.
import { oneLine } from './head.ts'
import type { Dialect } from './request.ts'

/** Rev1 response to rovers and sources. It has no header lines, because RTKLIB reads further lines as data. */
export const ICY_OK = Buffer.from('ICY 200 OK\r\n\r\n')
/** Rev1 response to a source. */
export const BAD_PASSWORD = Buffer.from('ERROR - Bad Password\r\n')
/** Rev1 response to a source. */
export const MOUNTPOINT_TAKEN_OR_INVALID = Buffer.from('ERROR - Mount Point Taken or Invalid\r\n')
/** Rev1 response to a source, for reasons that the standard has no text for: clients show the text after `ERROR - `. */
export const sourceRefused = (reason: string): Buffer => Buffer.from(`ERROR - ${reason}\r\n`)
/** RFC 9110, 10.1.1: response to a source that waits for it before it sends its body. */
export const CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')

const PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  503: 'Service Unavailable',
} as const

export interface Refusal {
  readonly dialect: Dialect
  /** A sentence for the person in the field. */
  readonly reason: string
  readonly at: Date
}

export function streamHead(dialect: Dialect, at: Date, { chunked = false } = {}): Buffer {
  if (dialect === 'ntrip1') return ICY_OK
  const encoding = chunked ? 'Transfer-Encoding: chunked\r\n' : ''
  return Buffer.from(
    `HTTP/1.1 200 OK\r\n${commonLines(dialect, at)}Content-Type: gnss/data\r\n${encoding}\r\n`,
    'latin1',
  )
}

/** Response to an accepted push. It has no length: it ends when the source disconnects. */
export const pushHead = (dialect: Dialect, at: Date): Buffer =>
  dialect === 'ntrip1' ? ICY_OK : Buffer.from(`HTTP/1.1 200 OK\r\n${commonLines(dialect, at)}\r\n`, 'latin1')

/**
 * Head of a sourcetable with `contentLength` bytes. Also the rev1 response to an unknown mountpoint. `keepsAlive`: the
 * connection stays open for another request.
 */
export function sourcetableHead(
  dialect: Dialect,
  contentLength: number,
  at: Date,
  { keepsAlive = false } = {},
): Buffer {
  const status = dialect === 'ntrip1' ? 'SOURCETABLE 200 OK' : 'HTTP/1.1 200 OK'
  const type = { ntrip1: 'text/plain', ntrip2: 'gnss/sourcetable', http: 'text/plain; charset=utf-8' }[dialect]
  // The supported filters; some rev2 clients reject a table without this line.
  const flags = dialect === 'ntrip1' ? '' : 'Ntrip-Flags: st_filter,st_match,st_strict\r\n'
  const content = `Content-Type: ${type}\r\nContent-Length: ${contentLength}\r\n`
  return Buffer.from(`${status}\r\n${commonLines(dialect, at, keepsAlive)}${flags}${content}\r\n`, 'latin1')
}

/** For every credential problem, in both revisions: a sourcetable would hide the reason. */
export const unauthorized = (refusal: Refusal, mountpoint: string): Buffer =>
  refuse(401, refusal, `WWW-Authenticate: Basic realm="${oneLine(mountpoint).replace(/["\\]/g, '')}"\r\n`)

/** For an unknown mountpoint, except in rev1, which gets the sourcetable. */
export const notFound = (refusal: Refusal): Buffer => refuse(404, refusal)

/** For a push to a mountpoint that already has a source. */
export const conflict = (refusal: Refusal): Buffer => refuse(409, refusal)

/** For a malformed head. */
export const badRequest = (refusal: Refusal): Buffer => refuse(400, refusal)

/** For a head that is longer than `HEAD_LIMIT`. */
export const headTooLarge = (refusal: Refusal): Buffer => refuse(431, refusal)

export const notImplemented = (refusal: Refusal): Buffer => refuse(501, refusal, 'Allow: GET, HEAD, POST, PUT\r\n')

/** 429: this credential retries too often; 503: the caster cannot serve now. */
export const retryLater = (status: 429 | 503, refusal: Refusal, seconds: number): Buffer =>
  refuse(status, refusal, `Retry-After: ${Math.max(1, Math.ceil(seconds))}\r\n`)

function refuse(status: keyof typeof PHRASES, { dialect, reason, at }: Refusal, extra = ''): Buffer {
  const body = `${reason}\r\n`
  const statusLine = `HTTP/${dialect === 'ntrip1' ? '1.0' : '1.1'} ${status} ${PHRASES[status]}\r\n`
  const content = `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${statusLine}${commonLines(dialect, at)}${extra}${content}\r\n${body}`)
}

/** NTRIP: the version after the caster's name is the NTRIP version, not the program's. */
function commonLines(dialect: Dialect, at: Date, keepsAlive = false): string {
  const rev1 = dialect === 'ntrip1'
  const name = rev1 ? 'Server: NTRIP Vertice/1.0' : 'Ntrip-Version: Ntrip/2.0\r\nServer: NTRIP Vertice/2.0'
  return `${name}\r\nDate: ${at.toUTCString()}\r\nCache-Control: no-store\r\nConnection: ${keepsAlive ? 'keep-alive' : 'close'}\r\n`
}
