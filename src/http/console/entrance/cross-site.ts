// Requests that change something must come from our own pages. Browsers say where a request comes from, and pages of
// others cannot make them lie: Fetch Metadata (Sec-Fetch-Site) where the browser sends it, else Origin. What sends neither is
// no browser page, or an old one, and must carry a header that a page of another site can only send with our leave (CORS),
// which nobody gets. SameSite=Lax on the cookie is the second line.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/codes/refusal.ts'

const HARMLESS = ['GET', 'HEAD', 'OPTIONS']

export function refuseCrossSite({ method, headers }: FastifyRequest, baseUrl: string): void {
  if (HARMLESS.includes(method)) return
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (site !== undefined) {
    if (site === 'same-origin') return
  } else if (origin !== undefined) {
    // Behind a proxy the host may differ from BASE_URL's; a browser never lets a page choose Host.
    if (origin === baseUrl || hostOf(origin) === headers.host) return
  } else if (headers['x-requested-with'] === 'vertice') return
  throw new Refusal('cross_site')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
