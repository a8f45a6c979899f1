// Test tokens: the same rules as real ones, without access to streams and separate from real data.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditSealer } from '../../src/actions/audit/seal.ts'
import { verifyAudit } from '../../src/actions/audit/verification.ts'
import { expireCredentials } from '../../src/actions/credentials/expire.ts'
import { sendDelivery } from '../../src/actions/delivery/send.ts'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { explainAccess } from '../../src/reads/explain-access.ts'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { listSeals } from '../../src/store/audit/seals.ts'
import { listOwners } from '../../src/store/people/owners.ts'
import { byTest } from '../support/action-context.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const DAY_MS = 86_400_000
const MONTH = { segundos: 2_592_000 }
const HOOK = { url: 'https://93.184.215.14/hook' }
const customerMail = { language: 'es', noticesMs: [] } as const

let service: TestService
let real: Client
let test: Client
let testSecret: string
beforeAll(async () => {
  service = await TestService.start({ customerMail })
  await service.saveStations(STATIONS.cdmx)
  real = await service.client(undefined, 'Operator')
  testSecret = (await testToken('Operator')).secret
  test = service.as(testSecret)
})
afterAll(() => service.stop())

const testToken = (ownerName: string) =>
  createTokenOf(byTest({ db: service.db }), ownerName, {
    name: 'tests',
    scopes: ['read', 'provision', 'revoke'],
    isTest: true,
    expiresAt: null,
  })

const make = async (client: Client, more: object = {}) =>
  (await client.post('/credentials', { ...MONTH, ...more })).body.credential
const count = async (table: string) =>
  Number((await service.db.pool.query(`select count(*) from ${table}`)).rows[0].count)
const eventsOf = async (id: number) =>
  (await service.events()).filter((event) => event.credential_id === id).map(({ body }) => JSON.parse(body))
/** The credentials in the webhook's deliveries. */
const toldOf = async (webhookId: number) => {
  const { rows } = await service.db.pool.query(
    'select e.credential_id from deliveries d join events e on e.id = event_id where webhook_id = $1 order by 1',
    [webhookId],
  )
  return rows.map((row) => row.credential_id)
}

describe('a test token', () => {
  it('has its own prefix with the same checksum, and shows no second owner', async () => {
    expect(testSecret).toMatch(/^vrt_test_[0-9A-Za-z]{36}$/)
    const broken = testSecret.slice(0, -1) + (testSecret.endsWith('0') ? '1' : '0')
    expectProblem(await service.as(broken).get('/credentials'), 401, 'invalid_token')
    expectProblem(await service.as(testSecret.replace('vrt_test_', 'vrt_')).get('/credentials'), 401, 'invalid_token')
    expect((await listOwners(service.db)).map(({ name }) => name)).toEqual(['Operator'])
  })

  it('creates marked credentials with the same rules', async () => {
    expect(await make(test, { station_codigo: 'CDMX', label: 'probe' })).toMatchObject({
      prueba: true,
      estado: 'activa',
      vigente: true,
      mountpoint: 'CDMX_RTCM32',
      password: expect.stringMatching(/^[a-z0-9]{16}$/i),
    })
    expectInvalid(await test.post('/credentials', { segundos: 3599 }), '/segundos')
    const { body } = await test.post('/credentials/batch', { credentials: [MONTH, MONTH] })
    expect(body.credentials.map(({ prueba }: { prueba: boolean }) => prueba)).toEqual([true, true])
    expect(await make(real)).toMatchObject({ prueba: false })
  })

  it('accepts and validates enviar_email, and sends nothing', async () => {
    expectInvalid(await test.post('/credentials', { ...MONTH, enviar_email: true }), '/cliente_email')
    const { status, body } = await test.post('/credentials', {
      ...MONTH,
      cliente_email: 'ana@example.mx',
      enviar_email: true,
    })
    expect(status).toBe(201)
    const context = { ...byTest({ db: service.db }), customerMail }
    expect(await sendDelivery(context, 'all', body.credential.id, {})).toBeNull()
    expect(await count('mails')).toBe(0)
    expect(await count('handovers')).toBe(0)
  })

  it('sees only test credentials, and other tokens do not see them', async () => {
    const [mine, theirs] = [await make(test), await make(real)]
    const others = service.as((await testToken('Reseller')).secret)
    for (const [client, { id }] of [
      [real, mine],
      [test, theirs],
      [others, mine],
    ] as const) {
      expectProblem(await client.get(`/credentials/${id}`), 404, 'credential_not_found')
      expectProblem(await client.delete(`/credentials/${id}`), 404, 'credential_not_found')
      expectProblem(await client.post(`/credentials/${id}/vencer`, ''), 404, 'credential_not_found')
      const ids = (await client.get('/credentials')).body.credentials.map((one: { id: number }) => one.id)
      expect(ids).not.toContain(id)
    }
    expect((await test.get('/credentials?estado=activa')).body.credentials[0]).toMatchObject({
      id: mine.id,
      prueba: true,
    })
    expect((await test.delete(`/credentials/${mine.id}`)).body.credential.estado).toBe('revocada')
  })

  it('reports its mode, and sees only test events', async () => {
    const { id } = await make(test)
    const me = (await test.get('/yo')).body
    expect(me).toMatchObject({ organizacion: { nombre: 'Operator' }, modo: 'prueba' })
    expect((await real.get('/yo')).body).toMatchObject({ organizacion: me.organizacion, modo: 'produccion' })
    const told = (await test.get('/eventos?tipo=credential.issued')).body.eventos
    expect(told[0]).toMatchObject({ prueba: true, data: { credential: { id } } })
    const others = (await real.get('/eventos?tipo=credential.issued')).body.eventos
    expect(others.some((event: object) => 'prueba' in event)).toBe(false)
  })

  it('can change its credentials, and their events are marked', async () => {
    const { id } = await make(test, { cliente_email: 'ana@example.mx' })
    expect((await test.get(`/credentials/${id}/diagnostico`)).body).toMatchObject({
      acceso: false,
      hallazgos: [{ codigo: 'test_credential' }, {}],
    })
    expect((await test.post(`/credentials/${id}/suspender`, '')).body.credential.suspendida).toBe(true)
    expect((await test.post(`/credentials/${id}/reanudar`, '')).status).toBe(200)
    expect((await test.post(`/credentials/${id}/password`, '')).status).toBe(200)
    expect((await test.post(`/credentials/${id}/renovar`, { segundos: 3600 })).status).toBe(200)
    expect((await test.post(`/credentials/${id}/enviar`, '')).status).toBe(200)
    expect(await count('mails')).toBe(0)
    const events = await eventsOf(id)
    expect(events.map(({ prueba }) => prueba)).toEqual(events.map(() => true))
    expect(events.length).toBeGreaterThanOrEqual(5)
  })

  it('has separate idempotency keys: a test never replays for a real request', async () => {
    const key = { 'idempotency-key': 'order-17' }
    const tried = await test.post('/credentials', MONTH, key)
    const made = await real.post('/credentials', MONTH, key)
    expect([tried.body.credential.prueba, made.body.credential.prueba]).toEqual([true, false])
    expect((await test.post('/credentials', MONTH, key)).headers['idempotent-replayed']).toBe('true')
  })

  it('has its own webhooks, which receive only test events; real ones receive both', async () => {
    const ofTest = (await test.post('/webhooks', HOOK)).body.webhook
    const ofReal = (await real.post('/webhooks', HOOK)).body.webhook
    expect((await test.get('/webhooks')).body.webhooks).toEqual([ofTest])
    expect((await real.get('/webhooks')).body.webhooks).toEqual([ofReal])
    expect((await test.get(`/webhooks/${ofTest.id}`)).body.webhook).toEqual(ofTest)
    const [mine, theirs] = [await make(test), await make(real)]
    expect(await toldOf(ofTest.id)).toEqual([mine.id])
    expect(await toldOf(ofReal.id)).toEqual([mine.id, theirs.id])
    const [[tried], [meant]] = [await eventsOf(mine.id), await eventsOf(theirs.id)]
    expect(tried).toMatchObject({ type: 'credential.issued', prueba: true, data: { credential: { prueba: true } } })
    expect(meant).not.toHaveProperty('prueba')
    await Promise.all([test.delete(`/webhooks/${ofTest.id}`), real.delete(`/webhooks/${ofReal.id}`)])
  })

  it('cannot see or change real webhooks, and real tokens cannot those of tests', async () => {
    const ofTest = (await test.post('/webhooks', HOOK)).body.webhook
    const ofReal = (await real.post('/webhooks', HOOK)).body.webhook
    await make(real)
    for (const [client, { id }] of [
      [test, ofReal],
      [real, ofTest],
    ] as const) {
      const path = `/webhooks/${id}`
      for (const answer of [
        await client.get(path),
        await client.patch(path, { activo: false }),
        await client.post(`${path}/rotar`, ''),
        await client.post(`${path}/probar`, ''),
        await client.get(`${path}/entregas`),
        await client.post(`${path}/entregas/1/reenviar`, ''),
        await client.post(`${path}/recuperar`, { desde: '2026-11-14T06:00:00Z' }),
        await client.delete(path),
      ])
        expectProblem(answer, 404, 'webhook_not_found')
    }
    for (const [client, webhook] of [
      [test, ofTest],
      [real, ofReal],
    ] as const)
      expect((await client.delete(`/webhooks/${webhook.id}`)).body.webhook).toEqual({ ...webhook, activo: false })
  })

  it('recovers missed test events; a real webhook recovers both', async () => {
    const [mine, theirs] = [await make(test), await make(real)]
    const desde = (await eventsOf(mine.id))[0].timestamp
    const wanted = { ...HOOK, eventos: 'credential.issued' }
    const ofTest = (await test.post('/webhooks', wanted)).body.webhook
    const ofReal = (await real.post('/webhooks', wanted)).body.webhook
    expect((await test.post(`/webhooks/${ofTest.id}/recuperar`, { desde })).body.reenviadas).toBe(1)
    expect((await real.post(`/webhooks/${ofReal.id}/recuperar`, { desde })).body.reenviadas).toBe(2)
    expect([await toldOf(ofTest.id), await toldOf(ofReal.id)]).toEqual([[mine.id], [mine.id, theirs.id]])
    await Promise.all([test.delete(`/webhooks/${ofTest.id}`), real.delete(`/webhooks/${ofReal.id}`)])
  })

  it('marks the test events of its webhooks', async () => {
    const { id } = (await test.post('/webhooks', HOOK)).body.webhook
    const { entrega } = (await test.post(`/webhooks/${id}/probar`, '')).body
    const told = (await test.get('/eventos?tipo=webhook.test')).body.eventos
    expect(told).toMatchObject([{ id: entrega.evento.id, type: 'webhook.test', prueba: true }])
    expect((await real.get('/eventos?tipo=webhook.test')).body.eventos).toEqual([])
    await test.delete(`/webhooks/${id}`)
  })

  it('counts its webhooks against the quota of the organisation', async () => {
    const made: [Client, number][] = []
    for (let count = 0; count < 20; count++) {
      const client = count % 2 ? test : real
      made.push([client, (await client.post('/webhooks', HOOK)).body.webhook.id])
    }
    for (const client of [test, real]) {
      expectProblem(await client.post('/webhooks', HOOK), 409, 'webhook_limit_reached')
      expect((await client.get('/yo')).body.limites.cuotas.webhooks).toEqual({ limite: 20, usadas: 20 })
    }
    for (const [client, id] of made) await client.delete(`/webhooks/${id}`)
    const [client, id] = made[1]!
    expect((await client.patch(`/webhooks/${id}`, { activo: true })).body.webhook.activo).toBe(true)
    await client.delete(`/webhooks/${id}`)
  })
})

describe('POST /credentials/{id}/vencer', () => {
  it('ends a test credential now, with the event in the same transaction, once', async () => {
    const { id } = await make(test)
    const before = Date.now()
    const { status, body } = await test.post(`/credentials/${id}/vencer`, '')
    expect(status).toBe(200)
    expect(body.credential).toMatchObject({ id, estado: 'expirada', vigente: false, prueba: true })
    expect(Date.parse(body.credential.expira_at)).toBeGreaterThanOrEqual(before)
    expect((await test.post(`/credentials/${id}/vencer`, {})).body.credential).toEqual(body.credential)
    const { book } = await service.services.current()
    await expireCredentials({ db: service.db, book, now: new Date(Date.now() + 1_000) })
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual(['credential.issued', 'credential.expired'])
    expect(events[1]).toMatchObject({ prueba: true, data: { credential: { estado: 'expirada' } } })
    const listed = (await test.get('/credentials?estado=expirada')).body.credentials
    expect(listed.map((one: { id: number }) => one.id)).toContain(id)
    expectProblem(await test.delete(`/credentials/${id}`), 409, 'credential_expired')
  })

  it('ends a scheduled one', async () => {
    const inicia_at = new Date(Date.now() + DAY_MS).toISOString()
    const { id } = await make(test, { inicia_at })
    const { credential } = (await test.post(`/credentials/${id}/vencer`, '')).body
    expect(credential).toMatchObject({ estado: 'expirada', inicia_at: credential.expira_at })
  })

  it('is rejected for real or revoked credentials and without the scope', async () => {
    const { id } = await make(real)
    expectProblem(await real.post(`/credentials/${id}/vencer`, ''), 403, 'only_in_test_mode')
    const revoked = await make(test)
    await test.delete(`/credentials/${revoked.id}`)
    expectProblem(await test.post(`/credentials/${revoked.id}/vencer`, ''), 409, 'credential_revoked')
    expectInvalid(await test.post('/credentials/none/vencer', ''), '/id')
  })
})

describe('test credentials', () => {
  it('are diagnosed first as test credentials', async () => {
    const { usuario } = await make(test)
    const { book } = await service.services.current()
    const [first] = await explainAccess({ db: service.db, book, now: new Date() }, usuario)
    expect(first).toEqual({ kind: 'test_credential' })
  })

  it('are deleted a month after their end, and the audit log seals stay valid', async () => {
    const kept = await make(real, { segundos: 3600, cliente_nombre: 'Ana Real' })
    const ended = await make(test, { segundos: 3600, cliente_nombre: 'Ana Prueba' })
    const fresh = await make(test, { cliente_nombre: 'Eva Prueba' })
    const now = new Date(Date.now() + 31 * DAY_MS)
    const sealer = new AuditSealer(service.db, 0, 0)
    for (let round = 0; round < 3; round++) await sealer.run(now)
    await tidyUp(service.db, now)
    const { rows } = await service.db.pool.query('select id from credentials where id = any ($1) order by id', [
      [kept.id, ended.id, fresh.id],
    ])
    expect(rows.map(({ id }) => id)).toEqual([kept.id, fresh.id])
    const names = await service.db.pool.query(`select name from credential_names where name like 'Ana%'`)
    expect(names.rows).toEqual([{ name: 'Ana Real' }])
    const issued = (await listSeals(service.db, 0, 100)).filter(({ part }) => part === 'issued')
    expect(issued.at(-1)?.lastId).toBeGreaterThanOrEqual(fresh.id)
    const faults: object[] = []
    await verifyAudit(service.db, new Map(), (fault) => faults.push(fault))
    expect(faults).toEqual([])
  })
})
