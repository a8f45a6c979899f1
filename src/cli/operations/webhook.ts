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
  oneOf,
  onFoundation,
  printList,
  required,
  time,
  UsageError,
  verb,
} from '../kit/command.ts'
import { limit } from '../kit/limit.ts'
import { listen } from './listen.ts'

function idIn(said: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(said)) throw new UsageError(`${name}: expected a number, got "${said}"`)
  return Number(said)
}

const list = verb({
  summary: "shows every owner's webhooks, their health, and how much is owed to each",
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) =>
      printList(
        json,
        await listAllWebhooks(db),
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
          WHY: ({ deactivationReason }) =>
            deactivationReason === null ? '' : en.webhooks.deactivated[deactivationReason],
        },
        'no webhooks yet',
      ),
    ),
})

const deliveries = verb({
  summary: 'shows what is or was owed to one, newest first',
  args: ['ID'],
  flags: { state: oneOf(DELIVERY_STATES, 'only those'), limit, ...asJson },
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
  summary: 'shows every attempt at a delivery: when, how long, what came back',
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
  summary: 'sends a delivery again, whatever became of it',
  args: ['DELIVERY'],
  async run(_, delivery) {
    const id = idIn(delivery, 'DELIVERY')
    await onFoundation(async ({ db }) => {
      const webhookId = await webhookOfDelivery(db, id)
      if (webhookId === null) throw new Refusal('delivery_not_found')
      await resendDelivery(commandContext('webhook resend', { db }), 'all', webhookId, id)
      console.log(`delivery ${id} will be sent again`)
    })
  },
})

const recover = verb({
  summary: 'sends everything again that failed since a time, and what it missed while it was deactivated',
  more: ABOUT_TIMES,
  args: ['ID'],
  flags: { since: required(time('since when')) },
  async run({ since }, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db }) => {
      const { deliveriesMs: deliveriesKeptMs } = readConfig().retention
      const by = commandContext('webhook recover', { db })
      const { count } = await recoverDeliveries(by, 'all', id, since, { deliveriesKeptMs })
      console.log(`${count} deliveries will be sent again`)
    })
  },
})

const test = verb({
  summary: 'sends an event of type "webhook.test"',
  args: ['ID'],
  async run(_, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db }) => {
      const { eventId } = await sendTestEvent(commandContext('webhook test', { db }), 'all', id)
      console.log(`${eventId} is on its way; see: vertice webhook deliveries ${id}`)
    })
  },
})

const rotate = verb({
  summary: 'prints a new secret, shown only this once',
  more: 'The old one goes on signing beside it for 24 hours.',
  args: ['ID'],
  async run(_, webhook) {
    const id = idIn(webhook, 'ID')
    await onFoundation(async ({ db, keys }) => {
      const { secret } = await rotateSecret(commandContext('webhook rotate', { db, keys }), 'all', id)
      console.error(`the new secret of webhook ${id}; the old one signs beside it for 24 hours:`)
      console.log(secret)
    })
  },
})

const enable = verb({
  summary: 'wakes a deactivated webhook up; "recover" then brings what it missed',
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
  'What these commands change is in the audit log.',
)
