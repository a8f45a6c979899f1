import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherNode, lostDatabase, sendRaw } from '../support/nodes.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { countCredentials } from '../support/rows.ts'
import { type Answer, BASE_URL, type Client, TestService } from '../support/service.ts'

let service: TestService
let client: Client
let secret: string

beforeAll(async () => {
  service = await TestService.start()
  secret = (await service.token()).secret
  client = service.as(secret)
})
afterAll(() => service.stop())

const good = { segundos: 3600 }
const post = (body: unknown, headers: Record<string, string> = {}) => client.post('/credentials', body, headers)
const asAnswer = ({ status, head, body }: { status: number; head: string; body: string }): Answer => ({
  status,
  headers: Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  ),
  text: body,
  body: JSON.parse(body),
})

describe('every error', () => {
  const errors: [status: number, code: string, ask: () => Promise<Answer>][] = [
    [400, 'invalid_request', () => post({})],
    [400, 'invalid_json', () => post('{')],
    [401, 'missing_token', () => service.as(null).get('/stations')],
    [401, 'invalid_token', () => service.as('nonsense').get('/stations')],
    [403, 'insufficient_scope', async () => (await service.client(['revoke'])).get('/stations')],
    [404, 'station_not_found', () => client.get('/stations/999/health')],
    [404, 'credential_not_found', () => client.get('/credentials/999')],
    [404, 'webhook_not_found', () => client.delete('/webhooks/999')],
    [404, 'route_not_found', () => client.get('/nothing/here')],
    [413, 'payload_too_large', () => post(JSON.stringify(good).padEnd(64 * 1024 + 1))],
    [415, 'unsupported_media_type', () => post('segundos=3600', { 'content-type': 'text/plain' })],
  ]

  it.each(errors)(
    '%i %s is application/problem+json with every field and the request id',
    async (status, code, ask) => {
      expectProblem(await ask(), status, code)
    },
  )

  it('has a type that links to its explanation', async () => {
    const { type, code } = (await client.get('/credentials/999')).body
    expect(type).toBe(`${BASE_URL}/docs/problems#${code}`)
    const page = await client.get(new URL(type).pathname)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`id="${code}"`)
  })

  it('of a field has a code that is explained there too', async () => {
    const { errors } = (await post({ segundos: 0, unknown: 1 })).body
    expect(errors.map(({ code }: { code: string }) => code).sort()).toEqual(['too_small', 'unknown_field'])
    const page = await client.get('/docs/problems')
    for (const { code } of errors) expect(page.text).toContain(`id="field-${code}"`)
  })

  it('forbids caching', async () => {
    for (const [, , ask] of errors) expect((await ask()).headers['cache-control']).toBe('no-store')
  })
})

describe('X-Request-Id', () => {
  it('is unique on every response', async () => {
    const { etag } = (await client.get('/stations')).headers
    const answers = [
      await client.get('/stations'),
      await client.get('/stations', { 'if-none-match': `${etag}` }),
      await post(good),
      await post({}),
      await post('{'),
      await client.get('/nothing'),
      await service.as(null).get('/stations'),
      await client.get('/docs'),
      await client.get('/docs/openapi.json'),
      await client.get('/docs/nothing'),
    ]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(/^\S{6,}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('malformed JSON', () => {
  it.each([
    '{',
    '{"segundos":3600',
    "{'segundos':3600}",
    '{"segundos":3600,}',
    '{"segundos":03600}',
    '{"segundos":NaN}',
    '\u0000',
    'segundos=3600',
  ])('is a 400: %j', async (body) => {
    expectProblem(await post(body), 400, 'invalid_json')
  })

  it('is a 400 if it tries to reach a prototype', async () => {
    const before = await countCredentials(service)
    for (const body of ['{"segundos":3600,"__proto__":{"x":1}}', '{"segundos":3600,"constructor":{"prototype":{}}}']) {
      expect((await post(body)).status).toBe(400)
    }
    expect(await countCredentials(service)).toBe(before)
  })

  it('is a 400 if it is not UTF-8', async () => {
    const latin1 = Buffer.from('{"segundos":3600,"cliente_nombre":"Jos\xe9"}', 'latin1')
    const { statusCode } = await service.inject({
      method: 'POST',
      url: '/api/v1/credentials',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: latin1,
    })
    expect(statusCode).toBe(400)
  })

  it('is a 400 if there is no body', async () => {
    expectProblem(await post(''), 400, 'invalid_request')
    const bare = await service.inject({
      method: 'POST',
      url: '/api/v1/credentials',
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(bare.statusCode).toBe(400)
  })
})

describe('the content type', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('can be %s', async (type) => {
    expect((await post(good, { 'content-type': type })).status).toBe(201)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
  ])('is a 415 if it is %s', async (type) => {
    expectProblem(await post(JSON.stringify(good), { 'content-type': type }), 415, 'unsupported_media_type')
  })

  it.each(['gzip', 'br', 'deflate', 'zstd'])('is a 415 if the body is encoded: %s', async (encoding) => {
    const { detail } = expectProblem(await post(good, { 'content-encoding': encoding }), 415, 'unsupported_media_type')
    expect(detail).toContain('Content-Encoding')
    expect((await post(good, { 'content-encoding': 'identity' })).status).toBe(201)
  })

  it('is a 415 if it is missing', async () => {
    const { statusCode } = await service.inject({
      method: 'POST',
      url: '/api/v1/credentials',
      headers: { authorization: `Bearer ${secret}` },
      payload: Buffer.from(JSON.stringify(good)),
    })
    expect(statusCode).toBe(415)
  })
})

describe('a body', () => {
  it.each(['/credentials', '/webhooks'])('of 64 KiB is accepted at %s; one byte more is a 413', async (path) => {
    const body = JSON.stringify(path === '/webhooks' ? { url: 'https://93.184.215.14/' } : good)
    expect((await client.post(path, body.padEnd(64 * 1024))).status).toBe(201)
    expectProblem(await client.post(path, body.padEnd(64 * 1024 + 1)), 413, 'payload_too_large')
  })

  it('is measured in bytes, not in characters', async () => {
    const body = JSON.stringify({ ...good, label: 'é'.repeat(33_000) })
    expect(body.length).toBeLessThan(64 * 1024)
    expectProblem(await post(body), 413, 'payload_too_large')
  })
})

describe('the query', () => {
  it.each([
    '/stations',
    '/stations/1',
    '/stations/1/health',
    '/credentials',
    '/credentials/1',
    '/webhooks',
    '/vrs?lat=1&lng=1',
  ])('%s is strict: an unknown name is a 400 that names it', async (path) => {
    const join = path.includes('?') ? '&' : '?'
    for (const [unknown, pointer] of [
      ['x=1', '/x'],
      ['x=1&x=2', '/x'],
      ['x', '/x'],
      ['LIMIT=5', '/LIMIT'],
      ['x[y]=1', '/x[y]'],
      ['x=%F0%9F%9B%B0', '/x'],
      ['x=%00', '/x'],
      ['__proto__=1', '/__proto__'],
      ['a~b=1', '/a~0b'],
    ] as const) {
      const { errors } = expectInvalid(await client.get(path + join + unknown), pointer)
      expect(errors[0].code).toBe('unknown_parameter')
    }
    expectProblem(await client.get(`${path}${join}x=1&y=2`), 400, 'invalid_request', ['/x', '/y'])
  })

  it('is strict for changing operations too', async () => {
    const before = await countCredentials(service)
    expectInvalid(await client.post('/credentials?enviar_email=true', good), '/enviar_email')
    expectInvalid(await client.post('/credentials/batch?x', { credentials: [good] }), '/x')
    expectInvalid(await client.post('/webhooks?x', { url: 'https://93.184.215.14/' }), '/x')
    expectInvalid(await client.delete('/credentials/1?force=1'), '/force')
    expect(await countCredentials(service)).toBe(before)
  })

  it('can be empty', async () => {
    expect((await client.get('/stations?')).status).toBe(200)
    expect((await client.get('/credentials?&')).status).toBe(200)
  })

  it('with invalid escapes is never a 500', async () => {
    for (const broken of ['estado=%', 'estado=%zz', 'limit=%ff', 'cursor=%C3']) {
      expectProblem(await client.get(`/credentials?${broken}`), 400, 'invalid_request')
    }
  })
})

describe('the path', () => {
  it.each(['/credentials/%', '/credentials/%zz', '/stations/%C3/health'])(
    'with invalid escapes is a problem response: %s',
    async (path) => {
      expectProblem(await client.get(path), 400, 'invalid_request')
    },
  )

  it('of no operation is a 404', async () => {
    for (const path of ['/api/v2/stations', '/', '/nothing/here'])
      expectProblem(await client.get(path), 404, 'route_not_found')
  })

  it.each([
    ['/stations', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/stations/1', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']],
    ['/vrs', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
    ['/credentials/batch', 'POST, OPTIONS', ['GET', 'HEAD', 'PUT', 'DELETE']],
  ] as const)('%s with another method is a 405 that lists the allowed ones', async (path, allow, methods) => {
    for (const method of methods) {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const payload = /P/.test(method) ? '{ not JSON' : undefined
      const response = await service.inject({ method, url: `/api/v1${path}`, headers, payload })
      expect([method, response.statusCode, response.headers.allow]).toEqual([method, 405, allow])
      if (method !== 'HEAD') expect(response.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
    }
    const asked = await service.inject({ method: 'OPTIONS', url: `/api/v1${path}` })
    expect([asked.statusCode, asked.headers.allow, asked.body]).toEqual([204, allow, ''])
    expect(asked.headers['x-request-id']).toMatch(/^req-/)
  })

  it('with a trailing slash names the same resource', async () => {
    for (const [path, same] of [
      ['/stations/', '/stations'],
      ['/credentials/?limit=1', '/credentials?limit=1'],
      ['/vrs/?lat=1&lng=1', '/vrs?lat=1&lng=1'],
    ] as const)
      expect((await client.get(path)).body).toEqual((await client.get(same)).body)
    expect((await client.post('/credentials/', good)).status).toBe(201)
    expectProblem(await client.get('/stations//'), 400, 'invalid_request')
    expect((await client.get('/docs/')).status).toBe(200)
  })

  it('has HEAD wherever it has GET, with the same headers and no body', async () => {
    const headers = { authorization: `Bearer ${secret}` }
    for (const url of ['/api/v1/stations', '/api/v1/credentials', '/api/v1/vrs?lat=1&lng=1', '/docs/openapi.json']) {
      const head = await service.inject({ method: 'HEAD', url, headers })
      const get = await service.inject({ method: 'GET', url, headers })
      expect([url, head.statusCode, head.body]).toEqual([url, 200, ''])
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
    }
  })
})

describe('headers', () => {
  it.each([
    ['user-agent', 'Field\tController'],
    ['x-city', Buffer.from('Álamos').toString('latin1')],
    ['idempotency', 'not-the-key'],
  ])('are ignored if the API does not know them: %s', async (name, value) => {
    expect((await post(good, { [name]: value })).status).toBe(201)
  })
})

describe('a raw socket', () => {
  it('gets a problem response for input that is not HTTP', async () => {
    const app = await anotherNode(service)
    const answer = asAnswer(await sendRaw(app, 'NONSENSE\r\n\r\n'))
    expectProblem(answer, 400, 'invalid_request')
  })

  it.each([
    ['headers that are too large', 431, 'headers_too_large', `GET /livez HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['no Host', 400, 'invalid_request', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a wrong length', 400, 'invalid_request', 'GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'chunks with endless extensions',
      413,
      'payload_too_large',
      `POST /api/v1/credentials HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer TOKEN\r\nTransfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n\r\n`,
    ],
  ])('gets a problem response with its own status for %s', async (_, status, code, raw) => {
    const answer = asAnswer(await sendRaw(await anotherNode(service), raw.replace('TOKEN', secret)))
    expectProblem(answer, status, code)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('gets a 408 for a request that takes too long', async () => {
    const app = await anotherNode(service)
    let sent = ''
    const end = (text: string) => {
      sent = text
    }
    const socket = { writable: true, end, destroy: () => {} }
    app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    const [head = '', body = ''] = sent.split('\r\n\r\n', 2)
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    expectProblem(asAnswer({ status: 408, head, body }), 408, 'request_timeout')
  })

  it('is served despite an unknown Expect header', async () => {
    const raw = 'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n'
    expect((await sendRaw(await anotherNode(service), raw)).status).toBe(200)
  })

  it('gets a 400 for a chunked body that is no JSON, and nothing is issued', async () => {
    const app = await anotherNode(service)
    const before = await countCredentials(service)
    const head = `POST /api/v1/credentials HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nConnection: close\r\nContent-Type: application/json\r\n`
    const { status } = await sendRaw(app, `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"seg\r\n0\r\n\r\n`)
    expect(status).toBe(400)
    expect(await countCredentials(service)).toBe(before)
  })
})

describe('a 5xx', () => {
  it('shows no internal details', async () => {
    const { id } = (await post(good)).body.credential
    await service.db.pool.query(`update credentials set secret = '\\x00' where id = $1`, [id])
    const answer = await client.get(`/credentials/${id}`)
    const { detail } = expectProblem(answer, 500, 'internal_error')
    expect(detail).not.toMatch(/key|decrypt|buffer|credential/i)
    await service.db.pool.query('delete from credentials where id = $1', [id])
  })

  it('is a 503 with Retry-After while the database is unavailable, without host or port', async () => {
    const app = await anotherNode(service, lostDatabase())
    const response = await app.inject({ url: '/api/v1/stations', headers: { authorization: `Bearer ${secret}` } })
    const answer = {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.json(),
    }
    expectProblem(answer, 503, 'service_unavailable')
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|postgres|nobody|nowhere/i)
  })
})

describe('times', () => {
  it('are RFC 3339 in UTC with milliseconds, whatever the input', async () => {
    service.at('2026-11-14T18:00:00.000Z')
    const { credential } = (await post({ ...good, inicia_at: '2026-11-16T10:00:00+05:30' })).body
    expect([credential.emitida_at, credential.inicia_at, credential.expira_at]).toEqual([
      '2026-11-14T18:00:00.000Z',
      '2026-11-16T04:30:00.000Z',
      '2026-11-16T05:30:00.000Z',
    ])
    const { webhook } = (await client.post('/webhooks', { url: 'https://93.184.215.14/' })).body
    expect(webhook.creado_at).toBe('2026-11-14T18:00:00.000Z')
  })
})

it('names invalid fields by JSON pointers with the names of the contract', async () => {
  const answer = await post({ segundos: 1, inicia_en: 'x' })
  expectProblem(answer, 400, 'invalid_request')
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '/inicia_en',
    '/segundos',
  ])
  expectInvalid(await post({ ...good, station_id: 9, inicia_at: 'x' }), '/station_id', '/inicia_at')
})

describe('every response', () => {
  it('has nosniff and HSTS headers', async () => {
    const app = await anotherNode(service)
    const expected = { 'x-content-type-options': 'nosniff', 'strict-transport-security': 'max-age=31536000' }
    const answers = [
      await client.get('/stations'),
      await post({}),
      await service.as(null).get('/stations'),
      await client.get('/docs'),
      await client.get('/docs/openapi.json'),
      await client.get('/docs/files/nothing.css'),
      await client.get('/api/v1/nothing'),
      await client.get('/api/v1/%ff'),
      asAnswer(await sendRaw(app, 'NONSENSE\r\n\r\n')),
    ]
    for (const { headers } of answers) expect(headers).toMatchObject(expected)
  })

  it('has no HSTS header if the service is reached over http', async () => {
    const app = await anotherNode(service, { baseUrl: 'http://127.0.0.1:8080' })
    const { headers } = await app.inject('/docs')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeUndefined()
  })
})

it('returns 400 for two Host headers, whatever the second one says', async () => {
  const app = await anotherNode(service)
  for (const second of ['Host: rtk.example.mx', 'hOST: other.example.mx']) {
    const raw = `GET /livez HTTP/1.1\r\nHost: rtk.example.mx\r\n${second}\r\nConnection: close\r\n\r\n`
    expectProblem(asAnswer(await sendRaw(app, raw)), 400, 'invalid_request')
  }
})

describe('the texts of errors', () => {
  const ask = (language: string | undefined, body: unknown = { segundos: 60, station_codigo: '', inicia_en: 1 }) =>
    post(body, language === undefined ? {} : { 'accept-language': language })

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
    ['nonsense;;q=x', 'en'],
    ['en', 'en'],
    ['es', 'es'],
    ['es-MX', 'es'],
    ['ES', 'es'],
    ['es, en', 'es'],
    ['en, es', 'en'],
    ['en;q=0.5, es;q=0.6', 'es'],
    ['es;q=0.5, en;q=0.6', 'en'],
    ['fr, es;q=0.2', 'es'],
    ['es;q=0', 'en'],
    ['est', 'en'],
  ])('follow Accept-Language: %s gets %s', async (language, expected) => {
    const answer = await ask(language)
    expect(answer.headers['content-language']).toBe(expected)
    expect(`${answer.headers.vary}`.toLowerCase()).toContain('accept-language')
    expect(answer.body.title).toBe(expected === 'es' ? 'La petición no es válida' : 'The request is not valid')
  })

  it('name fields as sent, in both languages, with the same codes', async () => {
    const [english, spanish] = [(await ask('en')).body, (await ask('es')).body]
    const byPointer = (body: { errors: { pointer: string; detail: string }[] }) =>
      Object.fromEntries(body.errors.map(({ pointer, detail }) => [pointer, detail]))
    expect(byPointer(english)).toEqual({
      '/segundos': 'segundos: Must be at least 3600.',
      '/station_codigo': 'station_codigo: Must not be empty.',
      '/inicia_en': 'inicia_en: Unknown field.',
    })
    expect(byPointer(spanish)).toEqual({
      '/segundos': 'segundos: Debe ser al menos 3600.',
      '/station_codigo': 'station_codigo: No puede quedar vacío.',
      '/inicia_en': 'inicia_en: Campo desconocido.',
    })
    const codes = (body: { errors: { code: string }[] }) => body.errors.map(({ code }) => code)
    expect([spanish.code, codes(spanish)]).toEqual([english.code, codes(english)])
    expect(english.detail).toMatch(/ There are 2 more errors\.$/)
    expect(spanish.detail).toMatch(/ Hay 2 errores más\.$/)
  })

  it.each([
    [{ credentials: [good, { segundos: 'x' }] }, 'credentials[1].segundos: Must be an integer.'],
    [
      { credentials: [{ ...good, cliente_email: 'x' }] },
      'credentials[0].cliente_email: Must be a valid e-mail address.',
    ],
    [{ credentials: [] }, 'credentials: Must not be empty.'],
    [{ credentials: [{ ...good, station_id: 999 }] }, 'credentials[0].station_id: No active station has this ID.'],
    [[], 'Body: Must be an object.'],
  ])('name the item: %j', async (body, detail) => {
    expect((await client.post('/credentials/batch', body)).body.detail).toBe(detail)
  })

  it('never come from the validator, parser or router', async () => {
    const answers = [
      await post('{'),
      await post('{"segundos":3600,}'),
      await post('{"segundos":3600,"__proto__":{}}'),
      await client.get('/credentials/%zz'),
      await client.get('/credentials?limit=0&cursor='),
      await client.get('/vrs?lat=x&lng=1'),
      await client.post('/webhooks', { url: 'x' }),
    ]
    const said = answers.map(({ body }) => body.detail)
    expect(said).toEqual([
      'The body is not valid JSON: syntax error at character 2.',
      'The body is not valid JSON: syntax error at character 18.',
      'The body contains a name that is not allowed ("__proto__" or "constructor").',
      'The URL contains an escape sequence that cannot be decoded.',
      'limit: Must be at least 1. There is 1 more error.',
      'lat: Must be a number.',
      'url: Must be a complete URL, such as https://example.mx/notices.',
    ])
  })
})
