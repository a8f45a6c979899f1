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

async function limited(quotas: Partial<Quotas>): Promise<{ client: Client; ownerId: number }> {
  const { secret, token } = await service.token(undefined, `Limited ${++owners}`)
  const client = service.as(secret)
  await client.get('/stations') // a cached owner is limited too
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

describe('the quota of credentials in force', () => {
  it('counts scheduled credentials too; an ended one frees its place', async () => {
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
    // Expired credentials free their place before the job notes the expiry.
    service.at(new Date(now.getTime() + 2 * 3_600_000))
    expect((await quotasOf(client)).vigentes).toEqual({ limite: 3, usadas: 1 })
    expect((await batch(client, 2)).status).toBe(201)
    expectFull(await issue(client), 'vigentes', 3)
    // Renewing an expired credential needs a free place; renewing an active one does not.
    expectFull(await client.post(`/credentials/${ended.id}/renovar`, { segundos: 3600 }), 'vigentes', 3)
    expect((await client.post(`/credentials/${scheduled.id}/renovar`, { segundos: 3600 })).status).toBe(200)
  })

  it('is checked after all other rules', async () => {
    const { client } = await limited({ inForce: 0 })
    expectProblem(await issue(client, { station_codigo: 'NOWHERE' }), 400, 'invalid_request')
    expectFull(await issue(client), 'vigentes', 0)
  })

  it('is exact with concurrent requests', async () => {
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

  it('is not charged for a replayed response', async () => {
    const { client } = await limited({ inForce: 1 })
    const key = { 'idempotency-key': 'only' }
    const first = await issue(client, {}, key)
    const again = await issue(client, {}, key)
    expect([again.status, again.body.credential.id]).toEqual([201, first.body.credential.id])
  })
})

describe('the quotas of credentials and mails per day', () => {
  it('count the last 24 hours, including revoked credentials', async () => {
    const { client } = await limited({ issuedPerDay: 2 })
    const now = new Date()
    const made = (await batch(client, 2)).body.credentials
    await client.delete(`/credentials/${made[0].id}`)
    expectFull(await issue(client), 'emitidas_por_dia', 2)
    service.at(new Date(now.getTime() + 25 * 3_600_000))
    expect((await quotasOf(client)).emitidas_por_dia).toEqual({ limite: 2, usadas: 0 })
    expect((await issue(client)).status).toBe(201)
  })

  it('charge no mail if none is requested', async () => {
    const { client } = await limited({ mailsPerDay: 2 })
    const mailed = { cliente_email: 'maria@example.mx', enviar_email: true }
    expect((await batch(client, 2, mailed)).status).toBe(201)
    expectFull(await issue(client, mailed), 'correos_por_dia', 2)
    expect((await issue(client)).status).toBe(201)
    expect((await quotasOf(client)).correos_por_dia).toEqual({ limite: 2, usadas: 2 })
  })
})

it('applies an owner’s own webhook limit instead of the default, also on reactivation', async () => {
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
  it('can exceed a quota, and its credentials count', async () => {
    const { client, ownerId } = await limited({ inForce: 1 })
    const context = byTest({ db: service.db, ...(await inService()) })
    const request = { validitySeconds: 3600 }
    await issueCredentials(context, 'all', ownerId, [request, request] as never)
    expect((await quotasOf(client)).vigentes).toEqual({ limite: 1, usadas: 2 })
    await expect(issueCredentials(context, ownerId, ownerId, [request] as never)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
  })

  it('can remove a limit; without limits nothing is counted', async () => {
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
      horas_rinex_por_dia: { limite: null, usadas: null },
    })
  })
})

it('issues the rows of a file that fit the quota and reports the others', async () => {
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
