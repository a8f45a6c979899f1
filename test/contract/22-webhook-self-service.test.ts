import { createHmac } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/webhooks/events.ts'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { until } from '../support/process.ts'
import { ALLOW, receiver, startWorkers, subscribe } from '../support/receiver.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let owners = 0

beforeAll(async () => {
  service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
})
afterAll(() => service.stop())

const HOOK = 'http://127.0.0.1:9/hook'
const newOwner = (scopes?: Parameters<TestService['client']>[0]) => service.client(scopes, `Self-service ${++owners}`)
const make = async (client: Client, body: object = {}) =>
  (await client.post('/webhooks', { url: HOOK, ...body })).body.webhook
const issue = async (client: Client) =>
  (await client.post('/credentials', { segundos: 3600 })).body.credential.id as number
const deliveriesOf = async (client: Client, id: number, query = '') =>
  (await client.get(`/webhooks/${id}/entregas${query}`)).body.entregas

describe('GET and PATCH /webhooks/{id}', () => {
  it('returns a webhook as the list does; another owner’s is not found', async () => {
    const client = await newOwner()
    const webhook = await make(client)
    expect((await client.get(`/webhooks/${webhook.id}`)).body).toEqual({ ok: true, webhook })
    const stranger = await newOwner()
    for (const answer of [
      await stranger.get(`/webhooks/${webhook.id}`),
      await stranger.patch(`/webhooks/${webhook.id}`, { activo: false }),
      await stranger.post(`/webhooks/${webhook.id}/rotar`, ''),
      await stranger.post(`/webhooks/${webhook.id}/probar`, ''),
      await stranger.get(`/webhooks/${webhook.id}/entregas`),
      await stranger.post(`/webhooks/${webhook.id}/entregas/1/reenviar`, ''),
      await stranger.post(`/webhooks/${webhook.id}/recuperar`, { desde: '2026-11-14T06:00:00Z' }),
    ])
      expectProblem(answer, 404, 'webhook_not_found')
  })

  it('changes the given fields only', async () => {
    const client = await newOwner()
    const webhook = await make(client)
    const path = `/webhooks/${webhook.id}`
    const events = await client.patch(path, { eventos: 'station.alarm, credential.revoked,station.alarm' })
    expect(events.body).toEqual({ ok: true, webhook: { ...webhook, eventos: 'station.alarm,credential.revoked' } })
    const url = 'http://127.0.0.1:9/other'
    const off = await client.patch(path, { url, activo: false })
    expect(off.body.webhook).toEqual({ ...events.body.webhook, url, activo: false })
    expect((await client.patch(path, { activo: false })).body).toEqual(off.body)
    expect((await client.patch(path, { activo: true })).body.webhook.activo).toBe(true)
    expect((await client.patch(path, {})).body.webhook).toEqual({ ...off.body.webhook, activo: true })
  })

  it('applies the rules of new webhooks', async () => {
    const client = await newOwner()
    const { id } = await make(client)
    const path = `/webhooks/${id}`
    expectInvalid(await client.patch(path, { url: 'https://10.0.0.1/hook' }), '/url')
    expectInvalid(await client.patch(path, { eventos: 'credential.lost,' }), '/eventos', '/eventos')
    expectInvalid(await client.patch(path, { activo: 'true' }), '/activo')
    expectInvalid(await client.patch(path, { secret: 'whsec_mine' }), '/secret')
  })

  it('counts reactivation against the limit of active webhooks', async () => {
    const client = await newOwner()
    const { id } = await make(client)
    await client.delete(`/webhooks/${id}`)
    for (let count = 0; count < 20; count++) await make(client)
    expectProblem(await client.patch(`/webhooks/${id}`, { activo: true }), 409, 'webhook_limit_reached')
  })
})

describe('POST /webhooks/{id}/rotar', () => {
  it('returns the new secret and how long both sign; once per idempotency key', async () => {
    const { url, received } = await receiver()
    const { client, id, secret } = await subscribe(service, url)
    const rotate = () => client.post(`/webhooks/${id}/rotar`, '', { 'idempotency-key': 'rotate' })
    const { status, body, headers } = await rotate()
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(body)).toEqual(['ok', 'webhook', 'secret', 'anterior_hasta'])
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.secret).not.toBe(secret)
    const day = Date.parse(body.anterior_hasta) - Date.now()
    expect(day / 3_600_000).toBeCloseTo(24, 1)
    const again = await rotate()
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([body, 'true'])
    // The same key for another webhook is another request.
    const other = await make(client)
    expectProblem(
      await client.post(`/webhooks/${other.id}/rotar`, '', { 'idempotency-key': 'rotate' }),
      422,
      'idempotency_key_reused',
    )

    startWorkers(service)
    await issue(client)
    await until(() => received.length === 1)
    const [first] = received
    const signed = (key: string) => `sha256=${createHmac('sha256', key).update(first!.body).digest('hex')}`
    expect(first!.headers['x-service-signature']).toBe(signed(body.secret))
    expect(first!.headers['x-service-signature-previous']).toBe(signed(secret))
  })
})

describe('deliveries of a webhook', () => {
  it('include test events with their attempts, and can be resent', async () => {
    const { url, received } = await receiver((response, _, count) => {
      response.statusCode = count === 1 ? 500 : 200
      response.end()
    })
    const { client, id } = await subscribe(service, url, 'credential.revoked')
    startWorkers(service, { retryDelaysMs: [] })
    const probe = () => client.post(`/webhooks/${id}/probar`, '', { 'idempotency-key': 'probe' })
    const tested = await probe()
    expect(tested.status).toBe(200)
    const { entrega } = tested.body
    expect(entrega).toEqual({
      id: expect.any(Number),
      evento: { id: expect.stringMatching(/^evt_/), type: 'webhook.test' },
      estado: 'pendiente',
      creada_at: expect.any(String),
      proximo_intento_at: entrega.creada_at,
      terminada_at: null,
      intentos: [],
    })
    expect((await probe()).body).toEqual(tested.body)
    await until(async () => (await deliveriesOf(client, id, '?estado=fallida')).length === 1)
    const [failed] = await deliveriesOf(client, id)
    expect(failed).toEqual({
      ...entrega,
      estado: 'fallida',
      proximo_intento_at: null,
      terminada_at: expect.any(String),
      intentos: [{ at: expect.any(String), status: 500, duracion_ms: expect.any(Number), error: 'status' }],
    })

    const again = await client.post(`/webhooks/${id}/entregas/${entrega.id}/reenviar`, '')
    expect(again.body.entrega).toMatchObject({ id: entrega.id, estado: 'pendiente', intentos: failed.intentos })
    await until(async () => (await deliveriesOf(client, id, '?estado=entregada')).length === 1)
    const [{ intentos }] = await deliveriesOf(client, id)
    expect(intentos.map(({ status, error }: Record<string, unknown>) => [status, error])).toEqual([
      [500, 'status'],
      [200, null],
    ])
    expect(received.map(({ event }) => event)).toEqual([received[0]!.event, received[0]!.event])
    expect(received[0]!.event).toMatchObject({ id: entrega.evento.id, type: 'webhook.test', data: {} })

    expectProblem(await client.post(`/webhooks/${id}/entregas/999999999/reenviar`, ''), 404, 'delivery_not_found')
    expectInvalid(await client.post(`/webhooks/${id}/entregas/x/reenviar`, ''), '/id')
    expectInvalid(await client.get(`/webhooks/${id}/entregas?estado=failed`), '/estado')
    await client.delete(`/webhooks/${id}`)
    expectProblem(await client.post(`/webhooks/${id}/probar`, ''), 409, 'webhook_inactive')
  })

  it('can be a sample of every event to this webhook alone, marked as a test', async () => {
    const mine = await receiver()
    const other = await receiver()
    const { client, id } = await subscribe(service, mine.url, 'credential.revoked')
    const all = await client.post('/webhooks', { url: other.url, eventos: EVENT_TYPES.join(',') })
    startWorkers(service)
    for (const type of EVENT_TYPES) {
      const { status, body } = await client.post(`/webhooks/${id}/probar`, { evento: type })
      expect([status, body.entrega.evento.type]).toEqual([200, type])
    }
    await until(() => mine.received.length === EVENT_TYPES.length)
    const description = (await client.get('/docs/openapi.json')).body
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'openapi', components: description.components })
    for (const type of EVENT_TYPES) {
      const { event } = mine.received.find((one) => one.event.type === type)!
      expect(event).toMatchObject({ prueba: true, timestamp: expect.any(String) })
      if (event.data.credential) expect(event.data.credential.prueba).toBe(true)
      const { schema } = description.webhooks[type].post.requestBody.content['application/json']
      const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')))
      expect([type, check(event), check.errors]).toEqual([type, true, null])
    }
    // Samples are neither in the event log nor recovered.
    expect((await client.get('/eventos')).body.eventos).toEqual([])
    const recovery = { desde: new Date(Date.now() - 3_600_000).toISOString() }
    expect((await client.post(`/webhooks/${all.body.webhook.id}/recuperar`, recovery)).body.reenviadas).toBe(0)
    expect(other.received).toEqual([])
    expectInvalid(await client.post(`/webhooks/${id}/probar`, { evento: 'credential.lost' }), '/evento')
    expectInvalid(await client.post(`/webhooks/${id}/probar`, { event: 'order.paid' }), '/event')
    const plain = await client.post(`/webhooks/${id}/probar`, {})
    expect(plain.body.entrega.evento.type).toBe('webhook.test')
  })

  it('is paged, newest first', async () => {
    const client = await newOwner()
    const { id } = await make(client)
    for (let count = 0; count < 3; count++) await issue(client)
    const first = await client.get(`/webhooks/${id}/entregas?limit=2&estado=pendiente`)
    expect(first.headers.link).toContain(`/webhooks/${id}/entregas?limit=2&estado=pendiente&cursor=`)
    const rest = await client.get(`/webhooks/${id}/entregas?limit=2&cursor=${first.body.next_cursor}`)
    const ids = [...first.body.entregas, ...rest.body.entregas].map(({ id }: { id: number }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect([ids.length, rest.body.next_cursor]).toEqual([3, null])
  })

  it('are resent on request if they failed or were missed while inactive', async () => {
    await service.saveStations(STATIONS.cdmx)
    const client = await newOwner()
    const other = await newOwner()
    const { id } = await make(client, { eventos: 'credential.issued,station.status_changed' })
    const start = new Date().toISOString()
    const recover = (desde = start) => client.post(`/webhooks/${id}/recuperar`, { desde })
    await issue(client)
    await service.db.pool.query(`update deliveries set state = 'failed', finished_at = now() where webhook_id = $1`, [
      id,
    ])
    await client.patch(`/webhooks/${id}`, { activo: false })
    expectProblem(await recover(), 409, 'webhook_inactive')
    const revoked = await issue(client)
    await client.delete(`/credentials/${revoked}`)
    await issue(other)
    await service.saveStations({ ...STATIONS.cdmx, declaredStatus: 'maintenance' })
    await client.patch(`/webhooks/${id}`, { activo: true })

    expect((await recover(new Date(Date.now() + 60_000).toISOString())).body.reenviadas).toBe(0)
    expect((await recover()).body).toEqual({ ok: true, reenviadas: 3, hay_mas: false })
    expect((await recover()).body).toEqual({ ok: true, reenviadas: 0, hay_mas: false })
    const pending = await deliveriesOf(client, id, '?estado=pendiente')
    expect(pending.map(({ evento }: { evento: { type: string } }) => evento.type).sort()).toEqual([
      'credential.issued',
      'credential.issued',
      'station.status_changed',
    ])
    for (const desde of ['2026-11-10', '2026-11-14T06:00:00-06', '0001-01-01'])
      expect((await recover(desde)).body).toEqual({ ok: true, reenviadas: 0, hay_mas: false })
    for (const desde of ['yesterday', 'the day before', '2026-06-30T23:59:60Z', '2026-02-30T00:00:00Z'])
      expectInvalid(await recover(desde), '/desde')
    expectInvalid(await client.post(`/webhooks/${id}/recuperar`, {}), '/desde')
  })
})

describe('the scope "webhooks"', () => {
  it('allows all webhook operations and nothing else', async () => {
    const client = await newOwner(['webhooks'])
    const { id } = await make(client)
    for (const answer of [
      await client.get('/webhooks'),
      await client.get(`/webhooks/${id}`),
      await client.get(`/webhooks/${id}/entregas`),
      await client.patch(`/webhooks/${id}`, { activo: true }),
      await client.post(`/webhooks/${id}/probar`, ''),
      await client.delete(`/webhooks/${id}`),
    ])
      expect(answer.status).toBe(200)
    for (const path of ['/stations', '/credentials', '/eventos'])
      expectProblem(await client.get(path), 403, 'insufficient_scope')
    expectProblem(await client.post('/credentials', { segundos: 3600 }), 403, 'insufficient_scope')
  })

  it('is not needed with "read"; "provision" is not enough', async () => {
    expect((await (await newOwner(['read'])).get('/webhooks')).status).toBe(200)
    const refused = await (await newOwner(['provision', 'import'])).get('/webhooks')
    expectProblem(refused, 403, 'insufficient_scope')
    expect(refused.headers['www-authenticate']).toContain('scope="read"')
  })
})
