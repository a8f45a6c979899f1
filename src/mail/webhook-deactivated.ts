// Tells an owner that a webhook was deactivated. In Spanish and English: nobody has told us an owner's language.
import { DEACTIVATED, withoutQuery } from '../domain/webhooks/webhook.ts'
import { compose } from './compose.ts'
import type { Render } from './send-mails.ts'

/** As recordAttempts in store/webhooks/deliveries.ts writes it; times in ISO 8601. */
export interface WebhookDeactivated {
  readonly webhookId: number
  readonly url: string
  readonly reason: string
  readonly failingSince: string | null
  readonly deactivatedAt: string
  readonly lastError: string | null
}

export const webhookDeactivated = (({ data }, networkName) => {
  const { webhookId: id, url, reason, failingSince, deactivatedAt, lastError } = data as WebhookDeactivated
  const gone = reason === DEACTIVATED.gone
  const since = new Date(failingSince ?? deactivatedAt)
  const facts = {
    url: withoutQuery(url),
    since: inUtc(since),
    at: inUtc(new Date(deactivatedAt)),
    error: lastError ?? '-',
  }
  const commands = [`vertice webhook enable ${id}`, `vertice webhook recover ${id} --since ${since.toISOString()}`]
  return compose(`${networkName}: webhook ${id} desactivado / deactivated`, [
    `(English below.) El webhook ${id} de su organización en ${networkName} fue desactivado: ${
      gone ? 'su receptor respondió 410 Gone' : 'durante cinco días todas las entregas fallaron'
    }. Desde entonces no recibe eventos.`,
    [
      `Dirección: ${facts.url}`,
      `Solo fallas desde: ${facts.since}`,
      `Desactivado: ${facts.at}`,
      `Último error: ${facts.error}`,
    ],
    'Qué hacer: corrija el receptor y pida a quien opera la red que lo reactive y envíe otra vez lo que falló:',
    commands,
    'Lo que ocurre mientras está desactivado no se envía después: consulte GET /credentials. También puede registrar un webhook nuevo.',
    `Webhook ${id} of your organisation at ${networkName} was deactivated: ${
      gone ? 'its receiver answered 410 Gone' : 'for five days all deliveries failed'
    }. It has received no events since.`,
    [
      `Address: ${facts.url}`,
      `Only failures since: ${facts.since}`,
      `Deactivated: ${facts.at}`,
      `Last error: ${facts.error}`,
    ],
    'What to do: repair the receiver, and ask whoever runs the network to wake the webhook up and to send again what failed:',
    commands,
    'What happens while it is deactivated is not sent later: see GET /credentials. You can also register a new webhook.',
  ])
}) satisfies Render

const inUtc = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
