import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Answer, BASE_URL, type Client, TestService } from '../support/service.ts'

// A public IP address: no lookup and no request.
const TARGET = 'https://93.184.215.14/hook'
const DEFAULT = 'order.paid,credential.issued,credential.expired'

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

let owners = 0
const newOwner = () => service.client(['read'], `Reseller ${++owners}`)
const create = (client: Client, body: object = {}) => client.post('/webhooks', { url: TARGET, ...body })
const idsOf = ({ body }: Answer): number[] => body.webhooks.map(({ id }: { id: number }) => id)

describe('POST /webhooks', () => {
  it('returns 201 with the record and the secret, and forbids caching', async () => {
    service.at('2026-11-14T18:20:00.000Z')
    const { status, body, headers } = await create(await newOwner())
    expect(status).toBe(201)
    expect(body).toEqual({
      ok: true,
      webhook: {
        id: expect.any(Number),
        url: TARGET,
        eventos: DEFAULT,
        activo: true,
        creado_at: '2026-11-14T18:20:00.000Z',
        ultima_entrega_at: null,
        fallos_consecutivos: 0,
      },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('creates a unique secret that Standard Webhooks libraries accept: 24 to 64 bytes in base64', async () => {
    const client = await newOwner()
    const secrets: string[] = []
    for (let round = 0; round < 5; round++) secrets.push((await create(client)).body.secret)
    for (const secret of secrets) {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      expect(bytes.length).toBeGreaterThanOrEqual(24)
      expect(bytes.length).toBeLessThanOrEqual(64)
    }
    expect(new Set(secrets).size).toBe(5)
  })

  it('shows the secret once and stores it encrypted', async () => {
    const client = await newOwner()
    const { secret, webhook } = (await create(client)).body
    const later = [await client.get('/webhooks'), await client.delete(`/webhooks/${webhook.id}`)]
    for (const { text } of later) expect(text).not.toMatch(/secret|whsec/)
    const { rows } = await service.db.pool.query('select w::text as row, secret from webhooks w where id = $1', [
      webhook.id,
    ])
    expect(rows[0].row).not.toContain(Buffer.from(secret).toString('hex'))
    expect(rows[0].secret.includes(secret.slice('whsec_'.length))).toBe(false)
  })
})

describe('eventos', () => {
  it.each([
    ['credential.revoked', 'credential.revoked'],
    ['order.paid,credential.issued,credential.expired,credential.revoked', null],
    [' credential.issued ,  credential.revoked ', 'credential.issued,credential.revoked'],
    ['credential.issued,credential.issued, credential.issued', 'credential.issued'],
  ])('accepts "%s": spaces allowed, duplicates dropped', async (eventos, kept) => {
    expect((await create(await newOwner(), { eventos })).body.webhook.eventos).toBe(kept ?? eventos)
  })

  it.each([
    '',
    ',',
    'credential.issued,',
    'credential.created',
    'Credential.Issued',
    '*',
    'credential.issued;order.paid',
  ])('rejects "%s"', async (eventos) => {
    const { errors } = expectProblem(await create(await newOwner(), { eventos }), 400, 'invalid_request')
    expect(errors[0].pointer).toBe('/eventos')
  })

  it('names the unknown event in the error', async () => {
    const { errors } = (await create(await newOwner(), { eventos: 'order.paid,order.lost' })).body
    expect(errors[0].detail).toContain('order.lost')
  })

  it.each([[['order.paid']], 5, true])('must be a string: %j', async (eventos) => {
    expectInvalid(await create(await newOwner(), { eventos }), '/eventos')
  })

  it('defaults if null', async () => {
    const { webhook } = (await create(await newOwner(), { eventos: null })).body
    expect(webhook.eventos).toBe('order.paid,credential.issued,credential.expired')
  })
})

describe('url', () => {
  it('is required', async () => {
    expectInvalid(await (await newOwner()).post('/webhooks', {}), '/url')
  })

  it.each([
    '',
    'shop.example.mx/hook',
    '//93.184.215.14/hook',
    'https://',
    'https://93.184.215.14:99999/',
    'ftp://93.184.215.14/',
    'javascript:alert(1)',
    'https://exa mple.mx/',
    null,
    5,
    `https://93.184.215.14/${'x'.repeat(2048)}`,
    'https://93.184.215.14/\u0000',
    'https://user:password@93.184.215.14/',
  ])('is rejected: %j', async (url) => {
    const { errors } = expectProblem(await create(await newOwner(), { url }), 400, 'invalid_request')
    expect(errors[0].pointer).toBe('/url')
  })

  it('must be https', async () => {
    expectInvalid(await create(await newOwner(), { url: 'http://93.184.215.14/hook' }), '/url')
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ])('must not lead to a non-public address: %s', async (host) => {
    expectInvalid(await create(await newOwner(), { url: `https://${host}/hook` }), '/url')
  })

  it.each(['https://93.184.215.14:8443/a?b=c', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'])(
    'can be %s',
    async (url) => {
      expect((await create(await newOwner(), { url })).body.webhook.url).toBe(url)
    },
  )

  it('can be private, and then http too, if the configuration allows it', async () => {
    const lenient = await TestService.start({ refuseTarget: targetRefuser(['127.0.0.0/8', '10.1.0.0/16']) })
    try {
      const client = await lenient.client(['read'])
      expect((await create(client, { url: 'http://127.0.0.1:9000/hook' })).status).toBe(201)
      expect((await create(client, { url: 'https://10.1.2.3/hook' })).status).toBe(201)
      expectInvalid(await create(client, { url: 'https://10.2.0.1/hook' }), '/url')
      expectInvalid(await create(client, { url: 'http://93.184.215.14/hook' }), '/url')
    } finally {
      await lenient.stop()
    }
  })

  it('allows no unknown field beside it', async () => {
    expectInvalid(await create(await newOwner(), { events: 'order.paid' }), '/events')
    expectInvalid(await create(await newOwner(), { secret: 'whsec_mine', activo: false }), '/secret', '/activo')
  })
})

describe('the limit of 20 active webhooks per owner', () => {
  it('rejects the 21st with 409 until one is deactivated; other owners are not affected', async () => {
    const client = await newOwner()
    const made: number[] = []
    for (let round = 0; round < 20; round++) made.push((await create(client)).body.webhook.id)
    expectProblem(await create(client), 409, 'webhook_limit_reached')
    expect((await create(await newOwner())).status).toBe(201)
    await client.delete(`/webhooks/${made[3]}`)
    expect((await create(client)).status).toBe(201)
    expectProblem(await create(client), 409, 'webhook_limit_reached')
    expect((await client.get('/webhooks')).body.webhooks).toHaveLength(21)
  })

  it('is exact with 50 concurrent callers: 20 succeed, 30 are rejected', async () => {
    const client = await newOwner()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(client)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(30)
    expect((await client.get('/webhooks')).body.webhooks).toHaveLength(20)
  })
})

describe('GET /webhooks', () => {
  it("lists only the owner's webhooks, newest first, including deactivated ones", async () => {
    const client = await newOwner()
    const one = (await create(client)).body.webhook
    const two = (await create(client, { eventos: 'credential.revoked' })).body.webhook
    await create(await newOwner())
    await client.delete(`/webhooks/${one.id}`)
    expect((await client.get('/webhooks')).body).toEqual({
      ok: true,
      webhooks: [two, { ...one, activo: false }],
      next_cursor: null,
    })
  })

  it('shows the last delivery and the consecutive failures', async () => {
    const client = await newOwner()
    const { id } = (await create(client)).body.webhook
    await service.db.pool.query(
      `update webhooks set last_delivery_at = '2026-11-14T18:00:00Z', consecutive_failures = 3 where id = $1`,
      [id],
    )
    expect((await client.get('/webhooks')).body.webhooks[0]).toMatchObject({
      ultima_entrega_at: '2026-11-14T18:00:00.000Z',
      fallos_consecutivos: 3,
    })
  })

  it('is paged like every list', async () => {
    const client = await newOwner()
    for (let round = 0; round < 5; round++) await create(client)
    const first = await client.get('/webhooks?limit=3')
    const { next_cursor } = first.body
    expect(first.headers.link).toBe(`<${BASE_URL}/api/v1/webhooks?limit=3&cursor=${next_cursor}>; rel="next"`)
    const second = await client.get(`/webhooks?limit=3&cursor=${next_cursor}`)
    expect([idsOf(first).length, idsOf(second).length, second.body.next_cursor]).toEqual([3, 2, null])
    const ids = [...idsOf(first), ...idsOf(second)]
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expectInvalid(await client.get('/webhooks?limit=0'), '/limit')
    expectInvalid(await client.get('/webhooks?limit=1001'), '/limit')
    expectInvalid(await client.get('/webhooks?cursor=zzz'), '/cursor')
  })
})

describe('DELETE /webhooks/{id}', () => {
  it('deactivates: 200 with activo false, also when repeated', async () => {
    const client = await newOwner()
    const { webhook } = (await create(client)).body
    const first = await client.delete(`/webhooks/${webhook.id}`)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ ok: true, webhook: { ...webhook, activo: false } })
    const again = await client.delete(`/webhooks/${webhook.id}`)
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  it("returns 404 for a missing webhook and for another owner's, which stays active", async () => {
    const client = await newOwner()
    const { id } = (await create(client)).body.webhook
    expectProblem(await client.delete('/webhooks/999999'), 404, 'webhook_not_found')
    expectProblem(await client.delete('/webhooks/99999999999999999999'), 404, 'webhook_not_found')
    expectProblem(await (await newOwner()).delete(`/webhooks/${id}`), 404, 'webhook_not_found')
    expect((await client.get('/webhooks')).body.webhooks[0].activo).toBe(true)
  })

  it.each(['0', '-1', 'abc', '1.5'])('returns 400 if the id is no positive integer: %s', async (id) => {
    expectInvalid(await (await newOwner()).delete(`/webhooks/${id}`), '/id')
  })
})
