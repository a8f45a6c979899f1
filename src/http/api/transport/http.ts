// HTTP checks before routing: trailing slashes, Host headers, and input that is not HTTP.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { randomCode } from '../../../base/secrets.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { problemOf, statusOf } from '../../../wire/problems/problem.ts'

const SLASH = 47

/** Ignores a trailing slash, only in the API and its documentation. */
export function withoutTrailingSlash(url: string): string {
  if (!url.startsWith('/api/') && !url.startsWith('/docs/')) return url
  const end = url.indexOf('?')
  const path = end === -1 ? url.length : end
  return url.charCodeAt(path - 1) === SLASH ? url.slice(0, path - 1) + url.slice(path) : url
}

/** RFC 9112, 3.2: with several Host headers, a proxy may have trusted a different one than this server does. */
export function refusalOfHosts({ rawHeaders, httpVersionMinor }: IncomingMessage): Refusal | null {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts === 0 && httpVersionMinor > 0) return new Refusal('invalid_request', { reason: 'no_host' })
  return hosts > 1 ? new Refusal('invalid_request', { reason: 'two_hosts' }) : null
}

const BAD_HTTP: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: new Refusal('headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('request_timeout'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal('payload_too_large'),
}

/** Answers input that is not HTTP and never becomes a request. Returns `null` if the client is gone. */
export function refuseBadHttp(
  error: Error & { code?: string },
  socket: Socket,
  { baseUrl, common }: { readonly baseUrl: string; readonly common: Readonly<Record<string, string>> },
): { readonly id: string; readonly status: number; readonly bytes: number } | null {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return null
  }
  const id = `req-${randomCode(10)}`
  const refusal = BAD_HTTP[error.code ?? ''] ?? new Refusal('invalid_request', { reason: 'not_http' })
  const status = statusOf(refusal.code)
  const body = JSON.stringify(problemOf(refusal, id, { baseUrl }))
  const headers = Object.entries({
    'content-type': 'application/problem+json',
    'content-language': 'en',
    'cache-control': 'no-store',
    'x-request-id': id,
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    ...common,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`
  socket.end(answer)
  return { id, status, bytes: Buffer.byteLength(answer) }
}
