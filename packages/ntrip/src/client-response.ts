// Parses a caster's response. The caller collects the bytes and calls again while the result is 'incomplete'.
import { HEAD_LIMIT, headEnd, headText, lineAt, readHeaders } from './head.ts'

export interface StreamOpened {
  readonly status: 'stream'
  readonly headLength: number
  readonly chunked: boolean
  /** Some casters send an empty line after `ICY 200 OK`; see `withoutLineEnds`. */
  readonly lineEndsMayFollow: boolean
}

export interface Refused {
  readonly status: 'refused'
  readonly reason: 'credentials' | 'unknown_mountpoint' | 'taken' | 'not_ntrip' | 'other'
  /** First line of the response. */
  readonly said: string
}

/** Content types that casters use for streams; not, for example, a captive portal's web page. */
const STREAM_TYPE = /^gnss\/|rtcm|^application\/octet-stream\b/

const FIRST_WORDS = ['ICY ', 'OK\r', 'OK\n', 'HTTP/1.', 'SOURCETABLE ', 'ERROR']

export function readResponse(bytes: Buffer): StreamOpened | Refused | 'incomplete' {
  const text = headText(bytes)
  const line = lineAt(text, 0)
  if (!FIRST_WORDS.some((word) => text.startsWith(word) || word.startsWith(text))) return refused('not_ntrip', line)
  if (text.includes('\n')) {
    if (line.startsWith('ICY 200') || line === 'OK') return icy(text)
    if (line.startsWith('SOURCETABLE ')) return refused('unknown_mountpoint', line)
    if (line.startsWith('ERROR')) return refused(errorReason(line), line)
    if (line.startsWith('ICY ')) return refused('other', line)
    const status = Number(line.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    if (status !== 200) return refused(statusReason(status), line)
    const end = headEnd(text, 0)
    if (end >= 0) return http(text, end, line)
  }
  return bytes.length < HEAD_LIMIT ? 'incomplete' : refused('not_ntrip', line)
}

/** Parses the response to a push. Whatever follows the status line of an accepted push is ignored. */
export function readPushResponse(bytes: Buffer): { readonly status: 'accepted' } | Refused | 'incomplete' {
  const text = headText(bytes)
  const line = lineAt(text, 0)
  if (!FIRST_WORDS.some((word) => text.startsWith(word) || word.startsWith(text))) return refused('not_ntrip', line)
  if (!text.includes('\n')) return bytes.length < HEAD_LIMIT ? 'incomplete' : refused('not_ntrip', line)
  if (line.startsWith('ICY 200') || line === 'OK') return { status: 'accepted' }
  if (line.startsWith('SOURCETABLE ')) return refused('unknown_mountpoint', line)
  if (line.startsWith('ERROR')) return refused(errorReason(line), line)
  if (line.startsWith('ICY ')) return refused('other', line)
  const status = Number(line.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  return status === 200 ? { status: 'accepted' } : refused(statusReason(status), line)
}

/** Removes the empty line that some casters send after `ICY 200 OK`. No RTCM frame starts with a line end. */
export function withoutLineEnds(data: Buffer): Buffer {
  let at = 0
  while (data[at] === 13 || data[at] === 10) at++
  return at === 0 ? data : data.subarray(at)
}

/** The stream opens at the end of the status line: a caster that waits for our GGA sends nothing more before it. */
function icy(text: string): StreamOpened {
  let headLength = text.indexOf('\n') + 1
  while (text[headLength] === '\r' || text[headLength] === '\n') headLength++
  return { status: 'stream', headLength, chunked: false, lineEndsMayFollow: headLength === text.length }
}

function http(text: string, end: number, line: string): StreamOpened | Refused {
  let type = ''
  let chunked = false
  readHeaders(text, 0, end, (name, value) => {
    if (name === 'content-type') type = value.toLowerCase()
    else if (name === 'transfer-encoding') chunked = /\bchunked$/i.test(value)
  })
  if (type.startsWith('gnss/sourcetable')) return refused('unknown_mountpoint', line)
  if (type !== '' && !STREAM_TYPE.test(type)) return refused('not_ntrip', line)
  return { status: 'stream', headLength: end, chunked, lineEndsMayFollow: false }
}

const refused = (reason: Refused['reason'], line: string): Refused => ({
  status: 'refused',
  reason,
  said: line.replace(/[^\x20-\x7e]/g, '').slice(0, 200),
})

function errorReason(line: string): Refused['reason'] {
  if (/password/i.test(line)) return 'credentials'
  return /mount ?point/i.test(line) ? 'taken' : 'other'
}

function statusReason(status: number): Refused['reason'] {
  if (status === 401 || status === 403) return 'credentials'
  if (status === 404) return 'unknown_mountpoint'
  return status === 409 ? 'taken' : 'other'
}

export interface TableHead {
  readonly status: 'table'
  readonly headLength: number
  readonly chunked: boolean
}

export function readTableHead(bytes: Buffer): TableHead | Refused | 'incomplete' {
  const text = headText(bytes)
  const line = lineAt(text, 0)
  const isTable = 'SOURCETABLE 200'.startsWith(line.slice(0, 15)) || line.startsWith('SOURCETABLE 200')
  const isHttp = line.startsWith('HTTP/1.') || 'HTTP/1.'.startsWith(line)
  if (!isTable && !isHttp) return refused(line.startsWith('ICY 401') ? 'credentials' : 'not_ntrip', line)
  if (text.includes('\n')) {
    const status = Number(line.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    if (!isTable && status !== 200) return refused(statusReason(status), line)
    const end = headEnd(text, 0)
    if (end >= 0) return tableHead(text, end, line)
  }
  return bytes.length < HEAD_LIMIT ? 'incomplete' : refused('not_ntrip', line)
}

function tableHead(text: string, end: number, line: string): TableHead | Refused {
  let type = ''
  let chunked = false
  readHeaders(text, 0, end, (name, value) => {
    if (name === 'content-type') type = value.toLowerCase()
    else if (name === 'transfer-encoding') chunked = /\bchunked$/i.test(value)
  })
  if (type !== '' && !/^gnss\/sourcetable|^text\/plain/.test(type)) return refused('not_ntrip', line)
  // Content-Length is ignored: some casters count the head's lines or the line ends differently. The table's last line
  // marks its end.
  return { status: 'table', headLength: end, chunked }
}
