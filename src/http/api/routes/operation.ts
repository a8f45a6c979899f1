// For whoever runs the service: is the process alive, and can it answer?
import type { App } from '../../../base/serving/app.ts'
import type { ApiServices } from '../services.ts'

export function operationRoutes(app: App, { notReady }: ApiServices): void {
  const hide = { schema: { hide: true } as object }
  app.get('/livez', hide, async () => ({ ok: true }))
  app.get('/readyz', hide, async (_, reply) => {
    const reason = await notReady()
    return reason === null ? { ok: true } : reply.code(503).send({ ok: false, reason })
  })
}
