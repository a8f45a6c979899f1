import type { App } from '../../base/serving/app.ts'
import type { ApiServices } from './services.ts'

export function probeRoutes(app: App, { notReady }: ApiServices): void {
  const hide = { schema: { hide: true } as object }
  app.get('/livez', hide, async () => ({ ok: true }))
  app.get('/readyz', hide, async (_, reply) => {
    const reason = await notReady()
    return reason === null ? { ok: true } : reply.code(503).send({ ok: false, reason })
  })
}
