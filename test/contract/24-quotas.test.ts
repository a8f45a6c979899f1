// What the operator lets an owner have: refused beyond it, told by GET /yo, and counted right however many ask at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueCredentials } from '../../src/actions/credentials/issue.ts'
import { startJob } from '../../src/actions/credentials/jobs/issue.ts'
import { stepJob } from '../../src/actions/credentials/jobs/run.ts'
import { setQuotas } from '../../src/actions/people/quotas.ts'
import type { Quotas } from '../../src/domain/people/quota.ts'
import { byTest } from '../support/action-context.ts'
import { expectProblem } from '../support/problems.ts'
import { type Answer, type Client, TestService } from '../support/service.ts'

let service: TestService
let owners = 0

beforeAll(async () => {
  service = await TestService.start({ customerMail: { language: 'es', noticesMs: [] } })
})
afterAll(() => service.stop())

/** An owner of its own with these quotas. */
async function limited(quotas: Partial<Quotas>): Promise<{ client: Client; ownerId: number }> {
  const { secret, token } = await service.token(undefined, `Limited ${++owners}`)
  const client = service.as(secret)
  await client.get('/stations') // whoever is known already is limited all the same
  await setQuotas(byTest({ db: service.db }), token.ownerId, quotas)
  return { client, ownerId: token.ownerId }
}

const ORDER = { segundos: 3600 }
const issue = (client: Client, body: object = {}, headers = {}) =>
  client.post('/credentials', { ...ORDER, ...body }, headers)
const batch = (client: Client, count: number, body: object = {}) =>
  client.post('/credentials/batch', { credentials: Array.from({ length: count }, () => ({ ...ORDER, ...body })) })
const quotasOf = async (client: Client) => (await client.get('/yo')).body.limites.cuotas
const inService = async () => ({
  keys: service.services.keys,
  book: (await service.services.current()).book,
  customerMail: service.services.customerMail,
})

function expectFull(answer: Answer, nombre: string, limite: number) {
  const body = expectProblem(answer, 409, 'quota_exceeded')
  expect(body.cuota).toEqual({ nombre, limite })
  expect(body.detail).toContain(nombre)
  expect(body.detail).toContain(String(limite))
}

describe('credentials in force', () => {
  it('stop at the limit, scheduled ones too; whatever ends makes room', async () => {
    const { client } = await limited({ inForce: 3 })
    const now = new Date()
    const first = (await issue(client)).body.credential
    const scheduled = (await issue(client, { inicia_at: new Date(now.getTime() + 86_400_000).toISOString() })).body
      .credential
    expectFull(await batch(client, 2), 'vigentes', 3)
    const ended = (await issue(client)).body.credential
    expectFull(await issue(client), 'vigentes', 3)
    expect((await quotasOf(client)).vigentes).toEqual({ limite: 3, usadas: 3 })

    await client.delete(`/credentials/${first.id}`)
    expect((await issue(client)).status).toBe(201)
    // Those that ended make room before anybody has noted it.
    service.at(new Date(now.getTime() + 2 * 3_600_000))
    expect((await quotasOf(client)).vigentes).toEqual({ limite: 3, usadas: 1 })
    expect((await batch(client, 2)).status).toBe(201)
    expectFull(await issue(client), 'vigentes', 3)
    // One that ended takes a place again when it is renewed; one that has not ended has its place.
    expectFull(await client.post(`/credentials/${ended.id}/renovar`, { segundos: 3600 }), 'vigentes', 3)
    expect((await client.post(`/credentials/${scheduled.id}/renovar`, { segundos: 3600 })).status).toBe(200)
  })

  it('what breaks a rule is told first, and takes no room', async () => {
    const { client } = await limited({ inForce: 0 })
    expectProblem(await issue(client, { station_codigo: 'NOWHERE' }), 400, 'invalid_request')
    expectFull(await issue(client), 'vigentes', 0)
  })

  it('of many who ask at once, as many as there is room for get one', async () => {
    const { client } = await limited({ inForce: 7, issuedPerDay: 100 })
    const asked = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        issue(client, {}, index % 3 === 0 ? { 'idempotency-key': `at-once-${index}` } : {}),
      ),
    )
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(7)
    for (const answer of asked.filter(({ status }) => status !== 201)) expectFull(answer, 'vigentes', 7)
    expect((await quotasOf(client)).vigentes.usadas).toBe(7)
  })

  it('an answer that is given again takes no second place', async () => {
    const { client } = await limited({ inForce: 1 })
    const key = { 'idempotency-key': 'only' }
    const first = await issue(client, {}, key)
    const again = await issue(client, {}, key)
    expect([again.status, again.body.credential.id]).toEqual([201, first.body.credential.id])
  })
})

describe('credentials and mails of a day', () => {
  it('count the last 24 hours, revoked ones too', async () => {
    const { client } = await limited({ issuedPerDay: 2 })
    const now = new Date()
    const made = (await batch(client, 2)).body.credentials
    await client.delete(`/credentials/${made[0].id}`)
    expectFull(await issue(client), 'emitidas_por_dia', 2)
    service.at(new Date(now.getTime() + 25 * 3_600_000))
    expect((await quotasOf(client)).emitidas_por_dia).toEqual({ limite: 2, usadas: 0 })
    expect((await issue(client)).status).toBe(201)
  })

  it('who asks for no mail needs no room for one', async () => {
    const { client } = await limited({ mailsPerDay: 2 })
    const mailed = { cliente_email: 'maria@example.mx', enviar_email: true }
    expect((await batch(client, 2, mailed)).status).toBe(201)
    expectFull(await issue(client, mailed), 'correos_por_dia', 2)
    expect((await issue(client)).status).toBe(201)
    expect((await quotasOf(client)).correos_por_dia).toEqual({ limite: 2, usadas: 2 })
  })
})

it('an owner’s own number of webhooks takes the place of everybody’s, also for those that come back', async () => {
  const { client } = await limited({ webhooks: 1 })
  const make = () => client.post('/webhooks', { url: 'https://93.184.215.14/hook' })
  const { id } = (await make()).body.webhook
  expectFull(await make(), 'webhooks', 1)
  await client.delete(`/webhooks/${id}`)
  expect((await make()).status).toBe(201)
  expectFull(await client.patch(`/webhooks/${id}`, { activo: true }), 'webhooks', 1)
  expect((await quotasOf(client)).webhooks).toEqual({ limite: 1, usadas: 1 })
})

describe('the operator', () => {
  it('is not stopped, and what it issues counts', async () => {
    const { client, ownerId } = await limited({ inForce: 1 })
    const context = byTest({ db: service.db, ...(await inService()) })
    const request = { validitySeconds: 3600 }
    await issueCredentials(context, 'all', ownerId, [request, request] as never)
    expect((await quotasOf(client)).vigentes).toEqual({ limite: 1, usadas: 2 })
    await expect(issueCredentials(context, ownerId, ownerId, [request] as never)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
  })

  it('takes a limit away again, and whoever has none is asked nothing', async () => {
    const { client, ownerId } = await limited({ inForce: 0, issuedPerDay: 0 })
    expectFull(await issue(client), 'vigentes', 0)
    await setQuotas(byTest({ db: service.db }), ownerId, { inForce: null })
    expectFull(await issue(client), 'emitidas_por_dia', 0)
    await setQuotas(byTest({ db: service.db }), ownerId, { issuedPerDay: null })
    expect((await issue(client)).status).toBe(201)
    expect(await quotasOf(client)).toEqual({
      vigentes: { limite: null, usadas: null },
      emitidas_por_dia: { limite: null, usadas: null },
      correos_por_dia: { limite: null, usadas: null },
      webhooks: { limite: 20, usadas: 0 },
    })
  })
})

it('of a file, the rows that there is room for are issued and the others say why not', async () => {
  const { client, ownerId } = await limited({ inForce: 2 })
  const rows = [1, 2, 3].map((line) => ({
    line,
    request: { validitySeconds: 3600 },
    problems: [],
  }))
  const wish = { ownerId, key: 'file', fileName: 'file.csv', rows: rows as never }
  const { id } = await startJob(byTest({ db: service.db }), ownerId, wish)
  await stepJob({ db: service.db, now: new Date(), ...(await inService()) })
  const { rows: kept } = await service.db.pool.query(
    'select state, problems from issue_job_rows where job_id = $1 order by position',
    [id],
  )
  expect(kept.map(({ state }) => state)).toEqual(['issued', 'issued', 'failed'])
  expect(kept[2].problems).toEqual([{ field: '', code: 'quota_exceeded', params: { quota: 'inForce', limit: 2 } }])
  expect((await quotasOf(client)).vigentes.usadas).toBe(2)
})
