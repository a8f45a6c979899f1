// From a change to the receiver: real receivers on loopback, a real database, several workers.
import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { targetRefuser } from '../../../src/outbound/webhooks/target.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { until } from '../../support/process.ts'
import { ALLOW, type Received, receiver, startWorkers, subscribe } from '../../support/receiver.ts'
import { type Client, TestService } from '../../support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
})
afterAll(() => service.stop())

const webhookRow = async (client: Client, id: number) =>
  (await client.get('/webhooks')).body.webhooks.find((webhook: { id: number }) => webhook.id === id)

const attemptsOf = async (webhookId: number) =>
  (
    await service.db.pool.query(
      `select status, error, response, duration_ms, at, state from delivery_attempts a join deliveries d on d.id = delivery_id where webhook_id = $1 order by a.id`,
      [webhookId],
    )
  ).rows

describe('delivery', () => {
  it('sends the stored bytes with both signatures and the event id, and records the result', async () => {
    const { url, received } = await receiver((response) => response.end('thanks'))
    const { client, id, secret } = await subscribe(service, url)
    startWorkers(service)
    const issued = await client.post('/credentials', { segundos: 3600, cliente_nombre: 'María Peña' })
    await until(() => received.length === 1)
    const [{ headers, body, event }] = received as [Received]
    const [stored] = (await service.events()).filter(({ credential_id }) => credential_id === issued.body.credential.id)
    expect(body).toBe(stored!.body)
    expect(event).toMatchObject({
      type: 'credential.issued',
      api_version: 'v1',
      data: { credential: { cliente_nombre: 'María Peña' } },
    })
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    expect(headers['webhook-id']).toBe(event.id)
    expect(new StandardWebhook(secret).verify(body, headers as Record<string, string>)).toEqual(event)
    await until(async () => (await webhookRow(client, id)).ultima_entrega_at !== null)
    expect(await attemptsOf(id)).toMatchObject([{ status: 200, error: null, response: 'thanks', state: 'delivered' }])
  })

  it('sends only to active webhooks of the owner that subscribed to the event', async () => {
    const mine = await receiver()
    const other = await receiver()
    const { client } = await subscribe(service, mine.url, 'credential.revoked')
    await subscribe(service, other.url)
    const off = await receiver()
    const inactive = await client.post('/webhooks', { url: off.url, eventos: 'credential.issued,credential.revoked' })
    await client.delete(`/webhooks/${inactive.body.webhook.id}`)
    startWorkers(service)
    const { body } = await client.post('/credentials', { segundos: 3600 })
    await client.delete(`/credentials/${body.credential.id}`)
    await until(() => mine.received.length === 1)
    expect(mine.received[0]!.event.type).toBe('credential.revoked')
    expect([other.received.length, off.received.length]).toEqual([0, 0])
  })

  it('shares a thousand deliveries among several workers without sending one twice', async () => {
    const { url, received } = await receiver()
    const { client, id } = await subscribe(service, url)
    startWorkers(service, { count: 3 })
    await client.post('/credentials/batch', { credentials: Array.from({ length: 1000 }, () => ({ segundos: 3600 })) })
    await until(() => received.length >= 1000)
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1000)
    // No delivery is sent twice at once. It is repeated only after a failed attempt, as on a machine too busy to
    // respond in time.
    const again = (await attemptsOf(id)).filter(({ status }) => status === null)
    expect(received.length).toBe(1000 + again.length)
  })
})

describe('failures', () => {
  it('are retried on the schedule under the same id until one succeeds', async () => {
    const times: number[] = []
    const { url, received } = await receiver((response, _, count) => {
      times.push(Date.now())
      response.writeHead(count < 3 ? 500 : 204).end()
    })
    const { client, id } = await subscribe(service, url)
    startWorkers(service, { retryDelaysMs: [300, 600] })
    await client.post('/credentials', { segundos: 3600 })
    await until(() => received.length === 3)
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(240)
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(480)
    await until(async () => (await webhookRow(client, id)).fallos_consecutivos === 0)
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual([500, 500, 204])
  })

  it('end after the last attempt, each with its reason', async () => {
    const { url } = await receiver((_, request) => request.socket.resetAndDestroy())
    const { client, id } = await subscribe(service, url)
    startWorkers(service, { retryDelaysMs: [50] })
    await client.post('/credentials', { segundos: 3600 })
    await until(async () => (await attemptsOf(id)).length === 2)
    const reason = { code: 'closed_early', params: {} }
    expect(await attemptsOf(id)).toMatchObject([
      { status: null, error: reason, state: 'failed' },
      { status: null, error: reason, state: 'failed' },
    ])
    expect(await webhookRow(client, id)).toMatchObject({
      activo: true,
      fallos_consecutivos: 2,
      ultima_entrega_at: null,
    })
  })

  it('with 410 deactivate the webhook, and pending deliveries are not sent', async () => {
    const { url, received } = await receiver((response) => response.writeHead(410).end())
    const { client, id } = await subscribe(service, url)
    startWorkers(service)
    await client.post('/credentials', { segundos: 3600 })
    await until(async () => !(await webhookRow(client, id)).activo)
    await client.post('/credentials', { segundos: 3600 })
    expect(received.length).toBe(1)
  })

  it('deactivate the webhook after five days without a success', async () => {
    const { url } = await receiver((response) => response.writeHead(500).end())
    const { client, id } = await subscribe(service, url)
    await service.db.pool.query(`update webhooks set failing_since = now() - interval '5 days' where id = $1`, [id])
    startWorkers(service)
    await client.post('/credentials', { segundos: 3600 })
    await until(async () => !(await webhookRow(client, id)).activo)
    const { rows } = await service.db.pool.query('select deactivation_reason from webhooks where id = $1', [id])
    expect(rows[0].deactivation_reason).toBe('failing')
  })

  it('of one webhook, even one that never responds, do not delay another', measuresTime(), async () => {
    const dead = await receiver(() => {})
    const healthy = await receiver()
    const { client } = await subscribe(service, dead.url)
    await client.post('/webhooks', { url: healthy.url, eventos: 'credential.issued' })
    startWorkers(service, { timeoutMs: 6_000, retryDelaysMs: [10_000] })
    await client.post('/credentials/batch', { credentials: Array.from({ length: 300 }, () => ({ segundos: 3600 })) })
    const from = Date.now()
    await until(() => healthy.received.length === 300)
    expect(Date.now() - from).toBeLessThan(5_500) // the request to the dead receiver has not timed out yet
  })

  it('of a webhook with hundreds due are retried one per second, and all at once after a success', async () => {
    let status = 500
    const { url, received } = await receiver((response) => response.writeHead(status).end())
    const { client, id } = await subscribe(service, url)
    await service.db.pool.query('update webhooks set failing_since = now() where id = $1', [id])
    await client.post('/credentials/batch', { credentials: Array.from({ length: 300 }, () => ({ segundos: 3600 })) })
    const from = performance.now()
    startWorkers(service, { retryDelaysMs: [60_000], timeoutMs: 10_000 })
    await until(() => received.length >= 2)
    const seconds = (performance.now() - from) / 1000
    expect(received.length).toBeLessThanOrEqual(seconds + 2)
    status = 200
    await until(() => received.length >= 300)
  })
})

describe('a worker that dies', () => {
  it('loses nothing: its lease expires and another worker delivers', async () => {
    const { url, received } = await receiver()
    const { client, id } = await subscribe(service, url)
    await client.post('/credentials', { segundos: 3600 })
    // The state that a dead process leaves: one attempt counted, and a lease about to expire.
    await service.db.pool.query(
      `update deliveries set attempts = 1, due_at = now() + interval '300 ms' where webhook_id = $1`,
      [id],
    )
    startWorkers(service)
    await until(() => received.length === 1)
    expect((await attemptsOf(id)).length).toBeLessThanOrEqual(1)
  })
})
