// Every audit code has words in both languages, because administrators do not read codes.
import { describe, expect, it } from 'vitest'
import { ACTOR_KINDS, AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/domain/audit/action.ts'
import { EVENT_TYPES } from '../../src/domain/webhooks/events.ts'
import { en as enWebhooks } from '../../web/src/words/en/credentials/webhooks.ts'
import { en } from '../../web/src/words/en/people/audit.ts'
import { es as esWebhooks } from '../../web/src/words/es/credentials/webhooks.ts'
import { es } from '../../web/src/words/es/people/audit.ts'

describe.each([
  ['es', es, esWebhooks],
  ['en', en, enWebhooks],
])('the words in %s', (_, audit, webhooks) => {
  it('have a unique name for every audit action, subject kind and actor kind', () => {
    expect(Object.keys(audit.actions).sort()).toEqual([...AUDIT_ACTIONS].sort())
    expect(Object.keys(audit.kinds).sort()).toEqual([...AUDIT_SUBJECTS].sort())
    expect(Object.keys(audit.actors).sort()).toEqual([...ACTOR_KINDS].sort())
    expect(new Set(Object.values(audit.actions)).size).toBe(AUDIT_ACTIONS.length)
  })

  it('have a name for every webhook event', () => {
    expect(Object.keys(webhooks.event).sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort())
  })
})
