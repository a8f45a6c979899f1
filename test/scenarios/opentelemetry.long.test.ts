// OpenTelemetry with a real service, database, caster, webhook receiver, mail server and collector.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CHECKOUT, sourcesOf } from '../support/checkout.ts'
import { Collector, type ToldSpan } from '../support/collector.ts'
import { command } from '../support/command.ts'
import { concurrently } from '../support/concurrent.ts'
import { figureAt } from '../support/figures.ts'
import { withFixed } from '../support/fixed-values.ts'
import { mailServer } from '../support/mail-server.ts'
import { lastingPort } from '../support/ports.ts'
import { makeMigratedDataDir, makeToken, RunningService, startProcess, until } from '../support/process.ts'
import { receiver } from '../support/receiver.ts'

const TIMEOUT_MS = 90_000
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

const childrenOf = (spans: readonly ToldSpan[], { spanId }: ToldSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId)

concurrently('traces a request into its statements, webhook and mail, and exports the metrics', async () => {
  const dataDir = makeMigratedDataDir()
  const collector = await Collector.start()
  const hooks = await receiver()
  const mails = await mailServer()
  const casterPort = await lastingPort()
  const settings = {
    CASTER_PORT: String(casterPort),
    ACCESS_LOG: 'all',
    SMTP_URL: mails.url,
    WEBHOOK_ALLOW: '127.0.0.0/8',
    NODE_NAME: 'one',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    ...withFixed({ metricsExportEveryMs: 500 }),
  }
  const service = await RunningService.start(dataDir, settings)
  const place = ['--code', 'LEON', '--name', 'León', '--lat', '21.1', '--lng', '-101.7']
  await command(dataDir, ['station', 'add', ...place], settings)
  const token = await makeToken(dataDir, settings)
  const ask = (path: string, body: object) =>
    fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${CALLER}-01`,
      },
    })
  await ask('/webhooks', { url: hooks.url })
  const wanted = {
    segundos: 3600,
    referencia: 'pedido-77',
    cliente_nombre: 'Hortensia Quiroz',
    cliente_email: 'hortensia@example.mx',
    enviar_email: true,
  }
  const made = await ask('/credentials', wanted)
  expect(made.status).toBe(201)
  const { credential } = (await made.json()) as { credential: { usuario: string; password: string } }
  const requestId = made.headers.get('x-request-id')

  // The delivery continues the caller's trace and passes it to the receiver.
  await until(() => hooks.received.length > 0, TIMEOUT_MS)
  await until(() => collector.named('deliver webhook').length > 0, TIMEOUT_MS)
  const ofRequest = (span: ToldSpan) => span.attributes['vertice.request_id'] === requestId
  const request = collector.named('POST /api/v1/credentials').find(ofRequest)!
  const delivery = collector.named('deliver webhook')[0]!
  expect(request).toMatchObject({
    traceId: TRACE,
    parentSpanId: CALLER,
    kind: 2,
    failed: false,
    attributes: { 'http.route': '/api/v1/credentials', 'http.response.status_code': 201 },
    resource: {
      'service.name': 'vertice',
      'service.instance.id': 'one',
      'deployment.environment.name': 'test',
    },
  })
  expect(delivery).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId, kind: 3, failed: false })
  expect(hooks.received[0]!.headers.traceparent).toBe(`00-${TRACE}-${delivery.spanId}-01`)

  // The request's statements are its child spans, by name.
  const statements = childrenOf(collector.spans, request)
  expect(statements.map(({ name }) => name)).toContain('credentials-insert-mails')
  for (const statement of statements) {
    expect(statement.traceId).toBe(TRACE)
    expect(statement.startMs).toBeGreaterThanOrEqual(request.startMs)
  }
  await until(() => collector.named('send mail').length > 0, TIMEOUT_MS)
  expect(collector.named('send mail')[0]).toMatchObject({ failed: false, attributes: { 'vertice.outcome': 'sent' } })
  await until(() => collector.named('job expiry').length > 0, TIMEOUT_MS)

  // A statement that the database rejects is marked as failed, with the error code.
  expect((await ask('/credentials', wanted)).status).toBe(409)
  const isViolation = ({ attributes }: ToldSpan) => attributes['error.type'] === '23505'
  await until(() => collector.spans.some(isViolation), TIMEOUT_MS)
  const violation = collector.spans.find(isViolation)!
  expect(violation).toMatchObject({ failed: true, attributes: { 'db.system.name': 'postgresql' } })
  // A span is exported when it ends, so that of the request comes later.
  const isOfRefused = ({ spanId }: ToldSpan) => spanId === violation.parentSpanId
  await until(() => collector.spans.some(isOfRefused), TIMEOUT_MS)
  const refused = collector.spans.find(isOfRefused)
  expect(refused).toMatchObject({ name: 'POST /api/v1/credentials', failed: false })

  // The caster is another process and reports its own spans.
  const rover = connect(casterPort, '127.0.0.1')
  const answered = once(rover, 'data')
  const login = Buffer.from(`${credential.usuario}:${credential.password}`).toString('base64')
  rover.write(`GET /LEON HTTP/1.0\r\nUser-Agent: NTRIP test\r\nAuthorization: Basic ${login}\r\n\r\n`)
  await answered
  rover.destroy()
  await until(() => collector.named('admit rover').length > 0, TIMEOUT_MS)
  expect(collector.named('admit rover')[0]!.resource).toMatchObject({ 'service.instance.id': 'one-caster' })

  // The metrics are those of /metrics, under the same names.
  const unheard = async () => {
    const text = await (await fetch(service.metricsUrl)).text()
    const names = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name!)
    expect(names.length).toBeGreaterThan(20)
    const hasValue = (name: string) => new RegExp(`^${name}(_count)?[{ ]`, 'm').test(text)
    return names.filter((name) => hasValue(name) && !collector.figures.has(name))
  }
  await until(async () => (await unheard()).length === 0, TIMEOUT_MS)
  expect(collector.figures.get('vertice_http_request_seconds')).toHaveProperty('histogram')
  expect(collector.figures.get('vertice_caster_rovers')).toMatchObject({ gauge: {} })

  // No personal data or secrets are exported.
  const told = JSON.stringify([collector.spans, [...collector.figures.values()]])
  const secrets = ['Hortensia', 'hortensia', 'pedido-77', credential.usuario, credential.password, token.slice(4)]
  for (const secret of [...secrets, 'a secret']) expect(told).not.toContain(secret)
  expect(collector.requests[0]!.headers).toMatchObject({ 'api-key': 'a secret' })
  const types = new Map(collector.requests.map(({ path, headers }) => [path, headers['content-type']]))
  expect(types.get('/v1/traces')).toBe('application/x-protobuf')
  expect(types.get('/v1/metrics')).toBe('application/x-protobuf')

  // The request's log entry contains its trace id.
  const line = service.log
    .join('')
    .split('\n')
    .find((one) => one.includes(`"reqId":"${requestId}"`))!
  expect(JSON.parse(line)).toMatchObject({ msg: 'request', status: 201, traceId: TRACE })
  expect(await service.stop()).toBe(0)
})

concurrently('sends the remaining spans on shutdown, and does not wait for a silent collector', async () => {
  const dataDir = makeMigratedDataDir()
  const collector = await Collector.start()
  const settings = {
    ROLES: 'api',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_SERVICE_NAME: 'red-rtk',
  }
  const service = await RunningService.start(dataDir, settings)
  await service.call('/livez')
  expect(await service.stop()).toBe(0)
  expect(collector.named('GET /livez')).toMatchObject([{ resource: { 'service.name': 'red-rtk' } }])

  collector.status = null
  const silent = await RunningService.start(dataDir, settings)
  await silent.call('/livez')
  const began = performance.now()
  expect(await silent.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(collector.requests.length).toBeGreaterThan(1)
})

concurrently('loses only spans while the collector is unreachable', async () => {
  const dataDir = makeMigratedDataDir()
  const service = await RunningService.start(dataDir, {
    ROLES: 'api',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await lastingPort()}`,
    ...withFixed({ metricsExportEveryMs: 200 }),
  })
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => service.call('/livez')))
    for (const answer of answers) expect(answer.status).toBe(200)
  }
  await until(async () => ((await figureAt(service.metricsUrl, 'vertice_spans_lost_total')) ?? 0) >= 300, TIMEOUT_MS)
  const lines = service.log
    .join('')
    .split('\n')
    .filter((line) => line.includes('OpenTelemetry'))
  expect(lines.filter((line) => line.includes('they were dropped'))).toHaveLength(1)
  expect(lines.length).toBeLessThanOrEqual(2)
  expect(await service.stop()).toBe(0)
})

concurrently('loads no OpenTelemetry code unless it is configured', async () => {
  const dataDir = makeMigratedDataDir()
  const loaded = async (more: Record<string, string>) => {
    const file = join(dataDir, `loaded-${Object.keys(more).length}`)
    const hook = new URL('../support/loaded-modules.mjs', import.meta.url).href
    const environment = {
      ...more,
      CASTER_PORT: String(await lastingPort()),
      LOADED_MODULES: file,
      NODE_OPTIONS: `--import=${hook}`,
    }
    const child = startProcess(dataDir, environment, { command: sourcesOf(CHECKOUT) })
    const service = await RunningService.ready(child)
    await service.call('/livez')
    expect(await service.stop()).toBe(0)
    expect(existsSync(file)).toBe(true)
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((url) => /\/src\/(base|start)\/opentelemetry/.test(url))
  }
  expect(await loaded({})).toEqual([])
  const collector = await Collector.start()
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).not.toEqual([])
})
