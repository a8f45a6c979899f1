import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventTypesOf } from '../support/events.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, TestService } from '../support/service.ts'

const NOON = '2026-11-14T18:00:00.000Z'
const ONE_HOUR_LATER = '2026-11-14T19:00:00.000Z'

let service: TestService
let client: Client
let stranger: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  stranger = await service.client(undefined, 'Another reseller')
})
afterAll(() => service.stop())

const issue = async (body: object = {}) =>
  (await client.post('/credentials', { segundos: 3600, ...body })).body.credential
const typesOf = (id: number) => eventTypesOf(service, id)

describe('GET /credentials/{id}', () => {
  it('returns the credential with its password, and forbids caching', async () => {
    service.at(NOON)
    const credential = await issue()
    const { status, body, headers } = await client.get(`/credentials/${credential.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, credential })
    expect(body.credential.password).toMatch(/^\w{16,}$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it("returns the same 404 for another owner's credential as for a missing one", async () => {
    const { id } = await issue()
    const foreign = await stranger.get(`/credentials/${id}`)
    const missing = await stranger.get('/credentials/999999')
    expectProblem(foreign, 404, 'credential_not_found')
    expectProblem(missing, 404, 'credential_not_found')
    expect(foreign.body.detail.replace(`${id}`, '#')).toBe(missing.body.detail.replace('999999', '#'))
  })

  it('answers concurrent requests of two organizations each with its own credential, beside wrong ids', async () => {
    const mine = await Promise.all([issue(), issue()])
    const theirs = (await stranger.post('/credentials', { segundos: 3600 })).body.credential
    const answers = await Promise.all([
      client.get(`/credentials/${mine[0].id}`),
      stranger.get(`/credentials/${theirs.id}`),
      client.get('/credentials/one'),
      client.get(`/credentials/${theirs.id}`),
      client.get('/credentials/99999999999999999999'),
      client.get(`/credentials/${mine[1].id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 404, 404, 200])
    expect([0, 1, 5].map((at) => answers[at]!.body.credential)).toEqual([mine[0], theirs, mine[1]])
  })
})

describe('DELETE /credentials/{id}', () => {
  it('returns 200 with the credential, revocada and no longer vigente', async () => {
    service.at(NOON)
    const credential = await issue()
    expect(credential).toMatchObject({ estado: 'activa', vigente: true })
    const { status, body, headers } = await client.delete(`/credentials/${credential.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, credential: { ...credential, estado: 'revocada', vigente: false } })
    expect(headers['cache-control']).toBe('no-store')
    expect((await client.get(`/credentials/${credential.id}`)).body).toEqual(body)
  })

  it('emits credential.revoked once; repeating returns the same 200', async () => {
    service.at(NOON)
    const { id } = await issue()
    const first = await client.delete(`/credentials/${id}`)
    const again = await client.delete(`/credentials/${id}`)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await typesOf(id)).toEqual(['credential.issued', 'credential.revoked'])
  })

  it('returns 200 to twenty concurrent requests and emits one event', async () => {
    const { id } = await issue()
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.delete(`/credentials/${id}`)))
    expect(answers.map(({ status, body }) => [status, body.credential.estado])).toEqual(
      Array(20).fill([200, 'revocada']),
    )
    expect(await typesOf(id)).toEqual(['credential.issued', 'credential.revoked'])
  })

  it('returns 409 credential_expired for an expired credential and changes nothing', async () => {
    service.at(NOON)
    const { id } = await issue()
    service.at(ONE_HOUR_LATER)
    expectProblem(await client.delete(`/credentials/${id}`), 409, 'credential_expired')
    expect((await client.get(`/credentials/${id}`)).body.credential.estado).toBe('expirada')
    expect(await typesOf(id)).toEqual(['credential.issued'])
  })

  it('revokes up to the last millisecond before expiry', async () => {
    service.at(NOON)
    const { id } = await issue()
    service.at('2026-11-14T18:59:59.999Z')
    expect((await client.delete(`/credentials/${id}`)).body.credential.estado).toBe('revocada')
  })

  it('returns 200 for a revoked credential after its expiry: revocada, not expirada', async () => {
    service.at(NOON)
    const { id } = await issue()
    await client.delete(`/credentials/${id}`)
    service.at('2026-11-15T18:00:00.000Z')
    const { status, body } = await client.delete(`/credentials/${id}`)
    expect([status, body.credential.estado]).toEqual([200, 'revocada'])
    expect(await typesOf(id)).toEqual(['credential.issued', 'credential.revoked'])
  })

  it("returns 404 for another owner's credential and revokes nothing", async () => {
    const { id } = await issue()
    expectProblem(await stranger.delete(`/credentials/${id}`), 404, 'credential_not_found')
    expect((await client.get(`/credentials/${id}`)).body.credential.estado).toBe('activa')
    expect(await typesOf(id)).toEqual(['credential.issued'])
  })

  it('accepts an empty body with a JSON content type', async () => {
    const { id } = await issue()
    const answer = await client.delete(`/credentials/${id}`, { 'content-type': 'application/json' })
    expect(answer.status).toBe(200)
  })
})

describe('the credential id', () => {
  const operations = [
    ['GET', (id: string) => client.get(`/credentials/${id}`)],
    ['DELETE', (id: string) => client.delete(`/credentials/${id}`)],
  ] as const

  describe.each(operations)('of %s /credentials/{id}', (_, ask) => {
    it.each(['0', '-1', '1.0', '1e3', 'abc', '01', '+1', '%201', '1%00', '%F0%9F%9B%B0', 'NaN', '1,2'])(
      'is a 400 if it is no positive integer: %s',
      async (id) => {
        expectInvalid(await ask(id), '/id')
      },
    )

    it.each([
      '999999',
      '2147483648',
      '9007199254740992',
      '9223372036854775807',
      '9223372036854775808',
      '1'.repeat(99),
      '1'.repeat(500),
    ])('is a 404 if it does not exist, at any size: %s', async (id) => {
      expectProblem(await ask(id), 404, 'credential_not_found')
    })

    it('is not shown rounded in the text of the 404', async () => {
      expect((await ask('9223372036854775808')).body.detail).not.toMatch(/\d/)
    })
  })
})
