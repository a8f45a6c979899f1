// What every answer to a browser carries: our own scripts and styles only, in no frame, told to nobody.
import type { FastifyInstance } from 'fastify'
import { commonHeaders } from '../../base/serving/common-headers.ts'

/** `nonce`: for the styles that a page of ours makes while it runs. `imageSources`: where the map's tiles come from. */
export function contentSecurityPolicy(nonce: string | null, imageSources: readonly string[] = []): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    ['img-src', "'self'", 'data:', ...imageSources].join(' '),
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const HEADERS = {
  'content-security-policy': contentSecurityPolicy(null),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export const securityHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  ...HEADERS,
  ...commonHeaders(baseUrl),
})

export function sendSecurityHeaders(app: Pick<FastifyInstance, 'addHook'>, baseUrl: string): void {
  const headers = securityHeaders(baseUrl)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}
