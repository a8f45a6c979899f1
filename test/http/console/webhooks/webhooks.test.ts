// Webhooks in the console: with a real receiver and the same workers as the API.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../../../src/actions/people/tokens/create.ts'
import { EVENT_TYPES } from '../../../../src/domain/webhooks/events.ts'
import { targetRefuser } from '../../../../src/outbound/webhooks/target.ts'
import { deliveryPage } from '../../../../src/store/webhooks/delivery-history.ts'
import { byTest } from '../../../support/action-context.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { until } from '../../../support/process.ts'
import { ALLOW, receiver, startWorkers } from '../../../support/receiver.ts'
import { BASE_URL, type Client } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

const EVENTS = ['credential.issued', 'credential.revoked']

let site: TestConsole
let operator: Browser
let ownerId: number
let api: Client
let owners = 0
beforeAll(async () => {
  site = await TestConsole.start(BASE_URL, { refuseTarget: targetRefuser(ALLOW) })
  operator = await site.signedIn('operator')
})
afterAll(() => site.stop())
beforeEach(async () => {
  const name = `Owner ${++owners}`
  ownerId = await site.owner(name)
  api = await site.service.client(undefined, name)
})

const create = (url: string, body: object = {}) => operator.post('/webhooks', { ownerId, url, events: EVENTS, ...body })
const idOf = async (url: string) => (await create(url)).body.webhook.id as number
const look = async (id: number) => (await operator.get(`/webhooks/${id}`)).body.webhook
const deliveries = async (id: number, query = '') =>
  (await operator.get(`/webhooks/${id}/deliveries${query}`)).body.deliveries
const issue = (count: number) =>
  api.post('/credentials/batch', { credentials: Array.from({ length: count }, () => ({ segundos: 3600 })) })

describe('a webhook', () => {
  it('is created with its secret shown once, and listed with its health', async () => {
    const { status, body } = await create('https://shop.example.mx/hook?key=hunter2')
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.webhook).toEqual({
      id: expect.any(Number),
      ownerId,
      ownerName: `Owner ${owners}`,
      test: false,
      url: 'https://shop.example.mx/hook?key=hunter2',
      events: EVENTS,
      state: 'active',
      createdAt: expect.any(String),
      lastSuccessAt: null,
      failingSince: null,
      consecutiveFailures: 0,
      pending: 0,
      morePending: false,
      deactivatedAt: null,
      deactivated: null,
      previousSecretUntil: null,
    })
    const listed = await operator.get(`/webhooks?ownerId=${ownerId}`)
    expect(listed.body.webhooks).toEqual([body.webhook])
    const viewer = await site.signedIn('viewer')
    const hidden = { ...body.webhook, url: 'https://shop.example.mx/…' }
    expect((await viewer.get(`/webhooks?ownerId=${ownerId}`)).body.webhooks).toEqual([hidden])
    expect((await viewer.get(`/webhooks/${body.webhook.id}`)).body.webhook).toEqual(hidden)
    expect(listed.text).not.toContain('whsec_')
    const log = JSON.stringify(await site.audit())
    expect(log).not.toContain(body.secret)
    expect(log).not.toContain('hunter2')
  })

  it('follows the contract: targets, events, and at most twenty active webhooks', async () => {
    expectInvalid(await create('https://10.0.0.1/'), '/url')
    expectInvalid(await create('ftp://shop.example.mx/'), '/url')
    expectInvalid(await create('https://shop.example.mx/', { events: [] }), '/events')
    expectInvalid(await create('https://shop.example.mx/', { events: ['credential.stolen'] }), '/events/0')
    expectProblem(await create('https://shop.example.mx/', { ownerId: 999_999 }), 404, 'owner_not_found')
    const ids: number[] = []
    for (let count = 0; count < 20; count++) ids.push(await idOf('https://203.0.114.9/'))
    expectProblem(await create('https://203.0.114.9/'), 409, 'webhook_limit_reached')
    expect((await operator.delete(`/webhooks/${ids[0]}`)).status).toBe(200)
    expect((await create('https://203.0.114.9/')).status).toBe(201)
    expectProblem(await operator.post(`/webhooks/${ids[0]}/enable`), 409, 'webhook_limit_reached')
    const first = (await operator.get(`/webhooks?ownerId=${ownerId}&limit=15`)).body
    const second = (await operator.get(`/webhooks?ownerId=${ownerId}&limit=15&cursor=${first.nextCursor}`)).body
    expect([first.webhooks.length, second.webhooks.length, second.nextCursor]).toEqual([15, 6, null])
    const asleep = (await operator.get(`/webhooks?ownerId=${ownerId}&state=deactivated`)).body.webhooks
    expect(asleep).toMatchObject([{ id: ids[0], deactivated: 'by_hand', state: 'deactivated' }])
  })

  it('can change its address and events, with the same rules', async () => {
    const old = await receiver()
    const renewed = await receiver()
    const id = await idOf(old.url)
    expectInvalid(await operator.patch(`/webhooks/${id}`, { url: 'https://192.168.0.1/' }), '/url')
    const changed = await operator.patch(`/webhooks/${id}`, { url: renewed.url, events: ['credential.revoked'] })
    expect(changed.body.webhook).toMatchObject({ url: renewed.url, events: ['credential.revoked'] })
    startWorkers(site.service)
    const { credential } = (await api.post('/credentials', { segundos: 3600 })).body
    await api.delete(`/credentials/${credential.id}`)
    await until(() => renewed.received.length === 1)
    expect(renewed.received[0]!.event.type).toBe('credential.revoked')
    expect(old.received).toEqual([])
  })

  it('of a test token is listed with its organisation’s, marked, and can be changed by its reseller', async () => {
    const wish = { name: 'tests', scopes: ['read'] as const, isTest: true, expiresAt: null }
    const { secret } = await createTokenOf(byTest({ db: site.service.db }), `Owner ${owners}`, wish)
    const made = await site.service.as(secret).post('/webhooks', { url: 'https://203.0.114.9/' })
    const { id } = made.body.webhook
    const shown = { id, ownerId, ownerName: `Owner ${owners}`, test: true }
    const reseller = await site.signedIn('reseller', ownerId)
    const stranger = await site.signedIn('reseller', await site.owner(`Stranger ${owners}`))
    for (const person of [operator, reseller]) {
      expect((await person.get(`/webhooks?ownerId=${ownerId}`)).body.webhooks).toMatchObject([shown])
      expect((await person.get(`/webhooks/${id}`)).body.webhook).toMatchObject(shown)
    }
    expect((await stranger.get('/webhooks')).body.webhooks).toEqual([])
    expectProblem(await stranger.get(`/webhooks/${id}`), 404, 'webhook_not_found')
    expectProblem(await stranger.post(`/webhooks/${id}/test`), 404, 'webhook_not_found')
    expect((await reseller.post(`/webhooks/${id}/test`)).status).toBe(200)
    expect((await reseller.get(`/webhooks/${id}/deliveries`)).body.deliveries).toMatchObject([{ type: 'webhook.test' }])
    expect((await reseller.delete(`/webhooks/${id}`)).body.webhook).toMatchObject({ ...shown, state: 'deactivated' })
  })

  it('keeps concurrent changes of different users', async () => {
    const id = await idOf('https://shop.example.mx/one')
    await Promise.all([
      operator.patch(`/webhooks/${id}`, { url: 'https://shop.example.mx/two' }),
      operator.patch(`/webhooks/${id}`, { events: ['order.paid'] }),
    ])
    expect(await look(id)).toMatchObject({ url: 'https://shop.example.mx/two', events: ['order.paid'] })
  })
})

describe('deliveries', () => {
  it('fail, are inspected, resent and recovered, and the health follows', async () => {
    let works = false
    const long = 'x'.repeat(2_000)
    const { url, received } = await receiver((response) => response.writeHead(works ? 200 : 500).end(long))
    const id = await idOf(url)
    startWorkers(site.service, { retryDelaysMs: [] })
    const since = new Date(Date.now() - 1_000).toISOString()
    await issue(3)
    await until(async () => (await deliveries(id, '?state=failed')).length === 3)
    expect(await look(id)).toMatchObject({
      state: 'failing',
      consecutiveFailures: 3,
      lastSuccessAt: null,
      failingSince: expect.any(String),
    })
    expect((await operator.get('/webhooks?state=failing')).body.webhooks).toMatchObject([{ id }])

    const [newest] = await deliveries(id)
    expect(newest).toMatchObject({ type: 'credential.issued', state: 'failed', lastStatus: 500, nextAttemptAt: null })
    const { delivery, attempts } = (await operator.get(`/webhooks/${id}/deliveries/${newest.id}`)).body
    const sent = received.find(({ event }) => event.id === delivery.eventId)!
    expect(delivery.body).toBe(sent.body)
    expect(attempts).toMatchObject([{ status: 500, error: null, response: 'x'.repeat(1024), request: { url } }])
    for (const [name, value] of Object.entries(attempts[0].request.headers)) expect(sent.headers[name]).toBe(value)
    expect(Object.keys(attempts[0].request.headers)).toContain('x-service-signature')
    const viewer = await site.signedIn('viewer')
    const [hidden] = (await viewer.get(`/webhooks/${id}/deliveries/${newest.id}`)).body.attempts
    expect(Object.keys(hidden.request.headers)).toEqual(Object.keys(attempts[0].request.headers))
    for (const [name, value] of Object.entries(hidden.request.headers))
      expect(value).toBe(name.includes('signature') ? '…' : attempts[0].request.headers[name])

    works = true
    expect((await operator.post(`/webhooks/${id}/deliveries/${newest.id}/resend`)).status).toBe(200)
    await until(async () => (await deliveries(id, '?state=delivered')).length === 1)
    expect((await operator.post(`/webhooks/${id}/recover`, { since })).body.count).toBe(2)
    await until(async () => (await deliveries(id, '?state=delivered')).length === 3)
    expect((await operator.post(`/webhooks/${id}/recover`, { since })).body.count).toBe(0)
    expect(await look(id)).toMatchObject({ state: 'active', failingSince: null, lastSuccessAt: expect.any(String) })
    expect((await operator.get(`/webhooks/${id}/deliveries/${newest.id}`)).body.attempts).toHaveLength(2)
    const { hours } = (await operator.get(`/webhooks/${id}/hours`)).body
    expect(hours).toHaveLength(24)
    const sum = (name: string) => hours.reduce((sum: number, hour: Record<string, number>) => sum + hour[name]!, 0)
    expect([sum('delivered'), sum('failed')]).toEqual([3, 3])
    expectInvalid(await operator.post(`/webhooks/${id}/recover`, { since: 'yesterday' }), '/since')
    expectProblem(await operator.post(`/webhooks/${id}/deliveries/999999/resend`), 404, 'delivery_not_found')
  })

  it('are filtered by state and type, page by page, newest first', async () => {
    const id = await idOf('https://203.0.114.9/')
    await issue(5)
    await operator.post(`/webhooks/${id}/test`)
    await site.db.pool.query(
      `update deliveries set state = 'failed' where id in (select id from deliveries where webhook_id = $1 order by id limit 2)`,
      [id],
    )
    const ids: number[] = []
    for (let cursor = ''; cursor !== 'null'; ) {
      const { body } = await operator.get(`/webhooks/${id}/deliveries?limit=4${cursor && `&cursor=${cursor}`}`)
      ids.push(...body.deliveries.map((delivery: { id: number }) => delivery.id))
      cursor = String(body.nextCursor)
    }
    expect(ids).toHaveLength(6)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(await deliveries(id, '?state=failed')).toMatchObject([{ id: ids[4] }, { id: ids[5] }])
    expect(await deliveries(id, '?type=webhook.test')).toMatchObject([{ id: ids[0], type: 'webhook.test' }])
    expect(await deliveries(id, '?type=webhook.test&state=failed')).toEqual([])
    expectInvalid(await operator.get(`/webhooks/${id}/deliveries?state=lost`), '/state')
    expect((await look(id)).pending).toBe(4)
  })

  it('cannot be read through another webhook', async () => {
    const mine = await idOf('https://203.0.114.9/')
    const other = await idOf('https://203.0.114.9/')
    const { deliveryId } = (await operator.post(`/webhooks/${other}/test`)).body
    expectProblem(await operator.get(`/webhooks/${mine}/deliveries/${deliveryId}`), 404, 'delivery_not_found')
    expectProblem(await operator.post(`/webhooks/${mine}/deliveries/${deliveryId}/resend`), 404, 'delivery_not_found')
  })

  it('are found through the index if rare among many', async () => {
    const id = await idOf('https://203.0.114.9/')
    await site.db.pool.query(
      `insert into deliveries (event_id, webhook_id, event_type, state, due_at, created_at, finished_at)
       select 'evt_' || n, $1, 'credential.issued', 'delivered', now(), now(), now() from generate_series(1, 20000) as n`,
      [id],
    )
    await site.db.pool.query('analyze deliveries')
    const values = [id, ['failed'], ['webhook.test'], Number.MAX_SAFE_INTEGER, 100]
    const { rows } = await site.db.pool.query(`explain ${deliveryPage.text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('using deliveries_listed')
    expect(plan).not.toContain('deliveries_pkey')
  })

  it('are recovered completely, even many thousands', async () => {
    const id = await idOf('https://203.0.114.9/')
    const now = new Date()
    await site.db.pool.query(
      `insert into deliveries (event_id, webhook_id, event_type, state, due_at, created_at, finished_at)
       select 'evt_' || n, $1, (array['credential.issued', 'order.paid'])[1 + n % 2], 'failed', now(), $2::timestamptz - n * interval '1 second', now()
       from generate_series(1, 12000) as n`,
      [id, now],
    )
    const since = new Date(now.getTime() - 11_500_500).toISOString()
    const { count } = (await operator.post(`/webhooks/${id}/recover`, { since })).body
    const { rows } = await site.db.pool.query(
      `select count(*)::int from deliveries where webhook_id = $1 and state = 'pending'`,
      [id],
    )
    expect([count, rows[0].count]).toEqual([11_500, 11_500])
    expect(await look(id)).toMatchObject({ pending: 1000, morePending: true })
    await operator.delete(`/webhooks/${id}`)
  })
})

describe('the lifecycle of a webhook', () => {
  it('has a sample of every event, as it is sent', async () => {
    const { samples } = (await operator.get('/webhooks/samples')).body
    expect(samples.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES)
    for (const { type, body } of samples) expect(JSON.parse(body)).toMatchObject({ type, prueba: true })
  })

  it('sends a test event at once, which can be tracked', async () => {
    const { url, received } = await receiver()
    const id = await idOf(url)
    startWorkers(site.service)
    const { eventId, deliveryId } = (await operator.post(`/webhooks/${id}/test`)).body
    await until(() => received.length === 1)
    expect(received[0]!.event).toMatchObject({ id: eventId, type: 'webhook.test' })
    await until(async () => (await deliveries(id, '?state=delivered'))[0]?.id === deliveryId)
  })

  it('signs with the new and the previous secret for a day after rotation', async () => {
    const { url, received } = await receiver()
    const made = (await create(url)).body
    const id = made.webhook.id
    const rotated = (await operator.post(`/webhooks/${id}/rotate`)).body
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(made.secret)
    expect((await look(id)).previousSecretUntil).toBe(rotated.previousUntil)
    startWorkers(site.service)
    await operator.post(`/webhooks/${id}/test`)
    await until(() => received.length === 1)
    expect(received[0]!.headers['x-service-signature-previous']).toMatch(/^sha256=/)
    expect(JSON.stringify(await site.audit())).not.toContain(rotated.secret)
    site.service.at(new Date(Date.now() + 25 * 3_600_000))
    const later = await site.signedIn('viewer')
    expect((await later.get(`/webhooks/${id}`)).body.webhook.previousSecretUntil).toBeNull()
  })

  it('deactivates after a 410 with the reason, rejects requests, and can be enabled again', async () => {
    const { url } = await receiver((response) => response.writeHead(410).end())
    const id = await idOf(url)
    startWorkers(site.service)
    const { deliveryId } = (await operator.post(`/webhooks/${id}/test`)).body
    await until(async () => (await look(id)).state === 'deactivated')
    expect(await look(id)).toMatchObject({ deactivated: 'gone', deactivatedAt: expect.any(String) })
    for (const [path, body] of [
      ['test', undefined],
      ['recover', { since: '2026-01-01T00:00:00Z' }],
      [`deliveries/${deliveryId}/resend`, undefined],
    ] as const)
      expectProblem(await operator.post(`/webhooks/${id}/${path}`, body), 409, 'webhook_inactive')
    expect((await operator.post(`/webhooks/${id}/enable`)).body.webhook).toMatchObject({
      state: 'active',
      deactivated: null,
      deactivatedAt: null,
    })
  })

  it('is recorded in the audit log, once per actual change', async () => {
    const id = await idOf('https://203.0.114.9/')
    await operator.patch(`/webhooks/${id}`, { events: ['order.paid'] })
    const { deliveryId } = (await operator.post(`/webhooks/${id}/test`)).body
    await operator.post(`/webhooks/${id}/deliveries/${deliveryId}/resend`)
    await operator.post(`/webhooks/${id}/recover`, { since: '2026-01-01T00:00:00Z' })
    await operator.post(`/webhooks/${id}/rotate`)
    for (let time = 0; time < 2; time++) await operator.delete(`/webhooks/${id}`)
    for (let time = 0; time < 2; time++) await operator.post(`/webhooks/${id}/enable`)
    const told = (await site.audit()).filter(({ subject_id, details }) => subject_id === id || details.webhookId === id)
    expect(told.map(({ action }) => action).filter((action) => /^(webhook|delivery)\./.test(action))).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.tested',
      'delivery.resent',
      'webhook.recovered',
      'webhook.secret_rotated',
      'webhook.deactivated',
      'webhook.enabled',
    ])
  })
})

describe('a reseller', () => {
  it('manages the webhooks of its own owner and sees no others', async () => {
    const reseller = await site.signedIn('reseller', ownerId)
    const foreign = (
      await operator.post('/webhooks', {
        ownerId: await site.owner('Foreign'),
        url: 'https://203.0.114.9/',
        events: EVENTS,
      })
    ).body.webhook.id
    const mine = (await reseller.post('/webhooks', { ownerId, url: 'https://203.0.114.9/', events: EVENTS })).body
    expect((await reseller.get('/webhooks')).body.webhooks).toMatchObject([{ id: mine.webhook.id }])
    const test = await reseller.post(`/webhooks/${mine.webhook.id}/test`)
    expect(test.status).toBe(200)
    for (const path of ['', '/deliveries', `/deliveries/${test.body.deliveryId}`])
      expectProblem(await reseller.get(`/webhooks/${foreign}${path}`), 404, 'webhook_not_found')
    for (const path of ['/enable', '/rotate', '/test', `/deliveries/${test.body.deliveryId}/resend`])
      expectProblem(await reseller.post(`/webhooks/${foreign}${path}`), 404, 'webhook_not_found')
    expectProblem(await reseller.delete(`/webhooks/${foreign}`), 404, 'webhook_not_found')
    expectProblem(await reseller.patch(`/webhooks/${foreign}`, { events: EVENTS }), 404, 'webhook_not_found')
    expect(await look(foreign)).toMatchObject({ state: 'active', events: EVENTS })
  })
})
