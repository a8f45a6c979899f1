// Notifies an owner that a webhook was deactivated. In Spanish and English, because an owner's language is not known.
import type { AttemptFailure } from '../../domain/webhooks/attempt.ts'
import { type DeactivationReason, withoutQuery } from '../../domain/webhooks/webhook.ts'
import { en } from '../../words/en.ts'
import { es } from '../../words/es.ts'
import { attemptText } from '../../words/webhooks.ts'
import type { Words } from '../../words/words.ts'
import { compose, type Part } from './compose.ts'
import type { Render } from './send-mails.ts'
import { en as noticesEn } from './words/en.ts'
import { es as noticesEs } from './words/es.ts'
import type { NoticeWords } from './words/notices.ts'

/** Written by `saveAttempts` in store/webhooks/deliveries.ts; times in ISO 8601. */
export interface WebhookDeactivated {
  readonly webhookId: number
  readonly url: string
  readonly reason: DeactivationReason
  readonly failingSince: string | null
  readonly deactivatedAt: string
  readonly lastError: AttemptFailure | null
}

export const webhookDeactivated = (({ data }, networkName) => {
  const facts = data as WebhookDeactivated
  const states = [noticesEs, noticesEn].map(({ webhookDeactivated }) => webhookDeactivated.state)
  return compose(`${networkName}: webhook ${facts.webhookId} ${states.join(' / ')}`, [
    ...inWords(facts, networkName, noticesEs, es),
    ...inWords(facts, networkName, noticesEn, en),
  ])
}) satisfies Render

function inWords(facts: WebhookDeactivated, networkName: string, notices: NoticeWords, codes: Words): Part[] {
  const { webhookId: id, url, reason, failingSince, deactivatedAt, lastError } = facts
  const words = notices.webhookDeactivated
  const since = new Date(failingSince ?? deactivatedAt)
  const error = lastError ? attemptText(codes, lastError) : '-'
  return [
    words.otherLanguage + words.intro(id, networkName, codes.webhooks.deactivated[reason]),
    words.facts(withoutQuery(url), inUtc(since), inUtc(new Date(deactivatedAt)), error),
    words.whatToDo,
    [`vertice webhook enable ${id}`, `vertice webhook recover ${id} --since ${since.toISOString()}`],
    words.meanwhile,
  ]
}

const inUtc = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
