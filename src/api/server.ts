// The REST door, built apart from the process: tests need no port.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { LogController } from 'fastify'
import { type BadHttp, Refusal } from '../domain/refusal.ts'
import { holdsMoreValues } from '../domain/text/json-size.ts'
import type { Token } from '../domain/tokens/token.ts'
import { Traces } from '../recording/traces.ts'
import type { App } from '../running/app.ts'
import { commonHeaders } from '../running/common-headers.ts'
import { randomCode } from '../secrets.ts'
import { withoutSecrets } from '../wire/credentials/credential.ts'
import { problemOf, sendProblem } from '../wire/problem.ts'
import { Authenticator, bearerOf } from './authentication.ts'
import { handleError } from './error-handler.ts'
import { API_PREFIX, describeApi, NAMED_SCHEMAS } from './openapi.ts'
import { limitRate, type RateLimit } from './rate-limit.ts'
import { refusedNoter } from './refused.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { docsRoutes } from './routes/docs.ts'
import { operationRoutes } from './routes/operation.ts'
import { stationRoutes } from './routes/stations.ts'
import { vrsRoutes } from './routes/vrs.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import type { ApiServices } from './services.ts'
import { validatorCompiler } from './validation.ts'

const BODY_LIMIT = 64 * 1024
/** As long as any request line can be: an id of any size is answered, not cut off. */
const LONGEST_PARAMETER = 16_384
/** Twice what the largest batch has. A megabyte of brackets or names takes a tenth of a second to parse, and more to check. */
const MOST_VALUES = 20_000
const REQUEST_TIMEOUT_MS = 30_000

export async function buildApi(services: ApiServices): Promise<App> {
  let limit: RateLimit = () => null
  const common = commonHeaders(services.baseUrl)
  const app = fastify({
    loggerInstance: withoutChildren(services.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what still comes in on an open connection is answered, and the connection closed
    trustProxy: services.trustProxy.length > 0 ? [...services.trustProxy] : false,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    // A path that cannot be decoded never reaches a hook; it counts and is answered like any other request.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(common)
      sendProblem(
        reply as never,
        limit(request as never, reply as never) ?? new Refusal('invalid_request', { said: error.message }),
      )
    },
    clientErrorHandler: (error, socket) => refuseBadHttp(error, socket, common),
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(validatorCompiler(NAMED_SCHEMAS) as never)
  for (const schema of NAMED_SCHEMAS) app.addSchema(schema)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, new Refusal('route_not_found', { method: request.method, path: request.url.split('?')[0]! })),
  )
  app.removeContentTypeParser('text/plain')
  readJson(app)

  // One hook for what every request goes through: each one more takes a microsecond of every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(common)
    done(limit(request, reply) ?? refusalOfHosts(request.raw) ?? undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    services.observe(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
  limit = limitRate(app, {
    perMinute: services.rateLimitPerMinute,
    share: services.shareRateCounts,
    clock: services.clock,
  })

  await describeApi(app, services.rateLimitPerMinute)
  app.register(
    async (api) => {
      const traces = new Traces(services.db, services.clock)
      api.addHook('onClose', () => traces.close())
      requireToken(api as App, services, traces)
      for (const routes of [stationRoutes, vrsRoutes, webhookRoutes]) routes(api as App, services)
      credentialRoutes(api as App, services, traces)
    },
    { prefix: API_PREFIX },
  )
  app.register(async (docs) => docsRoutes(docs as App))
  app.register(async (operation) => operationRoutes(operation as App, services))
  for (const door of services.otherDoors ?? []) app.register(async (inside) => door(inside as App))
  await app.ready()
  return app
}

/** Entries name the request themselves; a logger for each one costs too much, and so does Fastify's look at one that was made elsewhere. */
const withoutChildren = (log: ApiServices['log']): ApiServices['log'] =>
  Object.create(log, {
    child: {
      value(this: ApiServices['log']) {
        return this
      },
    },
  })

function requireToken(api: App, services: ApiServices, traces: Traces): void {
  const { db, current, clock } = services
  const authenticator = new Authenticator(db)
  const noteRefused = refusedNoter(api, services, traces)
  api.decorateRequest('current', null as never)
  api.decorateRequest('token', null as never)
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const secret = bearerOf(request)
    const refuse = (refusal: Refusal, token: Token | null = null) => {
      noteRefused(refusal, request, token)
      throw refusal
    }
    if (secret instanceof Refusal) return refuse(secret)
    request.current = await current()
    const { scope = 'read', closedBy } = request.routeOptions.config
    const token = await authenticator.find(secret, request.current)
    const refusal = authenticator.refusalOf(token, scope, clock(), closedBy)
    if (refusal) return refuse(refusal, token)
    request.token = token!
    // In one place for whatever is answered, a replayed answer too.
    if (request.token.limits.includes('no_passwords'))
      reply.type('application/json; charset=utf-8').serializer(serializeWithoutSecrets)
  })
}

/** What is a text already is of stations. */
const serializeWithoutSecrets = (payload: unknown) =>
  typeof payload === 'string' ? payload : JSON.stringify(withoutSecrets(payload as object))

/** Fastify's own parser on strict UTF-8, and an empty body is no body: clients that always send a content type may DELETE. */
function readJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const tooMany = new Refusal('payload_too_large', { mostValues: MOST_VALUES })
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (holdsMoreValues(body as Buffer, MOST_VALUES)) return done(tooMany)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return done(new Refusal('invalid_json', { reason: 'not_utf8' }))
    }
    parse(request, text, done)
  })
}

/** Unique across nodes and restarts, and cheap. */
function requestIds(): () => string {
  const node = randomCode(6)
  let count = 0
  return () => `req-${node}-${(count++).toString(36)}`
}

const BAD_HTTP: Record<string, [line: string, reason: BadHttp]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'header_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
}

/** RFC 9112, 3.2: what lies in front may have believed the other one. */
function refusalOfHosts({ rawHeaders }: IncomingMessage): Refusal | null {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? new Refusal('invalid_request', { reason: 'two_hosts' }) : null
}

/** What is not HTTP at all never becomes a request; it is answered all the same. */
function refuseBadHttp(
  error: Error & { code?: string },
  socket: Socket,
  common: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const id = `req-${randomCode(10)}`
  const [line, reason] = BAD_HTTP[error.code ?? ''] ?? ['400 Bad Request', 'not_http']
  const body = JSON.stringify(problemOf(new Refusal('invalid_request', { reason }), id))
  const headers = Object.entries({
    'content-type': 'application/problem+json',
    'x-request-id': id,
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    ...common,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('')}\r\n${body}`)
}
