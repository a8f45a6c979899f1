// CSRF protection: requests that change something must come from our own pages. Browsers report the origin and other
// sites cannot forge it: Fetch Metadata (Sec-Fetch-Site) where supported, otherwise Origin. A request with neither must
// carry a header that other sites can only send if CORS allows it, which we never do. SameSite=Lax on the cookie is the
// second line of defence.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/codes/refusal.ts'

const HARMLESS = ['GET', 'HEAD', 'OPTIONS']

/** True for requests that change nothing. */
export const isRead = ({ method }: FastifyRequest): boolean => HARMLESS.includes(method)

export function refuseCrossSite(request: FastifyRequest, baseUrl: string): void {
  if (isRead(request)) return
  const { headers } = request
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (site !== undefined) {
    if (site === 'same-origin') return
  } else if (origin !== undefined) {
    // Behind a proxy the host may differ from BASE_URL's. Pages cannot choose the Host header.
    if (origin === baseUrl || hostOf(origin) === headers.host) return
  } else if (headers['x-requested-with'] === 'vertice') return
  throw new Refusal('cross_site')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
