// Tokens with limits: responses keep the contract's shape, and the withheld fields are missing everywhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import type { TokenLimit } from '../../src/domain/people/tokens/token.ts'
import { byTest } from '../support/action-context.ts'
import { expectProblem } from '../support/problems.ts'
import { type Client, TestService } from '../support/service.ts'

let service: TestService
let whole: Client
let silent: Client
let withoutWebhooks: Client

async function client(limits: readonly TokenLimit[]): Promise<Client> {
  const scopes = ['read', 'provision', 'revoke'] as const
  const { secret } = await createTokenOf(byTest({ db: service.db }), 'Limited', {
    name: 'test',
    scopes,
    limits,
    expiresAt: null,
  })
  return service.as(secret)
}

beforeAll(async () => {
  service = await TestService.start()
  whole = await client([])
  silent = await client(['no_passwords'])
  withoutWebhooks = await client(['no_webhooks'])
})
afterAll(() => service.stop())

const ORDER = { segundos: 3600, label: 'Obra' }
const SECRETS = ['password', 'url', 'pdf']
const secretsIn = (credential: object) => SECRETS.filter((name) => name in credential)

describe('a token without passwords', () => {
  it('gets all other fields of what it issues, reads, lists and revokes', async () => {
    const made = await silent.post('/credentials', ORDER)
    expect(made.status).toBe(201)
    expect(secretsIn(made.body.credential)).toEqual([])
    expect(made.body.credential).toMatchObject({
      tipo: 'red',
      estado: 'activa',
      label: 'Obra',
      usuario: expect.any(String),
    })
    const { id } = made.body.credential
    expect(secretsIn((await silent.get(`/credentials/${id}`)).body.credential)).toEqual([])
    expect(secretsIn((await whole.get(`/credentials/${id}`)).body.credential)).toEqual(SECRETS)

    const batch = await silent.post('/credentials/batch', { credentials: [ORDER, ORDER] })
    expect(batch.body.credentials.flatMap(secretsIn)).toEqual([])
    const { credentials } = (await silent.get('/credentials')).body
    expect(credentials).toHaveLength(3)
    expect(credentials.flatMap(secretsIn)).toEqual([])
    expect(secretsIn((await silent.delete(`/credentials/${id}`)).body.credential)).toEqual([])
  })

  it('gets the same stations and errors as other tokens', async () => {
    for (const path of ['/stations', '/vrs?lat=19&lng=-99']) {
      const [theirs, ours] = [await whole.get(path), await silent.get(path)]
      expect([ours.status, ours.headers['content-type'], ours.body]).toEqual([
        200,
        theirs.headers['content-type'],
        theirs.body,
      ])
    }
    expectProblem(await silent.post('/credentials', {}), 400, 'invalid_request')
    expectProblem(await silent.get('/credentials/999999999'), 404, 'credential_not_found')
  })

  it('gets no passwords from another token’s idempotency key; the other token still gets them from its own', async () => {
    const key = (name: string) => ({ 'idempotency-key': name })
    const first = await whole.post('/credentials', ORDER, key('whole-first'))
    const again = await silent.post('/credentials', ORDER, key('whole-first'))
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body.credential.id).toBe(first.body.credential.id)
    expect(secretsIn(again.body.credential)).toEqual([])

    await silent.post('/credentials', ORDER, key('silent-first'))
    const replayed = await whole.post('/credentials', ORDER, key('silent-first'))
    expect(secretsIn(replayed.body.credential)).toEqual(SECRETS)
  })
})

it('lets a token without webhooks do everything except see, register or deactivate them', async () => {
  const { id } = (await whole.post('/webhooks', { url: 'https://93.184.215.14/hook' })).body.webhook
  const refused = [
    await withoutWebhooks.get('/webhooks'),
    await withoutWebhooks.post('/webhooks', { url: 'https://93.184.215.14/hook' }),
    await withoutWebhooks.delete(`/webhooks/${id}`),
  ]
  for (const answer of refused) expectProblem(answer, 403, 'token_without_webhooks')
  expect((await withoutWebhooks.get('/stations')).status).toBe(200)
  expect(secretsIn((await withoutWebhooks.post('/credentials', ORDER)).body.credential)).toEqual(SECRETS)
})
