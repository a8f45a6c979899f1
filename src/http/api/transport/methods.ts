// Unsupported methods return a 405 that names the supported ones (RFC 9110, 15.5.6), and OPTIONS is answered. Neither
// needs a token, because the API description is public.
import type { RouteOptions } from 'fastify'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Collects the routes added after this call. The returned function adds their other methods to `beside`. */
export function otherMethodsOf(app: App): (beside: App) => void {
  const had = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = had.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    had.set(url, methods)
  })
  return (beside) => {
    for (const [url, methods] of had) {
      const allowed = [...METHODS.filter((method) => methods.has(method)), 'OPTIONS']
      const hidden = { url, schema: { hide: true } } as Pick<RouteOptions, 'url' | 'schema'>
      beside.route({
        ...hidden,
        method: 'OPTIONS',
        handler: (_, reply) => reply.code(204).header('allow', allowed.join(', ')).send(),
      })
      const others = METHODS.filter((method) => !methods.has(method))
      if (others.length === 0) continue
      beside.route({
        ...hidden,
        method: others,
        // Reject before the body is parsed, because the body does not matter.
        onRequest: ({ method }, _, done) => done(new Refusal('method_not_allowed', { method, allowed })),
        handler: () => {},
      })
    }
  }
}
