import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { MAX_ACTIVE_WEBHOOKS } from '../../../domain/webhooks/webhook.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { readQuotas, readQuotaUse } from '../../../store/people/quotas.ts'
import { Ref } from '../../../wire/common.ts'
import { MeSchema, meExample, meToWire } from '../../../wire/people/me.ts'
import { json, problemsOf } from '../describe.ts'
import type { ApiServices } from '../services.ts'

export function meRoutes(app: App, { db, clock, rateLimitPerMinute }: ApiServices): void {
  const problems = problemsOf(rateLimitPerMinute)

  app.get(
    '/yo',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMe',
        tags: ['Account'],
        summary: 'The organization and token that ask',
        description: 'With their limits, and how much of each quota is used. Scope `read`.',
        response: {
          200: json('Who is asking.', Ref(MeSchema), meExample),
          ...problems(),
        },
      },
    },
    async ({ token }) => {
      const owner = await findOwner(db, token.organisationId, token.organisationId)
      if (!owner) throw new Refusal('internal_error')
      const { webhooks, ...quotas } = await readQuotas(db, owner.id)
      const limits = { ...quotas, webhooks: webhooks ?? MAX_ACTIVE_WEBHOOKS }
      const uses = await readQuotaUse(db, owner.id, limits, clock())
      return meToWire(owner, token, rateLimitPerMinute, uses)
    },
  )
}
