// Security headers of every answer to a browser: only our own scripts and styles, no framing, no referrer.
import type { FastifyInstance } from 'fastify'
import { commonHeaders } from '../../base/serving/common-headers.ts'

/** `nonce` allows styles that a page adds at run time; `imageSources` are the hosts of map tiles. */
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
