import { Refusal } from '../../../domain/codes/refusal.ts'
import { usageByMonth } from '../../../domain/people/usage.ts'
import { MAX_ACTIVE_WEBHOOKS } from '../../../domain/webhooks/webhook.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { readQuotas, readQuotaUse } from '../../../store/people/quotas.ts'
import { listUsage, readUsageProgress } from '../../../store/sessions/usage.ts'
import { meToWire } from '../../../wire/people/me.ts'
import { usageSpanFromWire, usageToWire } from '../../../wire/people/usage.ts'
import type { ACCOUNT_OPERATIONS } from '../contract/account.ts'
import type { Handlers } from '../handler.ts'
import type { ApiServices } from '../services.ts'

export const accountHandlers = ({
  db,
  clock,
  rateLimitPerMinute,
}: ApiServices): Handlers<keyof typeof ACCOUNT_OPERATIONS> => ({
  'GET /yo': async ({ token }) => {
    const owner = await findOwner(db, token.organisationId, token.organisationId)
    if (!owner) throw new Refusal('internal_error')
    const { webhooks, ...quotas } = await readQuotas(db, owner.id)
    const limits = { ...quotas, webhooks: webhooks ?? MAX_ACTIVE_WEBHOOKS }
    const uses = await readQuotaUse(db, owner.id, limits, clock())
    return meToWire(owner, token, rateLimitPerMinute, uses)
  },

  'GET /uso': async ({ query, token }) => {
    const span = usageSpanFromWire(query)
    const progress = await readUsageProgress(db)
    const counted = await listUsage(db, token.ownerId)
    const months = usageByMonth(counted, span, progress?.sessionsUntil ?? null, clock())
    return usageToWire(months, progress?.countedAt ?? null)
  },
})
