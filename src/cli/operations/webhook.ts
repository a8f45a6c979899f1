import { enableWebhook } from '../../actions/webhooks/enable.ts'
import { recoverDeliveries, resendDelivery } from '../../actions/webhooks/resend.ts'
import { rotateSecret } from '../../actions/webhooks/rotate-secret.ts'
import { sendTestEvent } from '../../actions/webhooks/send-test.ts'
import { readConfig } from '../../base/config/config.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { DELIVERY_STATES } from '../../domain/webhooks/webhook.ts'
import { listAttempts, listDeliveries, webhookOfDelivery } from '../../store/webhooks/delivery-history.ts'
import { listAllWebhooks } from '../../store/webhooks/rows.ts'
import { en } from '../../words/en.ts'
import { attemptText } from '../../words/webhooks.ts'
import {
  ABOUT_TIMES,
  asJson,
  commandContext,
  fullTime,
  group,
  limit,
  listVerb,
  oneOf,
  onFoundation,
  printList,
  required,
  time,
  UsageError,
  verb,
} from '../kit/command.ts'
import { listen } from './listen.ts'

function idIn(said: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(said)) throw new UsageError(`${name}: expected a number, got "${said}"`)
  return Number(said)
}

const list = listVerb(
  'list all webhooks, their state and pending deliveries',
  async ({ db }) => await listAllWebhooks(db),
  {
    ID: ({ id }) => id,
    OWNER: ({ ownerName, isTest }) => (isTest ? `${ownerName} (test)` : ownerName),
    STATE: ({ active, consecutiveFailures }) => {
      if (!active) return 'deactivated'
      return consecutiveFailures > 0 ? `failing (${consecutiveFailures})` : 'active'
    },
    OWED: ({ pending }) => pending,
    'LAST DELIVERY': ({ lastDeliveryAt }) => lastDeliveryAt,
    URL: ({ url }) => url,
    WHY: ({ deactivationReason }) => (deactivationReason === null ? '' : en.webhooks.deactivated[deactivationReason]),
  },
  'no webhooks yet',
)

const deliveries = verb({
  summary: 'list the deliveries of a webhook, newest first',
  args: ['ID'],
  flags: { state: oneOf(DELIVERY_STATES, 'only deliveries in this state'), limit, ...asJson },
  async run({ json, ...filter }, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db }) => {
      const found = (await listDeliveries(db, id, filter)).map(({ lastError, ...delivery }) => ({
        ...delivery,
        dueAt: delivery.state === 'pending' ? delivery.dueAt : null,
        lastError: lastError && attemptText(en, lastError),
      }))
      printList(
        json,
        found,
        {
          DELIVERY: ({ id }) => id,
          EVENT: ({ type }) => type,
          STATE: ({ state }) => state,
          TRIES: ({ attempts }) => attempts,
          CREATED: ({ createdAt }) => createdAt,
          'NEXT TRY': ({ dueAt }) => dueAt,
          'LAST ANSWER': ({ lastError, lastStatus }) => lastError ?? lastStatus,
        },
        'no deliveries',
      )
    })
  },
})

const attempts = verb({
  summary: 'list the attempts of a delivery: time, duration and response',
  args: ['DELIVERY'],
  flags: asJson,
  async run({ json }, delivery) {
    const id = idIn(delivery, 'DELIVERY')
    await onFoundation(async ({ db }) => {
      const tried = (await listAttempts(db, id)).map(({ at, durationMs, status, error, response }) => ({
        at,
        durationMs,
        status,
        error: error && attemptText(en, error),
        response,
      }))
      printList(
        json,
        tried,
        {
          AT: ({ at }) => fullTime(at),
          TOOK: ({ durationMs }) => `${durationMs} ms`,
          STATUS: ({ status }) => status,
          ANSWER: ({ error, response }) => error ?? response.replaceAll(/\s+/g, ' ').slice(0, 100),
        },
        'no attempts yet',
      )
    })
  },
})

const resend = verb({
  summary: 'resend a delivery, whatever its state',
  args: ['DELIVERY'],
  async run(_, delivery) {
    const id = idIn(delivery, 'DELIVERY')
    await onFoundation(async ({ db }) => {
      const webhookId = await webhookOfDelivery(db, id)
      if (webhookId === null) throw new Refusal('delivery_not_found')
      await resendDelivery(commandContext('webhook resend', { db }), 'all', webhookId, id)
      console.log(`delivery ${id} will be resent`)
    })
  },
})

const recover = verb({
  summary: 'resend failed deliveries since a time, and events missed while the webhook was inactive',
  more: ABOUT_TIMES,
  args: ['ID'],
  flags: { since: required(time('start of the period')) },
  async run({ since }, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db }) => {
      const { deliveriesMs: deliveriesKeptMs } = readConfig().retention
      const by = commandContext('webhook recover', { db })
      const { count } = await recoverDeliveries(by, 'all', id, since, { deliveriesKeptMs })
      console.log(`${count} deliveries will be resent`)
    })
  },
})

const test = verb({
  summary: 'send a "webhook.test" event',
  args: ['ID'],
  async run(_, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db }) => {
      const { eventId } = await sendTestEvent(commandContext('webhook test', { db }), 'all', id)
      console.log(`${eventId} is being sent; see: vertice webhook deliveries ${id}`)
    })
  },
})

const rotate = verb({
  summary: 'generate a new secret; it is shown only once',
  more: 'The old secret still works for 24 hours.',
  args: ['ID'],
  async run(_, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db, keys }) => {
      const { secret } = await rotateSecret(commandContext('webhook rotate', { db, keys }), 'all', id)
      console.error(`new secret of webhook ${id}; the old one still works for 24 hours:`)
      console.log(secret)
    })
  },
})

const enable = verb({
  summary: 're-enable a webhook; then run "recover" to resend missed events',
  args: ['ID'],
  async run(_, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db }) => {
      await enableWebhook(commandContext('webhook enable', { db }), 'all', id)
      console.log(`webhook ${id} is active`)
    })
  },
})

export const command = group(
  { list, deliveries, attempts, resend, recover, test, rotate, enable, listen },
  'Every change is recorded in the audit log.',
)
