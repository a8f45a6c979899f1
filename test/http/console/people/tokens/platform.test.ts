// Owners and tokens in the console: a new token works with the API at once, a revoked one is rejected at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../../../src/actions/people/tokens/create.ts'
import { isWellFormed } from '../../../../../src/domain/people/tokens/token.ts'
import { byTest } from '../../../../support/action-context.ts'
import { anotherNode } from '../../../../support/nodes.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { until } from '../../../../support/process.ts'
import { insertCredentials } from '../../../../support/rows.ts'
import { type Browser, TestConsole } from '../../support.ts'

let site: TestConsole
let operator: Browser
let ownerId: number
beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
  ownerId = await site.owner('Operator')
})
afterAll(() => site.stop())

const create = (browser: Browser, body: object = {}) =>
  browser.post('/tokens', { ownerId, name: 'ERP', scopes: ['read', 'provision'], ...body })

describe('a token', () => {
  it('is shown once, works with the API at once, and is rejected once revoked', async () => {
    const { status, body } = await create(operator)
    expect(status).toBe(201)
    expect(isWellFormed(body.secret)).toBe(true)
    expect(body.token).toMatchObject({ ownerId, ownerName: 'Operator', name: 'ERP', state: 'valid', lastUsedAt: null })
    const api = site.service.as(body.secret)
    expect((await api.post('/credentials', { segundos: 3600 })).status).toBe(201)
    expectProblem(await api.delete('/credentials/1'), 403, 'insufficient_scope')

    const listed = await operator.get('/tokens')
    expect(listed.body.tokens[0]).toMatchObject({ id: body.token.id, scopes: ['read', 'provision'] })
    expect(listed.text).not.toContain(body.secret.slice(4))
    expect((await operator.delete(`/tokens/${body.token.id}`)).body.token.state).toBe('revoked')
    expectProblem(await api.get('/stations'), 401, 'invalid_token')
    expect((await operator.delete(`/tokens/${body.token.id}`)).body.token.state).toBe('revoked')
    expectProblem(await operator.delete('/tokens/999999'), 404, 'token_not_found')
  })

  it('shows its requests of the last days, including rejected ones, without queries', async () => {
    const { token, secret } = (await create(operator)).body
    const api = site.service.as(secret)
    const made = await api.post('/credentials', { segundos: 3600 })
    await api.get('/credentials?cliente_email=ana@example.mx')
    await api.delete('/credentials/1')
    await operator.delete(`/tokens/${token.id}`)
    await api.get('/stations')
    const requests = async (query = '') => (await operator.get(`/tokens/${token.id}/requests${query}`)).body.requests
    await until(async () => (await requests()).length === 4)

    const [last, ...before] = await requests()
    expect(last).toMatchObject({ method: 'GET', path: '/api/v1/stations', status: 401, missed: 0 })
    expect(before.map(({ method, path, status }: Record<string, unknown>) => [method, path, status])).toEqual([
      ['DELETE', '/api/v1/credentials/1', 403],
      ['GET', '/api/v1/credentials', 200],
      ['POST', '/api/v1/credentials', 201],
    ])
    expect(before.at(-1).requestId).toBe(made.headers['x-request-id'])
    expect((await requests('?failed=true')).map(({ status }: { status: number }) => status)).toEqual([401, 403])
    const page = (await operator.get(`/tokens/${token.id}/requests?limit=3`)).body
    expect(await requests(`?cursor=${page.nextCursor}`)).toEqual([before.at(-1)])
  })

  it('shows requests over the rate limit, and those for which there is no route, once the token was used', async () => {
    const { token, secret } = (await create(operator)).body
    const app = await anotherNode(site.service, { rateLimitPerMinute: 4 })
    const ask = async (method: 'GET' | 'PUT', url: string) =>
      (await app.inject({ method, url, remoteAddress: '203.0.113.9', headers: { authorization: `Bearer ${secret}` } }))
        .statusCode
    const statuses = [await ask('GET', '/api/v1/nothing?key=1'), await ask('GET', '/api/v1/stations')]
    statuses.push(await ask('GET', '/api/v1/nothing?key=1'), await ask('PUT', '/api/v1/stations'))
    statuses.push(await ask('GET', '/api/v1/credentials'))
    expect(statuses).toEqual([404, 200, 404, 405, 429])
    const requests = async () => (await operator.get(`/tokens/${token.id}/requests`)).body.requests
    await until(async () => (await requests()).length === 4)
    expect(
      (await requests()).map(({ method, path, status }: Record<string, unknown>) => [method, path, status]),
    ).toEqual([
      ['GET', '/api/v1/credentials', 429],
      ['PUT', '/api/v1/stations', 405],
      ['GET', '/api/v1/nothing', 404],
      ['GET', '/api/v1/stations', 200],
    ])
  })

  it('revoked by two at once is told of once', async () => {
    const { id } = (await create(operator)).body.token
    await Promise.all([1, 2, 3].map(() => operator.delete(`/tokens/${id}`)))
    const told = (await site.audit()).filter(
      ({ action, subject_id }) => action === 'token.revoked' && subject_id === id,
    )
    expect(told).toHaveLength(1)
  })

  it('needs the webhooks scope if created here; older tokens manage webhooks through "read", which is shown', async () => {
    const without = (await create(operator)).body
    expect(without.token).toMatchObject({ limits: ['no_webhooks'], webhooksByRead: false })
    const closed = site.service.as(without.secret)
    expect((await closed.get('/stations')).status).toBe(200)
    for (const answer of [await closed.get('/webhooks'), await closed.post('/webhooks/1/rotar')])
      expectProblem(answer, 403, 'token_without_webhooks')

    const scoped = (await create(operator, { scopes: ['read', 'webhooks'], limits: ['no_passwords'] })).body
    expect(scoped.token).toMatchObject({ limits: ['no_passwords'], webhooksByRead: false })
    expect((await site.service.as(scoped.secret).get('/webhooks')).status).toBe(200)
    expect((await create(operator, { scopes: ['provision'] })).body.token.limits).toEqual([])

    const { token } = await createToken(byTest({ db: site.db }), 'all', {
      ...{ ownerId, name: 'by command', scopes: ['read'], expiresAt: null },
    })
    expect((await operator.get(`/tokens/${token.id}`)).body.token).toMatchObject({ limits: [], webhooksByRead: true })
  })

  it('can expire', async () => {
    expectInvalid(await create(operator, { expiresAt: '2020-01-01T00:00:00Z' }), '/expiresAt')
    expectInvalid(await create(operator, { expiresAt: 'tomorrow' }), '/expiresAt')
    const { token } = (await create(operator, { expiresAt: '2099-01-01T00:00:00Z' })).body
    expect(token.expiresAt).toBe('2099-01-01T00:00:00.000Z')
  })

  it('needs valid scopes, a name and an existing owner', async () => {
    expectInvalid(await create(operator, { scopes: [] }), '/scopes')
    expectInvalid(await create(operator, { scopes: ['write'] }), '/scopes/0')
    expectInvalid(await create(operator, { scopes: ['read', 'read'] }), '/scopes')
    expectInvalid(await create(operator, { name: '' }), '/name', '/name')
    expectInvalid(await create(operator, { ownerId: '1' }), '/ownerId')
    expectProblem(await create(operator, { ownerId: 999_999 }), 404, 'owner_not_found')
  })

  it('is listed by state', async () => {
    const owner = await site.owner('States')
    const states = ['valid', 'expired', 'revoked']
    for (const name of states) {
      const { token } = (await create(operator, { ownerId: owner, name, expiresAt: '2099-01-01T00:00:00Z' })).body
      if (name === 'revoked') await operator.delete(`/tokens/${token.id}`)
      if (name === 'expired') await site.db.pool.query('update tokens set expires_at = now() where id = $1', [token.id])
      expect((await operator.get(`/tokens/${token.id}`)).body.token).toMatchObject({ id: token.id, state: name })
    }
    for (const state of states)
      expect((await operator.get(`/tokens?ownerId=${owner}&state=${state}`)).body.tokens).toMatchObject([
        { name: state, state },
      ])
    expectInvalid(await operator.get('/tokens?state=lost'), '/state')
  })

  it('is listed by owner, page by page', async () => {
    const other = await site.owner('Other')
    for (const name of ['a', 'b', 'c']) await create(operator, { ownerId: other, name })
    const first = (await operator.get(`/tokens?ownerId=${other}&limit=2`)).body
    expect(first.tokens.map(({ name }: { name: string }) => name)).toEqual(['c', 'b'])
    const second = (await operator.get(`/tokens?ownerId=${other}&limit=2&cursor=${first.nextCursor}`)).body
    expect(second.tokens.map(({ name }: { name: string }) => name)).toEqual(['a'])
    expect(second.nextCursor).toBeNull()
  })
})

describe('a reseller', () => {
  it('creates, sees and revokes only tokens of its own owner', async () => {
    const own = await site.owner('Reseller')
    const reseller = await site.signedIn('reseller', own)
    const foreign = (await create(operator)).body.token
    const mine = (await create(reseller, { ownerId: own })).body.token
    expect((await reseller.get('/tokens')).body.tokens.map(({ id }: { id: number }) => id)).toEqual([mine.id])
    expect((await reseller.get(`/tokens?ownerId=${ownerId}`)).body.tokens).toEqual([])
    expectProblem(await create(reseller), 404, 'owner_not_found')
    expectProblem(await reseller.delete(`/tokens/${foreign.id}`), 404, 'token_not_found')
    expect((await operator.get('/tokens')).body.tokens.find(({ id }: { id: number }) => id === foreign.id).state).toBe(
      'valid',
    )
    expect((await reseller.get('/owners')).body.owners).toMatchObject([{ id: own, name: 'Reseller' }])
    expect((await reseller.delete(`/tokens/${mine.id}`)).status).toBe(200)
  })
})

describe('an owner', () => {
  it('is created once; its e-mail address can be set and removed', async () => {
    const made = await operator.post('/owners', { name: 'Topografía Ñandú', email: 'hola@nandu.mx' })
    expect(made.status).toBe(201)
    expect(made.body.owner).toMatchObject({ name: 'Topografía Ñandú', email: 'hola@nandu.mx' })
    expectProblem(await operator.post('/owners', { name: 'TOPOGRAFÍA ÑANDÚ' }), 409, 'owner_exists')
    const { id } = made.body.owner
    expect((await operator.patch(`/owners/${id}`, { email: 'otra@nandu.mx' })).body.owner.email).toBe('otra@nandu.mx')
    expect((await operator.patch(`/owners/${id}`, { email: null })).body.owner.email).toBeNull()
    expectInvalid(await operator.patch(`/owners/${id}`, { email: 'nowhere' }), '/email')
    expect((await operator.patch(`/owners/${id}`, { name: 'Ñandú y Cía' })).body.owner.name).toBe('Ñandú y Cía')
    expectProblem(await operator.patch(`/owners/${id}`, { name: 'OPERATOR' }), 409, 'owner_exists')
    expect((await operator.get(`/owners/${id}`)).body.owner).toMatchObject({ name: 'Ñandú y Cía', email: null })
    expectProblem(await operator.patch('/owners/999999', { email: null }), 404, 'owner_not_found')
    expect((await operator.get('/owners?limit=1')).body.owners[0].id).toBe(id)
  })

  it('is found by parts of its name or address, ignoring case and accents', async () => {
    const { id } = (await operator.post('/owners', { name: 'Geodesia Íñigo', email: 'ventas@inigo.mx' })).body.owner
    const found = async (text: string) =>
      (await operator.get(`/owners?search=${encodeURIComponent(text)}`)).body.owners.map(
        (owner: { id: number }) => owner.id,
      )
    for (const text of ['inigo', 'ÍÑIGO', ' geodesia ', 'ventas@']) expect(await found(text)).toEqual([id])
    for (const text of ['%', '_', 'iñigos', `' or true --`]) expect(await found(text)).not.toContain(id)
  })

  it('is listed with counts of what it owns, up to a limit', async () => {
    const { id } = (await operator.post('/owners', { name: 'Large' })).body.owner
    await create(operator, { ownerId: id })
    await operator.delete(`/tokens/${(await create(operator, { ownerId: id })).body.token.id}`)
    const hour = 3_600_000
    const times = { startsAt: new Date(Date.now() - hour), expiresAt: new Date(Date.now() + hour) }
    const ended = { ...times, revokedAt: new Date() }
    await insertCredentials(site.service, id, [...Array.from({ length: 1_001 }, () => times), ended])
    const expected = {
      id,
      credentials: { count: 1_000, more: true },
      tokens: { count: 1, more: false },
      activeWebhooks: { count: 0, more: false },
    }
    expect((await operator.get('/owners?search=large')).body.owners).toMatchObject([expected])
    expect((await operator.get(`/owners/${id}`)).body.owner).toMatchObject(expected)
  })
})
