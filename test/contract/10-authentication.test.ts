import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src/domain/people/tokens/token.ts'
import { anotherNode, lostDatabase } from '../support/nodes.ts'
import { expectProblem } from '../support/problems.ts'
import { type Answer, type Client, nothingUnderWay, TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

type Ask = (client: Client) => Promise<Answer>
const OPERATIONS: [operation: string, scope: Scope, ask: Ask][] = [
  ['GET /stations', 'read', (client) => client.get('/stations')],
  ['GET /stations/{id}/health', 'read', (client) => client.get('/stations/1/health')],
  ['GET /red', 'read', (client) => client.get('/red')],
  ['GET /vrs', 'read', (client) => client.get('/vrs?lat=1&lng=1')],
  ['GET /credentials', 'read', (client) => client.get('/credentials')],
  ['GET /credentials/{id}', 'read', (client) => client.get('/credentials/1')],
  ['POST /credentials', 'provision', (client) => client.post('/credentials', {})],
  ['POST /credentials/batch', 'provision', (client) => client.post('/credentials/batch', {})],
  ['DELETE /credentials/{id}', 'revoke', (client) => client.delete('/credentials/1')],
  ['GET /webhooks', 'read', (client) => client.get('/webhooks')],
  ['POST /webhooks', 'read', (client) => client.post('/webhooks', {})],
  ['DELETE /webhooks/{id}', 'read', (client) => client.delete('/webhooks/1')],
]
const SCOPES: Scope[] = ['read', 'provision', 'revoke']
const bearing = (authorization: string) => service.as(null).get('/stations', { authorization })

const base62 = (value: number) => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let place = 0; place < 6; place++, value = Math.floor(value / 62)) text = digits[value % 62] + text
  return text
}
const withChecksum = (body: string) => body + base62(crc32(body))

function expectChallenge(answer: Answer, code: string, challenge: string) {
  expectProblem(answer, code === 'insufficient_scope' ? 403 : 401, code)
  expect(answer.headers['www-authenticate']).toBe(challenge)
  expect(answer.headers['cache-control']).toBe('no-store')
}
const expectInvalidToken = (answer: Answer) =>
  expectChallenge(answer, 'invalid_token', 'Bearer realm="vertice", error="invalid_token"')

describe.each(OPERATIONS)('%s', (_, scope, ask) => {
  it('returns 401 without a token', async () => {
    expectChallenge(await ask(service.as(null)), 'missing_token', 'Bearer realm="vertice"')
  })

  it('returns 401 with an unknown token', async () => {
    expectInvalidToken(await ask(service.as(withChecksum(`vrt_${'a'.repeat(30)}`))))
  })

  it(`returns 403 naming the scope ${scope} if the token has every other scope`, async () => {
    const others = await service.client(SCOPES.filter((other) => other !== scope))
    const challenge = `Bearer realm="vertice", error="insufficient_scope", scope="${scope}"`
    expectChallenge(await ask(others), 'insufficient_scope', challenge)
  })

  it(`accepts a token with the scope ${scope} alone`, async () => {
    expect([401, 403]).not.toContain((await ask(await service.client([scope]))).status)
  })
})

describe('a token', () => {
  it('is vrt_, 30 base62 characters and 6 of CRC-32 in base62', async () => {
    for (let round = 0; round < 20; round++) {
      const { secret } = await service.token()
      expect(secret).toMatch(/^vrt_[0-9A-Za-z]{36}$/)
      expect(secret).toBe(withChecksum(secret.slice(0, 34)))
    }
  })

  it('is stored only as its SHA-256', async () => {
    const { token, secret } = await service.token()
    const { rows } = await service.db.pool.query('select hash, t::text as row from tokens t where id = $1', [token.id])
    expect(rows[0].hash).toEqual(createHash('sha256').update(secret).digest())
    expect(rows[0].row).not.toContain(secret.slice(4))
  })

  it('is accepted with the scheme in any case', async () => {
    const { secret } = await service.token()
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await bearing(`${scheme} ${secret}`)).status).toBe(200)
    }
  })

  it('is rejected with 401 if mistyped, truncated, doubled or wrapped', async () => {
    const { secret } = await service.token()
    const wrong = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A')
    const given = [
      wrong,
      secret.slice(0, -1),
      `${secret}A`,
      secret.toLowerCase(),
      `"${secret}"`,
      `${secret},${secret}`,
      '',
    ]
    for (const text of given) expectInvalidToken(await bearing(`Bearer ${text}`))
    for (const text of [secret, `Basic ${secret}`, `Bearer${secret}`, `Bearer ${secret} more`, '']) {
      expect((await bearing(text)).status).toBe(401)
    }
  })

  it('is not read from the query', async () => {
    const { secret } = await service.token()
    expect((await service.as(null).get(`/stations?access_token=${secret}`)).status).toBe(401)
  })

  it('is rejected without a query to the database if its checksum is wrong', async () => {
    const app = await anotherNode(service, lostDatabase())
    const ask = (token: string) =>
      app.inject({ url: '/api/v1/stations', headers: { authorization: `Bearer ${token}` } })
    expect((await ask(`vrt_${'a'.repeat(36)}`)).statusCode).toBe(401)
    expect((await ask(withChecksum(`vrt_${'a'.repeat(30)}`))).statusCode).toBe(503)
  })

  it('works until it expires', async () => {
    const { secret } = await service.token(['read'], 'Operator', new Date('2026-11-14T18:00:00.000Z'))
    const client = service.as(secret)
    service.at('2026-11-14T17:59:59.999Z')
    expect((await client.get('/stations')).status).toBe(200)
    service.at('2026-11-14T18:00:00.000Z')
    expectInvalidToken(await client.get('/stations'))
  })

  it('is rejected on every node from the first request after revocation', async () => {
    const { token, secret } = await service.token()
    const node = await anotherNode(service)
    const there = async () =>
      (await node.inject({ url: '/api/v1/stations', headers: { authorization: `Bearer ${secret}` } })).statusCode
    const here = async () => (await service.as(secret).get('/stations')).status
    expect([await here(), await there()]).toEqual([200, 200])
    await service.db.pool.query('update tokens set revoked_at = now() where id = $1', [token.id])
    expect([await here(), await there()]).toEqual([401, 401])
    expectInvalidToken(await service.as(secret).get('/stations'))
  })

  it('reads nothing for a token that was revoked since its last request', async () => {
    const { token, secret } = await service.token()
    const client = service.as(secret)
    const { id } = (await client.post('/credentials', { segundos: 3600 })).body.credential
    expect((await client.get(`/credentials/${id}`)).status).toBe(200)
    await service.db.pool.query('update tokens set revoked_at = now() where id = $1', [token.id])
    expectInvalidToken(await client.get(`/credentials/${id}`))
  })

  it('reads the network that changed since its last request', async () => {
    const client = service.as((await service.token()).secret)
    const { id } = (await client.post('/credentials', { segundos: 3600 })).body.credential
    const datum = async () => (await client.get(`/credentials/${id}`)).body.credential.datum
    const before = await datum()
    await service.db.pool.query(`update network set datum = 'ITRF2020'`)
    expect(await datum()).toBe('ITRF2020')
    await service.db.pool.query('update network set datum = $1', [before])
    expect(await datum()).toBe(before)
  })

  it('is rejected by every request after revocation, among concurrent ones', async () => {
    const { token, secret } = await service.token()
    const client = service.as(secret)
    const crowd = Array.from({ length: 50 }, () => client.get('/stations'))
    await service.db.pool.query('update tokens set revoked_at = now() where id = $1', [token.id])
    const after = await Promise.all(Array.from({ length: 50 }, () => client.get('/stations')))
    expect(after.map(({ status }) => status)).toEqual(Array(50).fill(401))
    for (const { status } of await Promise.all(crowd)) expect([200, 401]).toContain(status)
  })

  it('loses a removed scope with the next request', async () => {
    const { token, secret } = await service.token()
    const client = service.as(secret)
    expect((await client.post('/credentials', { segundos: 3600 })).status).toBe(201)
    await service.db.pool.query(`update tokens set scopes = '{read}' where id = $1`, [token.id])
    expect((await client.post('/credentials', { segundos: 3600 })).status).toBe(403)
  })
})

describe('the last use of a token', () => {
  const lastUsed = async (id: number): Promise<Date | null> =>
    (await service.db.pool.query('select last_used_at from tokens where id = $1', [id])).rows[0].last_used_at
  /** The last use is written asynchronously. */
  const soon = (id: number, expected: string) =>
    expect.poll(async () => (await lastUsed(id))?.toISOString(), { interval: 10 }).toBe(expected)

  it('is null at first, then updated at most once a minute', async () => {
    const { token, secret } = await service.token()
    const client = service.as(secret)
    expect(await lastUsed(token.id)).toBeNull()
    service.at('2026-11-14T18:00:00.000Z')
    await client.get('/stations')
    await soon(token.id, '2026-11-14T18:00:00.000Z')

    service.at('2026-11-14T18:00:59.000Z')
    await Promise.all(Array.from({ length: 10 }, () => client.get('/stations')))
    await nothingUnderWay(service.db)
    expect((await lastUsed(token.id))?.toISOString()).toBe('2026-11-14T18:00:00.000Z')

    service.at('2026-11-14T18:01:01.000Z')
    await client.get('/stations')
    await soon(token.id, '2026-11-14T18:01:01.000Z')
  })

  it('is updated at most once a minute by all nodes together', async () => {
    const { token, secret } = await service.token()
    const node = await anotherNode(service)
    service.at('2026-11-14T18:00:00.000Z')
    await service.as(secret).get('/stations')
    await soon(token.id, '2026-11-14T18:00:00.000Z')
    service.at('2026-11-14T18:00:30.000Z')
    const { statusCode } = await node.inject({
      url: '/api/v1/stations',
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(statusCode).toBe(200)
    await nothingUnderWay(service.db)
    expect((await lastUsed(token.id))?.toISOString()).toBe('2026-11-14T18:00:00.000Z')
  })

  it('is not updated by a rejected request', async () => {
    const { token, secret } = await service.token(['read'], 'Operator', new Date('2020-01-01'))
    expect((await service.as(secret).get('/stations')).status).toBe(401)
    await nothingUnderWay(service.db)
    expect(await lastUsed(token.id)).toBeNull()
  })
})

it('has no API operation that creates a token', async () => {
  const client = await service.client()
  const { paths } = (await client.get('/docs/openapi.json')).body
  expect(Object.keys(paths).filter((path) => /token/i.test(path))).toEqual([])
  for (const path of ['/tokens', '/token']) expect((await client.post(path, {})).status).toBe(404)
})
