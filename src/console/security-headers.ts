// What every answer under /console carries: our own scripts and styles only, in no frame, told to nobody.
import type { App } from './services.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
const ONE_YEAR_S = 31_536_000

export function sendSecurityHeaders(app: App, baseUrl: string): void {
  const headers = baseUrl.startsWith('https:')
    ? { ...HEADERS, 'strict-transport-security': `max-age=${ONE_YEAR_S}` }
    : HEADERS
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}
