import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enableWebhook } from '../../../src/actions/webhooks/enable.ts'
import { recoverDeliveries, resendDelivery } from '../../../src/actions/webhooks/resend.ts'
import { rotateSecret } from '../../../src/actions/webhooks/rotate-secret.ts'
import { sendTestEvent } from '../../../src/actions/webhooks/send-test.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { DEFAULT_RETENTION } from '../../../src/domain/operations/retention.ts'
import { targetRefuser } from '../../../src/outbound/webhooks/target.ts'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { targetsOf } from '../../../src/store/webhooks/deliveries.ts'
import { listAttempts, listDeliveries } from '../../../src/store/webhooks/delivery-history.ts'
import { listAllWebhooks } from '../../../src/store/webhooks/rows.ts'
import { until } from '../../support/process.ts'
import { receiver, startWorkers, subscribe } from '../../support/receiver.ts'
import { TestService } from '../../support/service.ts'

const DAY_MS = 86_400_000

let service: TestService
const context = () => ({ db: service.db, keys: service.services.keys, now: new Date(), by: system('test') })

beforeAll(async () => {
  service = await TestService.start({ refuseTarget: targetRefuser(['127.0.0.0/8']) })
})
afterAll(() => service.stop())

describe('sending deliveries again', () => {
  it('lists deliveries with their attempts, resends one, and recovers all that failed since a time', async () => {
    let works = false
    const { url, received } = await receiver((response) => response.writeHead(works ? 200 : 500).end('no'))
    const { client, id } = await subscribe(service, url)
    startWorkers(service, { retryDelaysMs: [] })
    const from = new Date()
    await client.post('/credentials/batch', {
      credentials: [{ segundos: 3600 }, { segundos: 3600 }, { segundos: 3600 }],
    })
    await until(async () => (await listDeliveries(service.db, id, { state: 'failed', limit: 10 })).length === 3)
    const [newest] = await listDeliveries(service.db, id, { limit: 10 })
    expect(newest).toMatchObject({ type: 'credential.issued', state: 'failed', attempts: 1, lastStatus: 500 })
    expect(await listAttempts(service.db, newest!.id)).toMatchObject([{ status: 500, response: 'no', error: null }])

    works = true
    await resendDelivery(context(), 'all', id, newest!.id)
    await until(async () => (await listDeliveries(service.db, id, { state: 'delivered', limit: 10 })).length === 1)
    expect(await recoverDeliveries(context(), 'all', id, from)).toEqual({ count: 2, more: false })
    await until(async () => (await listDeliveries(service.db, id, { state: 'delivered', limit: 10 })).length === 3)
    expect(received.length).toBe(6)
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(3)
    expect((await recoverDeliveries(context(), 'all', id, from)).count).toBe(0)
  })

  it('sends a test event to its webhook alone, whatever it subscribed to', async () => {
    const mine = await receiver()
    const { client, id, secret } = await subscribe(service, mine.url, 'order.paid')
    const other = await receiver()
    await client.post('/webhooks', { url: other.url })
    startWorkers(service)
    const { eventId: event } = await sendTestEvent(context(), 'all', id)
    await until(() => mine.received.length === 1)
    expect(mine.received[0]!.event).toMatchObject({ id: event, type: 'webhook.test', data: {} })
    expect(new StandardWebhook(secret).verify(mine.received[0]!.body, mine.received[0]!.headers as never)).toBeTruthy()
    expect(other.received.length).toBe(0)
  })

  it('rejects missing or inactive webhooks with a code', async () => {
    await expect(sendTestEvent(context(), 'all', 999_999)).rejects.toThrow('webhook_not_found')
    const { client, id } = await subscribe(service, (await receiver()).url)
    await expect(resendDelivery(context(), 'all', id, 999_999)).rejects.toThrow('delivery_not_found')
    await client.delete(`/webhooks/${id}`)
    await expect(sendTestEvent(context(), 'all', id)).rejects.toThrow('webhook_inactive')
    await enableWebhook(context(), 'all', id)
    await sendTestEvent(context(), 'all', id)
    expect((await listAllWebhooks(service.db)).find((webhook) => webhook.id === id)).toMatchObject({
      active: true,
      pending: 1,
    })
  })

  it('respects the limit of twenty active webhooks on enabling', async () => {
    const { client, id } = await subscribe(service, 'https://example.mx/0')
    await client.delete(`/webhooks/${id}`)
    for (let count = 1; count <= 20; count++) await client.post('/webhooks', { url: `https://example.mx/${count}` })
    await expect(enableWebhook(context(), 'all', id)).rejects.toThrow('webhook_limit_reached')
  })
})

describe('rotating a secret', () => {
  it('signs with the new secret at once, and with the old one for 24 hours', async () => {
    const { url, received } = await receiver()
    const { id, secret: old } = await subscribe(service, url)
    startWorkers(service)
    const { secret: fresh } = await rotateSecret(context(), 'all', id)
    expect(fresh).toMatch(/^whsec_/)
    await sendTestEvent(context(), 'all', id)
    await until(() => received.length === 1)
    const { headers, body } = received[0]!
    const signature = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    expect(headers['x-service-signature']).toBe(signature(fresh))
    expect(headers['x-service-signature-previous']).toBe(signature(old))
    for (const secret of [old, fresh]) expect(new StandardWebhook(secret).verify(body, headers as never)).toBeTruthy()

    await service.db.pool.query('update webhooks set previous_secret_until = now() where id = $1', [id])
    await sendTestEvent(context(), 'all', id)
    await until(() => received.length === 2)
    expect(received[1]!.headers['x-service-signature-previous']).toBeUndefined()
    expect(() => new StandardWebhook(old).verify(received[1]!.body, received[1]!.headers as never)).toThrow()
  })
})

describe('rotating a secret again within a day', () => {
  const previous = async (id: number, now: Date) =>
    (await targetsOf(service.db, [id], now))[0]!.previousSecrets.map((sealed) =>
      service.services.keys.decrypt(sealed, `webhook:${id}`),
    )
  const HOUR_MS = 3_600_000

  it('keeps each previous secret for its own day, and signs with all', async () => {
    const { url, received } = await receiver()
    const { id, secret: first } = await subscribe(service, url)
    startWorkers(service)
    const start = context().now.getTime() - 2 * HOUR_MS
    const later = (hours: number) => new Date(start + hours * HOUR_MS)
    const { secret: second } = await rotateSecret({ ...context(), now: later(0) }, 'all', id)
    const { secret: third } = await rotateSecret({ ...context(), now: later(1) }, 'all', id)
    expect(await previous(id, later(23))).toEqual([second, first])
    expect(await previous(id, later(24))).toEqual([second])
    expect(await previous(id, later(25))).toEqual([])

    await sendTestEvent(context(), 'all', id)
    await until(() => received.length === 1)
    const { headers, body } = received[0]!
    for (const secret of [first, second, third])
      expect(new StandardWebhook(secret).verify(body, headers as never)).toBeTruthy()
    const signature = `sha256=${createHmac('sha256', second).update(body).digest('hex')}`
    expect(headers['x-service-signature-previous']).toBe(signature)
  })

  it('keeps at most five previous secrets, also with concurrent rotations', async () => {
    const { id } = await subscribe(service, 'https://example.mx/rotated')
    await Promise.all([rotateSecret(context(), 'all', id), rotateSecret(context(), 'all', id)])
    expect(await previous(id, new Date())).toHaveLength(2)
    const made: string[] = []
    for (let count = 0; count < 7; count++) made.unshift((await rotateSecret(context(), 'all', id)).secret)
    expect(await previous(id, new Date())).toEqual(made.slice(1, 6))
  })
})

describe('delivery retention', () => {
  it('limits how far back missed events are recovered', async () => {
    const { client, id } = await subscribe(service, 'https://example.mx/forgotten')
    await client.post('/credentials', { segundos: 3600 })
    const [delivery] = await listDeliveries(service.db, id, { limit: 1 })
    await service.db.pool.query(`update deliveries set state = 'delivered', finished_at = now() where id = $1`, [
      delivery!.id,
    ])
    const now = new Date(Date.now() + 8 * DAY_MS)
    const recover = () =>
      recoverDeliveries({ ...context(), now }, 'all', id, new Date(0), { deliveriesKeptMs: 7 * DAY_MS })
    await tidyUp(service.db, now, { ...DEFAULT_RETENTION, deliveriesMs: 7 * DAY_MS })
    expect(await listDeliveries(service.db, id, { limit: 1 })).toEqual([])
    expect((await recover()).count).toBe(0)
  })

  it('keeps delivered ones for 30 days, failed ones for 90, and pending ones forever', async () => {
    const { client, id } = await subscribe(service, 'https://example.mx/kept')
    await client.post('/credentials/batch', { credentials: Array.from({ length: 5 }, () => ({ segundos: 3600 })) })
    const rows = await listDeliveries(service.db, id, { limit: 10 })
    const age = (index: number, state: string, days: number) =>
      service.db.pool.query(
        `update deliveries set state = $2, finished_at = case when $2 = 'pending' then null else now() - make_interval(days => $3) end where id = $1`,
        [rows[index]!.id, state, days],
      )
    await Promise.all([
      age(0, 'delivered', 31),
      age(1, 'delivered', 29),
      age(2, 'failed', 89),
      age(3, 'failed', 91),
      age(4, 'pending', 400),
    ])
    await tidyUp(service.db, new Date())
    expect((await listDeliveries(service.db, id, { limit: 10 })).map((delivery) => delivery.id)).toEqual(
      [1, 2, 4].map((index) => rows[index]!.id),
    )
  })
})
