// What HTTP itself asks for, before there is a route: which resource is meant, and what is no request at all.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { randomCode } from '../../base/secrets.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { problemOf, statusOf } from '../../wire/problem.ts'

const SLASH = 47

/** A trailing slash names the same resource; what is shown to browsers is not concerned. */
export function withoutTrailingSlash(url: string): string {
  if (!url.startsWith('/api/') && !url.startsWith('/docs/')) return url
  const end = url.indexOf('?')
  const path = end === -1 ? url.length : end
  return url.charCodeAt(path - 1) === SLASH ? url.slice(0, path - 1) + url.slice(path) : url
}

/** RFC 9112, 3.2: what lies in front may have believed the other one. */
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

/** What is not HTTP at all never becomes a request; it is answered all the same. Returns what was answered; null: nobody listens. */
export function refuseBadHttp(
  error: Error & { code?: string },
  socket: Socket,
  common: Readonly<Record<string, string>>,
): { readonly id: string; readonly status: number; readonly bytes: number } | null {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return null
  }
  const id = `req-${randomCode(10)}`
  const refusal = BAD_HTTP[error.code ?? ''] ?? new Refusal('invalid_request', { reason: 'not_http' })
  const status = statusOf(refusal.code)
  const body = JSON.stringify(problemOf(refusal, id))
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
