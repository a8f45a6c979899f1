// What a resource does not do. A method that it does not have is a 405 that names those that it has (RFC 9110, 15.5.6), and OPTIONS is
// answered, both to anybody: what there is stands in the description.
import type { RouteOptions } from 'fastify'
import type { App } from '../../base/serving/app.ts'
import { Refusal } from '../../domain/codes/refusal.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Notes the routes of the instance from now on; what is returned makes the others of the same addresses, on an instance of its own. */
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
        // Before the body is looked at: whatever is in it, the method is what is wrong.
        onRequest: ({ method }, _, done) => done(new Refusal('method_not_allowed', { method, allowed })),
        handler: () => {},
      })
    }
  }
}
