import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { DEFAULT_BRAND } from '../../src/domain/delivery/brand.ts'
import { DELIVERY_TYPES } from '../../src/domain/webhooks/events.ts'
import { buildApi } from '../../src/http/api/server.ts'
import { FIELD_CODES, publishedCode } from '../../src/wire/problems/faults.ts'
import { PUBLISHED } from '../../src/wire/problems/problem.ts'
import { byTest } from '../support/action-context.ts'
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

interface Described {
  readonly operationId: string
  readonly parameters?: readonly { readonly schema: Record<string, unknown> }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Record<string, unknown> }> }
}

const found = (reference: string) =>
  reference
    .replace(/^#\//, '')
    .split('/')
    // biome-ignore lint/suspicious/noExplicitAny: walks down JSON
    .reduce((at: any, part) => at?.[part], description)

describe('GET /docs/openapi.json', () => {
  it('is public, OpenAPI 3.1 and describes version 1.0.0', async () => {
    const answer = await anyone.get('/docs/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.body.openapi).toMatch(/^3\.1\.\d+$/)
    expect(answer.body.info.version).toBe('1.0.0')
  })

  it('describes every operation under /api/v1', async () => {
    expect(description.servers).toMatchObject([{ url: 'https://rtk.example.mx/api/v1' }])
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations).toEqual([
      'GET /stations',
      'GET /stations/{id}',
      'GET /stations/{id}/health',
      'GET /stations/{id}/calidad',
      'GET /mountpoints',
      'GET /grupos',
      'GET /red',
      'GET /vrs',
      'GET /webhooks',
      'POST /webhooks',
      'GET /webhooks/{id}',
      'PATCH /webhooks/{id}',
      'DELETE /webhooks/{id}',
      'POST /webhooks/{id}/rotar',
      'GET /webhooks/{id}/entregas',
      'POST /webhooks/{id}/probar',
      'POST /webhooks/{id}/entregas/{entrega}/reenviar',
      'POST /webhooks/{id}/recuperar',
      'GET /eventos',
      'GET /yo',
      'GET /uso',
      'GET /credentials/{id}/sesiones',
      'GET /credentials/{id}/diagnostico',
      'POST /credentials/{id}/vencer',
      'GET /orders',
      'POST /orders',
      'GET /orders/{id}',
      'POST /orders/{id}/cancelar',
      'GET /stations/{id}/archivo',
      'GET /stations/{id}/coordenadas',
      'GET /stations/{id}/equipo',
      'GET /rinex',
      'POST /rinex',
      'GET /rinex/{id}',
      'GET /credentials',
      'POST /credentials',
      'POST /credentials/batch',
      'GET /credentials/{id}',
      'DELETE /credentials/{id}',
      'PATCH /credentials/{id}',
      'POST /credentials/{id}/renovar',
      'POST /credentials/{id}/suspender',
      'POST /credentials/{id}/reanudar',
      'POST /credentials/{id}/password',
      'POST /credentials/{id}/enviar',
      'POST /credentials/revocar',
    ])
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
    expect(fields(CredentialRequest)).toEqual(
      expect.arrayContaining(
        'segundos station_id station_codigo label cliente_nombre cliente_email enviar_email inicia_at'.split(' '),
      ),
    )
    expect(CredentialRequest).toMatchObject({
      required: ['segundos'],
      additionalProperties: false,
      properties: {
        segundos: { type: 'integer', minimum: 3600, maximum: 31_536_000 },
        cliente_email: { format: 'email' },
      },
    })
    expect(found(CredentialRequest.properties.enviar_email.$ref)).toMatchObject({ type: 'boolean', default: false })
    expect(WebhookRequest).toMatchObject({ required: ['url'], properties: { url: { format: 'uri' } } })
    expect(found(WebhookRequest.properties.eventos.$ref)).toMatchObject({
      default: 'order.paid,credential.issued,credential.expired',
    })
  })

  it('describes a credential with its secrets and one without', () => {
    const { schemas } = description.components
    const secrets = ['url', 'pdf', 'password']
    expect(schemas.Credential.required).toEqual(expect.arrayContaining(secrets))
    expect(Object.keys(schemas.CredentialWithoutSecrets.properties)).toEqual(
      Object.keys(schemas.Credential.properties).filter((name) => !secrets.includes(name)),
    )
    const either = (name: string) => ({
      anyOf: [name, 'CredentialWithoutSecrets'].map((one) => ({ $ref: `#/components/schemas/${one}` })),
    })
    expect(schemas.CredentialResponse.properties.credential).toEqual(either('Credential'))
    expect(schemas.BatchResponse.properties.credentials.items).toEqual(either('Credential'))
    expect(schemas.CredentialPage.properties.credentials.items).toEqual(either('ListedCredential'))
    expect(schemas.MailedResponse.properties.credential).toEqual({ $ref: '#/components/schemas/Credential' })
  })

  it('describes a geofence and an order as one of several forms, each with its required fields', () => {
    const { Fence, OrderRequest } = description.components.schemas
    const required = ({ oneOf }: { oneOf: { $ref: string }[] }) => oneOf.map(({ $ref }) => found($ref).required)
    expect(required(Fence)).toEqual([
      ['tipo', 'lat', 'lng', 'radio_km'],
      ['tipo', 'puntos'],
    ])
    expect(required(OrderRequest)).toEqual([
      ['producto_id', 'cliente_nombre', 'cliente_email'],
      ['segundos', 'cliente_nombre', 'cliente_email'],
      ['credential_id', 'producto_id'],
      ['credential_id', 'segundos'],
    ])
    for (const schema of [Fence, OrderRequest]) expect(Object.keys(schema)).not.toContain('properties')
  })

  it('describes the forms of texts that a schema alone does not check', () => {
    const { CredentialRequest, EventNames } = description.components.schemas
    const takes = ({ pattern }: { pattern: string }, text: string) => new RegExp(pattern, 'u').test(text)
    const { inicia_at, station_codigo } = CredentialRequest.properties
    for (const time of '2026-11-16 2026-11-16T08:00 2026-11-16T08:00:00,5Z 2026-11-16T08:00:00-06:00 2026-11-16t08:00+0530'.split(
      ' ',
    ))
      expect([time, takes(inicia_at, time)]).toEqual([time, true])
    for (const time of ['', 'tomorrow', '2026-11-16T8', '16/11/2026'])
      expect([time, takes(inicia_at, time)]).toEqual([time, false])
    expect(takes(station_codigo, 'CDMX') && !takes(station_codigo, 'C D')).toBe(true)
    expect(takes(EventNames, ' order.paid , credential.issued,order.paid')).toBe(true)
    for (const names of ['', 'order.lost', 'order.paid,', 'orderXpaid'])
      expect([names, takes(EventNames, names)]).toEqual([names, false])
  })

  it('names every schema, every enum and every problem response', () => {
    const unnamed: string[] = []
    const look = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return
      const { type, properties, enum: words, const: only, description: text } = value as Record<string, never>
      const isName = /^components\/(schemas|responses)\/\w+$/.test(path)
      if (!isName && type === 'object' && properties) unnamed.push(path)
      if (!isName && Array.isArray(words) && (words as unknown[]).length > 1) unnamed.push(path)
      if (words !== undefined && type === undefined && only === undefined) unnamed.push(`${path}: enum without type`)
      if (isName && type === 'object' && !text) unnamed.push(`${path}: says nothing`)
      if (!isName && Object.hasOwn(value, 'application/problem+json') && !/^components\/responses/.test(path))
        unnamed.push(path)
      for (const [key, inside] of Object.entries(value))
        if (!/^examples?$/.test(key)) look(inside, path ? `${path}/${key}` : key)
    }
    look({ paths: description.paths, webhooks: description.webhooks, components: description.components }, '')
    expect(unnamed).toEqual([])
    expect(Object.keys(description.components.schemas)).toEqual(
      expect.arrayContaining(
        'Station StationStatus StationHealth Health UptimeDay MountpointChoice CredentialPage CredentialState WebhookPage Order Problem ProblemCode'.split(
          ' ',
        ),
      ),
    )
  })

  it('produces types in which optional fields stay optional and the history is a list', () => {
    const fields = Object.values<{ properties?: Record<string, object> }>(description.components.schemas)
    for (const [name, field] of fields.flatMap(({ properties = {} }) => Object.entries(properties)))
      expect([name, Object.hasOwn(field, 'default')]).toEqual([name, false])
    expect(description.components.schemas.Uptime.properties.historial).toMatchObject({ type: 'array', maxItems: 60 })
    expect(description.components.schemas.Uptime.properties.historial).not.toHaveProperty('minItems')
  })

  it('limits every text and every integer of a request', () => {
    const limited = (schema: Record<string, unknown>, path: string): string[] => {
      const { type, properties, items, $ref, oneOf = [], anyOf = [] } = schema as Record<string, never>
      if ($ref) return limited(found($ref), path)
      const types: unknown[] = [type].flat()
      const open = [
        types.includes('string') && !['maxLength', 'pattern', 'enum', 'format'].some((key) => key in schema),
        types.includes('integer') && !['maximum', 'format'].some((key) => key in schema),
      ]
      return [
        ...(open.includes(true) ? [path] : []),
        ...Object.entries(properties ?? {}).flatMap(([name, field]) => limited(field as never, `${path}/${name}`)),
        ...(items ? limited(items, `${path}/*`) : []),
        ...[...oneOf, ...anyOf].flatMap((form) => limited(form, path)),
      ]
    }
    const operations = Object.values<Record<string, Described>>(description.paths).flatMap((path) =>
      Object.values(path),
    )
    for (const { operationId, parameters = [], requestBody } of operations) {
      const schemas = [
        ...parameters.map(({ schema }) => schema),
        requestBody?.content['application/json']?.schema ?? {},
      ]
      expect([operationId, schemas.flatMap((schema) => limited(schema, ''))]).toEqual([operationId, []])
    }
  })

  it('lists every problem code', () => {
    const { ProblemCode, Problem } = description.components.schemas
    expect(ProblemCode.enum).toEqual(PUBLISHED.map(publishedCode))
    expect(Problem.properties.code.$ref).toBe('#/components/schemas/ProblemCode')
  })

  it('declares bearer tokens, required by every operation', () => {
    const [name] = Object.keys(description.security[0])
    expect(description.components.securitySchemes[name!]).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('describes the events under webhooks, with their signature', () => {
    expect(Object.keys(description.webhooks)).toEqual([...DELIVERY_TYPES])
    for (const { post } of Object.values<{ post: { parameters: { name: string }[] } }>(description.webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toContain('X-Service-Signature')
    }
  })

  it('has no broken reference', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference!,
    )
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) expect([reference, found(reference) === undefined]).toEqual([reference, false])
  })

  it('supports conditional GET', async () => {
    const { etag } = (await anyone.get('/docs/openapi.json')).headers
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await anyone.get('/docs/openapi.json', { 'if-none-match': `${etag}` })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect((await anyone.get('/docs/openapi.json', { 'if-none-match': '"old"' })).status).toBe(200)
  })
})

describe('responses match the description', () => {
  let ajv: Ajv2020
  beforeAll(() => {
    ajv = new Ajv2020({ strict: false, allErrors: true })
    ;(formats as unknown as typeof formats.default)(ajv as never)
    ajv.addSchema({ $id: 'description', ...description })
  })

  const validate = (path: string, method: string, answer: Answer) => {
    const described = description.paths[path][method].responses[answer.status]
    const response = described?.$ref ? found(described.$ref) : described
    const type = `${answer.headers['content-type']}`.split(';')[0]!
    expect(Object.keys(response?.content ?? {})).toContain(type)
    const schema = JSON.parse(JSON.stringify(response.content[type].schema), (key, value) =>
      key === '$ref' ? `description${value}` : value,
    )
    const check = ajv.compile(schema)
    return check(answer.body) ? null : check.errors
  }

  it('for a token without passwords, and with a geofence', async () => {
    const scopes = ['read', 'provision'] as const
    const wish = { name: 'test', scopes, limits: ['no_passwords'], expiresAt: null } as const
    const { secret } = await createTokenOf(byTest({ db: service.db }), 'Limited', wish)
    const client = service.as(secret)
    const circle = { tipo: 'circulo', lat: 19, lng: -99, radio_km: 5 }
    const polygon = {
      tipo: 'poligono',
      puntos: [
        [19.3, -99.3],
        [19.3, -99],
        [19.6, -99],
      ],
    }
    const made = await client.post('/credentials', { segundos: 3600, geocerca: circle })
    const credential = `/credentials/${made.body.credential.id}`
    const answers: [path: string, method: string, answer: Answer][] = [
      ['/credentials', 'post', made],
      ['/credentials/{id}', 'patch', await client.patch(credential, { geocerca: polygon })],
      ['/credentials/{id}', 'get', await client.get(credential)],
      ['/credentials', 'get', await client.get('/credentials')],
    ]
    for (const [path, method, answer] of answers)
      expect([path, method, answer.body.ok, validate(path, method, answer)]).toEqual([path, method, true, null])
  })

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
      ['/red', 'get', await client.get('/red')],
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
      ['/credentials/{id}', 'patch', await client.patch(credential, { label: 'x', metadatos: { a: 'b' } })],
      ['/credentials/{id}', 'patch', await client.patch(credential, {})],
      ['/credentials/{id}/renovar', 'post', await client.post(`${credential}/renovar`, { segundos: 3600 })],
      ['/credentials/{id}/suspender', 'post', await client.post(`${credential}/suspender`)],
      ['/credentials/{id}/reanudar', 'post', await client.post(`${credential}/reanudar`)],
      ['/credentials/{id}/password', 'post', await client.post(`${credential}/password`)],
      ['/credentials/{id}/enviar', 'post', await client.post(`${credential}/enviar`)],
      ['/credentials/revocar', 'post', await client.post('/credentials/revocar', { ids: [999] })],
      ['/credentials/{id}/sesiones', 'get', await client.get(`${credential}/sesiones`)],
      ['/credentials/{id}/sesiones', 'get', await client.get('/credentials/999/sesiones')],
      ['/credentials/{id}/diagnostico', 'get', await client.get(`${credential}/diagnostico`)],
      ['/credentials/{id}', 'delete', await client.delete(credential)],
      ['/credentials/{id}/renovar', 'post', await client.post(`${credential}/renovar`, { segundos: 3600 })],
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

it('deprecates nothing of version 1', async () => {
  const client = await service.client()
  for (const path of ['/stations', '/vrs?lat=1&lng=1', '/credentials', '/webhooks']) {
    const { status, headers } = await client.get(path)
    expect([status, headers.deprecation, headers.sunset]).toEqual([200, undefined, undefined])
  }
  expect(JSON.stringify(description)).not.toContain('"deprecated":true')
})

describe('GET /docs', () => {
  const partsOf = (text: string) => [...text.matchAll(/(?:src|href)="([^"#]+)(?:#[^"]*)?"/g)].map(([, url]) => url!)

  it('is a public page in the language of its reader', async () => {
    const [spanish, english, nothing, asked] = await Promise.all([
      anyone.get('/docs', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }),
      anyone.get('/docs', { 'accept-language': 'en-US' }),
      anyone.get('/docs'),
      anyone.get('/docs?lang=es'),
    ])
    const languages = [spanish, english, nothing, asked].map(({ text }) => /<html lang="(\w+)">/.exec(text)?.[1])
    expect(languages).toEqual(['es', 'en', 'en', 'es'])
    for (const { status, headers } of [spanish, english, nothing])
      expect([status, headers['content-type'], headers.vary]).toEqual([
        200,
        'text/html; charset=utf-8',
        expect.stringContaining('accept-language'),
      ])
  })

  it('links only to existing pages, and to nothing outside', async () => {
    const seen = new Set<string>()
    const visit = async (path: string): Promise<void> => {
      if (seen.has(path)) return
      seen.add(path)
      const { status, headers, text } = await anyone.get(path)
      expect([path, status, text.length > 50]).toEqual([path, 200, true])
      if (!`${headers['content-type']}`.startsWith('text/html')) return
      expect(text).not.toMatch(/\s(?:style|on\w+)="|<script>|<style/) // the content policy forbids them
      for (const part of partsOf(text)) {
        if (part === '/favicon.ico') continue // served by the public door
        expect(part, path).toMatch(/^\/docs/)
        await visit(part)
      }
    }
    await visit('/docs')
    expect([...seen].filter((path) => path.startsWith('/docs/es')).length).toBeGreaterThan(15)
    expect([...seen].filter((path) => path.startsWith('/docs/en')).length).toBeGreaterThan(15)
  })

  it('has this service in its samples: address, rate limit and name', async () => {
    const start = await anyone.get('/docs/en/quick-start')
    expect(start.text).toContain(`curl ${service.services.baseUrl}/api/v1/credentials`)
    expect(start.text).toContain('<title>Quick start · ')
    const limits = await anyone.get('/docs/en/rate-limits')
    expect(limits.text).toContain(`${service.services.rateLimitPerMinute} requests`)
  })

  it('has every operation and event in its reference, with samples in four languages', async () => {
    const { text } = await anyone.get('/docs/es/reference')
    for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(description.paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        expect(text).toContain(`<h3 id="${operationId}">`)
        expect(text).toContain(`data-method="${method.toUpperCase()}" data-path="/api/v1${path}"`)
      }
    }
    for (const type of Object.keys(description.webhooks)) expect(text).toContain(`<h3 id="event-${type}">`)
    expect(text).toContain('<h2 id="tag-stations">Estaciones</h2>')
    expect(text).toContain('<h3 id="createCredential">Emitir una credencial ')
    for (const name of ['curl', 'JavaScript', 'Python', 'PHP']) expect(text).toContain(`data-name="${name}"`)
    const [, ordering] = /<h3 id="createOrder">(.*?)<h3/s.exec(text)!
    for (const field of ['producto_id', 'segundos', 'cliente_email'])
      expect(ordering).toContain(`<code>${field}</code> <`)
  })

  it('explains every problem type', async () => {
    const { text } = await anyone.get('/docs/problems')
    for (const code of PUBLISHED.map(publishedCode)) expect(text).toContain(`id="${code}"`)
    for (const code of FIELD_CODES) expect(text).toContain(`id="field-${code}"`)
  })

  it('has its own search index', async () => {
    const { body } = await anyone.get('/docs/es/search.json')
    expect(body).toContainEqual(expect.objectContaining({ page: 'Errores', url: '/docs/es/errors#rate_limited' }))
    expect(body).toContainEqual(
      expect.objectContaining({ heading: 'Emitir una credencial', url: '/docs/es/reference#createCredential' }),
    )
  })

  it('supports conditional GET; its files are cached for a year', async () => {
    const { headers, text } = await anyone.get('/docs/en/paging')
    expect((await anyone.get('/docs/en/paging', { 'if-none-match': `${headers.etag}` })).status).toBe(304)
    const style = /href="([^"]+\.css)"/.exec(text)![1]!
    expect((await anyone.get(style)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it("has the operators' handbook beside the guides, with its own search", async () => {
    const [start, decision, picture, index] = await Promise.all([
      anyone.get('/docs/handbook'),
      anyone.get('/docs/handbook/decisions/0003-caches'),
      anyone.get('/docs/handbook/images/network.webp'),
      anyone.get('/docs/handbook/search.json'),
    ])
    expect(start.text).toMatch(/<a href="\/docs\/handbook\/operations\/install">Install<\/a>/)
    expect(decision.text).toContain('<h1>3. ')
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    const found = index.body as { url: string }[]
    expect(found.some(({ url }) => url.startsWith('/docs/handbook/operations/backup#'))).toBe(true)
    expect(found.filter(({ url }) => url.startsWith('/docs/handbook/decisions'))).toEqual([])
    const inSpanish = await anyone.get('/docs/es/handbook/search.json')
    expect(inSpanish.body).toContainEqual(
      expect.objectContaining({ page: 'Recuperación', url: expect.stringMatching(/^\/docs\/es\/handbook\/recovery#/) }),
    )
    for (const gone of ['nothing', 'decisions/nothing', '../README', 'images/..%2FREADME.md', 'images/nothing.webp'])
      expect([gone, (await anyone.get(`/docs/handbook/${gone}`)).status]).toEqual([gone, 404])
  })

  it('has a readable page for missing pages', async () => {
    const { status, text } = await anyone.get('/docs/es/nada')
    expect([status, text.includes('Página no encontrada')]).toEqual([404, true])
    expect((await anyone.get('/docs/files/nothing.css')).status).toBe(404)
  })

  it("shows the network name as text, and the operator's logo", async () => {
    const name = '<b>Red & Norte</b>'
    const current = async () => ({ book: { network: { name } } }) as never
    const drawn = { kind: 'png', content: Buffer.from('any') } as const
    const brand = { ...DEFAULT_BRAND, logo: drawn }
    const app = await buildApi({ ...service.services, current, brand })
    const { body } = await app.inject('/docs/en')
    expect(body).not.toContain(name)
    const [, logo, alt] = /<img class="logo" src="([^"]+)" alt="([^"]+)">/.exec(body)!
    expect(alt).toBe('&lt;b&gt;Red &amp; Norte&lt;/b&gt;')
    expect((await app.inject(logo!)).headers['content-type']).toBe('image/png')
    await app.close()
  })

  it('works while the database is unavailable', async () => {
    const current = () => Promise.reject(new Error('away'))
    const app = await buildApi({ ...service.services, current })
    expect((await app.inject('/docs/es/errors')).statusCode).toBe(200)
    await app.close()
  })

  it('has a content policy that forbids requests to other origins', async () => {
    const policy = `${(await anyone.get('/docs')).headers['content-security-policy']}`
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
  })
})
