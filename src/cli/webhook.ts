import { enableWebhook } from '../actions/webhooks/enable.ts'
import { recoverDeliveries, resendDelivery } from '../actions/webhooks/resend.ts'
import { rotateSecret } from '../actions/webhooks/rotate-secret.ts'
import { sendTestEvent } from '../actions/webhooks/send-test.ts'
import { Refusal } from '../domain/refusal.ts'
import { DELIVERY_STATES } from '../domain/webhooks/webhook.ts'
import type { Delivery } from '../store/webhooks/delivery-history.ts'
import { listAttempts, listDeliveries, webhookOfDelivery } from '../store/webhooks/delivery-history.ts'
import { listAllWebhooks } from '../store/webhooks/rows.ts'
import { en } from '../words/en.ts'
import { attemptText } from '../words/webhooks.ts'
import { deedBy, needed, onFoundation, printTable, read, shortTime, UsageError, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice webhook list
       vertice webhook deliveries ID [--state ${DELIVERY_STATES.join('|')}] [--limit N]
       vertice webhook attempts DELIVERY
       vertice webhook resend DELIVERY
       vertice webhook recover ID --since TIME
       vertice webhook test ID
       vertice webhook rotate ID
       vertice webhook enable ID

list        every owner's webhooks, their health, and how much is owed to each
deliveries  what is or was owed to one, newest first (100 unless --limit says more)
attempts    every attempt at a delivery: when, how long, what came back
resend      sends a delivery again, whatever became of it
recover     sends everything again that failed since a time, such as 2026-11-14T06:00:00Z
test        sends an event of type "webhook.test"
rotate      prints a new secret, shown only this once; the old one goes on signing beside it for 24 hours
enable      wakes a deactivated webhook up; "recover" then brings what it missed

What these commands change is in the audit log.`,
  { list, deliveries, attempts, resend, recover, test, rotate, enable },
)

function idOf(positionals: string[], name: string): number {
  const text = needed(positionals[0], name)
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${name}: expected a number, got "${text}"`)
  return Number(text)
}

async function list(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db }) => {
    const rows = (await listAllWebhooks(db)).map((webhook) => [
      String(webhook.id),
      webhook.ownerName,
      webhook.active
        ? webhook.consecutiveFailures > 0
          ? `failing (${webhook.consecutiveFailures})`
          : 'active'
        : 'deactivated',
      String(webhook.pending),
      shortTime(webhook.lastDeliveryAt),
      webhook.url,
      webhook.deactivationReason === null ? '' : en.webhooks.deactivated[webhook.deactivationReason],
    ])
    printTable(['ID', 'OWNER', 'STATE', 'OWED', 'LAST DELIVERY (UTC)', 'URL', 'WHY'], rows, 'no webhooks yet')
  })
}

function lastAnswer({ lastError, lastStatus }: Delivery): string {
  if (lastError) return attemptText(en, lastError)
  return lastStatus === null ? '-' : String(lastStatus)
}

async function deliveries(args: string[]): Promise<undefined> {
  const { values, positionals } = read(args, { state: { type: 'string' }, limit: { type: 'string', default: '100' } })
  const id = idOf(positionals, 'ID')
  const state = DELIVERY_STATES.find((known) => known === values.state)
  if (values.state !== undefined && !state) throw new UsageError(`--state: expected ${DELIVERY_STATES.join(', ')}`)
  if (!/^[1-9]\d{0,5}$/.test(values.limit)) throw new UsageError('--limit: expected a number from 1 to 999999')
  await onFoundation(async ({ db }) => {
    const rows = (await listDeliveries(db, id, { state, limit: Number(values.limit) })).map((delivery) => [
      String(delivery.id),
      delivery.type,
      delivery.state,
      String(delivery.attempts),
      shortTime(delivery.createdAt),
      delivery.state === 'pending' ? shortTime(delivery.dueAt) : '-',
      lastAnswer(delivery),
    ])
    printTable(
      ['DELIVERY', 'EVENT', 'STATE', 'TRIES', 'CREATED (UTC)', 'NEXT TRY (UTC)', 'LAST ANSWER'],
      rows,
      'no deliveries',
    )
  })
}

async function attempts(args: string[]): Promise<undefined> {
  const id = idOf(read(args, {}).positionals, 'DELIVERY')
  await onFoundation(async ({ db }) => {
    const rows = (await listAttempts(db, id)).map(({ at, durationMs, status, error, response }) => [
      at.toISOString(),
      `${durationMs} ms`,
      status === null ? '-' : String(status),
      error ? attemptText(en, error) : response.replaceAll(/\s+/g, ' ').slice(0, 100),
    ])
    printTable(['AT', 'TOOK', 'STATUS', 'ANSWER'], rows, 'no attempts yet')
  })
}

async function resend(args: string[]): Promise<undefined> {
  const id = idOf(read(args, {}).positionals, 'DELIVERY')
  await onFoundation(async ({ db }) => {
    const webhookId = await webhookOfDelivery(db, id)
    if (webhookId === null) throw new Refusal('delivery_not_found')
    await resendDelivery(deedBy('webhook resend', { db }), 'all', webhookId, id)
    console.log(`delivery ${id} will be sent again`)
  })
}

async function recover(args: string[]): Promise<undefined> {
  const { values, positionals } = read(args, { since: { type: 'string' } })
  const id = idOf(positionals, 'ID')
  const since = new Date(needed(values.since, '--since'))
  if (Number.isNaN(since.getTime()))
    throw new UsageError(`--since: expected a time such as 2026-11-14T06:00:00Z, got "${values.since}"`)
  await onFoundation(async ({ db }) => {
    const count = await recoverDeliveries(deedBy('webhook recover', { db }), 'all', id, since)
    console.log(`${count} deliveries will be sent again`)
  })
}

async function test(args: string[]): Promise<undefined> {
  const id = idOf(read(args, {}).positionals, 'ID')
  await onFoundation(async ({ db }) => {
    const { eventId } = await sendTestEvent(deedBy('webhook test', { db }), 'all', id)
    console.log(`${eventId} is on its way; see: vertice webhook deliveries ${id}`)
  })
}

async function rotate(args: string[]): Promise<undefined> {
  const id = idOf(read(args, {}).positionals, 'ID')
  await onFoundation(async ({ db, keys }) => {
    const { secret } = await rotateSecret(deedBy('webhook rotate', { db, keys }), 'all', id)
    console.error(`the new secret of webhook ${id}; the old one signs beside it for 24 hours:`)
    console.log(secret)
  })
}

async function enable(args: string[]): Promise<undefined> {
  const id = idOf(read(args, {}).positionals, 'ID')
  await onFoundation(async ({ db }) => {
    await enableWebhook(deedBy('webhook enable', { db }), 'all', id)
    console.log(`webhook ${id} is active`)
  })
}
