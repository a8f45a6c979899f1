import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let anyone: Client
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
let description: any

beforeAll(async () => {
  service = await TestService.start()
  anyone = service.as(null)
  description = (await anyone.get('/docs/openapi.json')).body
  await service.saveStations(STATIONS.cdmx)
})
afterAll(() => service.stop())

describe('GET /docs/openapi.json', () => {
  it('is public, OpenAPI 3.1 and describes version 1.0.0', async () => {
    const answer = await anyone.get('/docs/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.body.openapi).toMatch(/^3\.1\.\d+$/)
    expect(answer.body.info.version).toBe('1.0.0')
  })

  it('describes every operation of the contract under /api/v1, and the batch', async () => {
    expect(description.servers[0].url).toMatch(/\/api\/v1$/)
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual(
      [
        'GET /stations',
        'GET /stations/{id}/health',
        'GET /vrs',
        'GET /credentials',
        'POST /credentials',
        'POST /credentials/batch',
        'GET /credentials/{id}',
        'DELETE /credentials/{id}',
        'GET /webhooks',
        'POST /webhooks',
        'DELETE /webhooks/{id}',
      ].sort(),
    )
  })

  it('describes the fields, limits and defaults of the contract', () => {
    const { Station, Credential, CredentialRequest, WebhookRequest } = description.components.schemas
    const fields = (schema: { properties: object }) => Object.keys(schema.properties)
    expect(fields(Station)).toEqual(
      expect.arrayContaining(
        'id codigo nombre estado_mx lat lng radio_km status constelaciones telemetria salud_pct latencia_ms sats'.split(
          ' ',
        ),
      ),
    )
    expect(fields(Credential)).toEqual(
      expect.arrayContaining(
        'id tipo usuario password mountpoint caster puerto formato datum emitida_at expira_at estado url pdf inicia_at vigente'.split(
          ' ',
        ),
      ),
    )
    expect(fields(CredentialRequest).sort()).toEqual(
      'segundos station_id station_codigo label cliente_nombre cliente_email enviar_email inicia_at'.split(' ').sort(),
    )
    expect(CredentialRequest).toMatchObject({
      required: ['segundos'],
      additionalProperties: false,
      properties: {
        segundos: { type: 'integer', minimum: 3600, maximum: 31_536_000 },
        enviar_email: { default: false },
        cliente_email: { format: 'email' },
      },
    })
    expect(WebhookRequest).toMatchObject({
      required: ['url'],
      properties: { url: { format: 'uri' }, eventos: { default: 'order.paid,credential.issued,credential.expired' } },
    })
  })

  it('describes bearer tokens, needed by every operation', () => {
    const [name] = Object.keys(description.security[0])
    expect(description.components.securitySchemes[name!]).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('describes the four events under webhooks, signed', () => {
    expect(Object.keys(description.webhooks).sort()).toEqual([
      'credential.expired',
      'credential.issued',
      'credential.revoked',
      'order.paid',
    ])
    for (const { post } of Object.values<{ post: { parameters: { name: string }[] } }>(description.webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toContain('X-Service-Signature')
    }
  })

  it('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference!,
    )
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) {
      const found = reference
        .replace(/^#\//, '')
        .split('/')
        // biome-ignore lint/suspicious/noExplicitAny: walks down JSON
        .reduce((at: any, part) => at?.[part], description)
      expect([reference, found === undefined]).toEqual([reference, false])
    }
  })

  it('supports conditional GET', async () => {
    const { etag } = (await anyone.get('/docs/openapi.json')).headers
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await anyone.get('/docs/openapi.json', { 'if-none-match': `${etag}` })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect((await anyone.get('/docs/openapi.json', { 'if-none-match': '"old"' })).status).toBe(200)
  })
})

describe('what is described is what is answered', () => {
  const validate = (path: string, method: string, answer: Answer) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ;(formats as unknown as typeof formats.default)(ajv as never)
    ajv.addSchema({ $id: 'description', ...description })
    const response = description.paths[path][method].responses[answer.status]
    const type = `${answer.headers['content-type']}`.split(';')[0]!
    expect(Object.keys(response?.content ?? {})).toContain(type)
    const pointer = [path, method, 'responses', `${answer.status}`, 'content', type, 'schema']
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/')
    const check = ajv.compile({ $ref: `description#/paths/${pointer}` })
    return check(answer.body) ? null : check.errors
  }

  it('for every operation, in success and in error', async () => {
    const client = await service.client()
    const { id } = (await client.get('/stations')).body.stations[0]
    const made = await client.post('/credentials', { segundos: 3600, station_id: id })
    const hook = await client.post('/webhooks', { url: 'https://93.184.215.14/' })
    const credential = `/credentials/${made.body.credential.id}`
    const answers: [path: string, method: string, answer: Answer][] = [
      ['/stations', 'get', await client.get('/stations')],
      ['/stations/{id}/health', 'get', await client.get(`/stations/${id}/health`)],
      ['/stations/{id}/health', 'get', await client.get('/stations/999/health')],
      ['/vrs', 'get', await client.get('/vrs?lat=19.4&lng=-99.1')],
      ['/vrs', 'get', await client.get('/vrs?lat=0&lng=0')],
      ['/vrs', 'get', await client.get('/vrs')],
      ['/credentials', 'post', made],
      ['/credentials', 'post', await client.post('/credentials', {})],
      ['/credentials', 'post', await client.post('/credentials', '{')],
      ['/credentials', 'post', await client.post('/credentials', 'x', { 'content-type': 'text/plain' })],
      ['/credentials/batch', 'post', await client.post('/credentials/batch', { credentials: [{ segundos: 3600 }] })],
      ['/credentials', 'get', await client.get('/credentials')],
      ['/credentials/{id}', 'get', await client.get(credential)],
      ['/credentials/{id}', 'get', await client.get('/credentials/999')],
      ['/credentials/{id}', 'delete', await client.delete(credential)],
      ['/webhooks', 'post', hook],
      ['/webhooks', 'get', await client.get('/webhooks')],
      ['/webhooks', 'get', await anyone.get('/webhooks')],
      ['/webhooks/{id}', 'delete', await client.delete(`/webhooks/${hook.body.webhook.id}`)],
    ]
    for (const [path, method, answer] of answers) {
      expect([path, method, answer.status, validate(path, method, answer)]).toEqual([path, method, answer.status, null])
    }
  })
})

it('nothing of version 1 is deprecated', async () => {
  const client = await service.client()
  for (const path of ['/stations', '/vrs?lat=1&lng=1', '/credentials', '/webhooks']) {
    const { status, headers } = await client.get(path)
    expect([status, headers.deprecation, headers.sunset]).toEqual([200, undefined, undefined])
  }
  expect(JSON.stringify(description)).not.toContain('"deprecated":true')
})

describe('GET /docs', () => {
  it('is a public page that needs nothing from outside', async () => {
    const page = await anyone.get('/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.text).not.toMatch(/(https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}/i)

    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
    expect(parts.length).toBeGreaterThanOrEqual(2)
    for (const part of parts) {
      expect(part).toMatch(/^\/docs\//)
      const { status, text, headers } = await anyone.get(part)
      expect([part, status, text.length > 50]).toEqual([part, 200, true])
      expect(headers['content-type']).toMatch(/^text\/(css|javascript)/)
    }
  })

  it('shows the description of this service', async () => {
    const page = await anyone.get('/docs')
    const scripts = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, url]) => url!)
    const own = await Promise.all(scripts.map((script) => anyone.get(script)))
    expect(own.some(({ text }) => text.includes("'/docs/openapi.json'"))).toBe(true)
  })

  it('is kept by the browser from calling anybody else', async () => {
    const policy = `${(await anyone.get('/docs')).headers['content-security-policy']}`
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/https?:|\*/)
  })
})
