// Owners and tokens: what is made here works with the API at once, and what is revoked here no longer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWellFormed } from '../../src/domain/token.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Browser, TestConsole } from './support.ts'

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
  it('is shown once, works with the API at once, and is refused once it is revoked', async () => {
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

  it('may expire', async () => {
    expectInvalid(await create(operator, { expiresAt: '2020-01-01T00:00:00Z' }), '/expiresAt')
    expectInvalid(await create(operator, { expiresAt: 'tomorrow' }), '/expiresAt')
    const { token } = (await create(operator, { expiresAt: '2099-01-01T00:00:00Z' })).body
    expect(token.expiresAt).toBe('2099-01-01T00:00:00.000Z')
  })

  it('needs scopes that exist, a name and an owner that exists', async () => {
    expectInvalid(await create(operator, { scopes: [] }), '/scopes')
    expectInvalid(await create(operator, { scopes: ['write'] }), '/scopes/0')
    expectInvalid(await create(operator, { scopes: ['read', 'read'] }), '/scopes')
    expectInvalid(await create(operator, { name: '' }), '/name', '/name')
    expectInvalid(await create(operator, { ownerId: '1' }), '/ownerId')
    expectProblem(await create(operator, { ownerId: 999_999 }), 404, 'owner_not_found')
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
  it('makes, sees and revokes tokens of its own owner only', async () => {
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
  it('is made once, and its e-mail address set and taken away', async () => {
    const made = await operator.post('/owners', { name: 'Topografía Ñandú', email: 'hola@nandu.mx' })
    expect(made.status).toBe(201)
    expect(made.body.owner).toMatchObject({ name: 'Topografía Ñandú', email: 'hola@nandu.mx' })
    expectProblem(await operator.post('/owners', { name: 'TOPOGRAFÍA ÑANDÚ' }), 409, 'owner_exists')
    const { id } = made.body.owner
    expect((await operator.patch(`/owners/${id}`, { email: 'otra@nandu.mx' })).body.owner.email).toBe('otra@nandu.mx')
    expect((await operator.patch(`/owners/${id}`, { email: null })).body.owner.email).toBeNull()
    expectInvalid(await operator.patch(`/owners/${id}`, { email: 'nowhere' }), '/email')
    expectProblem(await operator.patch('/owners/999999', { email: null }), 404, 'owner_not_found')
    expect((await operator.get('/owners?limit=1')).body.owners[0].id).toBe(id)
  })
})
