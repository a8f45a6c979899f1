// The REST door, built apart from the process: tests need no port.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { LogController } from 'fastify'
import type { App } from '../../base/serving/app.ts'
import { commonHeaders } from '../../base/serving/common-headers.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { Token } from '../../domain/people/tokens/token.ts'
import { Traces } from '../../recording/traces.ts'
import { withoutSecrets } from '../../wire/credentials/credential.ts'
import { sendProblem } from '../../wire/problem.ts'
import { AccessLines } from './access-log.ts'
import { Authenticator, bearerOf } from './authentication.ts'
import { compressOpenAnswers } from './compression.ts'
import { handleError } from './error-handler.ts'
import { refusalOfHosts, refuseBadHttp, withoutTrailingSlash } from './http.ts'
import { otherMethodsOf } from './methods.ts'
import { API_PREFIX, describeApi, NAMED_SCHEMAS } from './openapi.ts'
import { limitRate, type RateLimit } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { refusedNoter } from './refused.ts'
import { requestIds } from './request-ids.ts'
import { credentialChangeRoutes } from './routes/credential-changes.ts'
import { credentialUseRoutes } from './routes/credential-use.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { docsRoutes } from './routes/docs.ts'
import { eventRoutes } from './routes/events.ts'
import { groupRoutes } from './routes/groups.ts'
import { meRoutes } from './routes/me.ts'
import { mountpointRoutes } from './routes/mountpoints.ts'
import { operationRoutes } from './routes/operation.ts'
import { orderRoutes } from './routes/orders.ts'
import { stationRoutes } from './routes/stations.ts'
import { testModeRoutes } from './routes/test-mode.ts'
import { vrsRoutes } from './routes/vrs.ts'
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { buildSerializer } from './serialization.ts'
import type { ApiServices } from './services.ts'
import { refuseUnknownParameters, validatorCompiler } from './validation.ts'

const BODY_LIMIT = 64 * 1024
/** As long as any request line can be: an id of any size is answered, not cut off. */
const LONGEST_PARAMETER = 16_384
const REQUEST_TIMEOUT_MS = 30_000

export async function buildApi(services: ApiServices): Promise<App> {
  let limit: RateLimit = () => null
  const common = commonHeaders(services.baseUrl)
  const accessLines = services.accessLog ? new AccessLines(services.accessLog) : null
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
    schemaController: { compilersFactory: { buildSerializer } },
    // One without the header Host is answered like any other request.
    http: { requireHostHeader: false },
    rewriteUrl: ({ url = '/' }) => withoutTrailingSlash(url),
    // A path that cannot be decoded never reaches a hook; it counts and is answered like any other request.
    frameworkErrors: (_, request, reply) => {
      accessLines?.followAlone(request as never, reply as never)
      reply.header('x-request-id', request.id).headers(common)
      sendProblem(
        reply as never,
        limit(request as never, reply as never) ?? new Refusal('invalid_request', { reason: 'bad_address' }),
      )
    },
    clientErrorHandler: (error, socket) => {
      const address = socket.remoteAddress ?? ''
      const refused = refuseBadHttp(error, socket, common)
      if (refused) accessLines?.notHttp(refused.id, refused.status, address, refused.bytes)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(validatorCompiler(NAMED_SCHEMAS) as never)
  for (const schema of NAMED_SCHEMAS) app.addSchema(schema)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(
    (request, reply) =>
      services.showLost?.(request, reply) ??
      sendProblem(reply, new Refusal('route_not_found', { method: request.method, path: request.url.split('?')[0]! })),
  )
  app.removeContentTypeParser('text/plain')
  readJson(app)

  services.traceRequests?.(app)
  accessLines?.follow(app)
  // One hook for what every request goes through: each one more takes a microsecond of every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(common)
    done(limit(request, reply) ?? refusalOfHosts(request.raw) ?? undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    services.observe(request.routeOptions.url ?? 'none', request.method, reply.statusCode, reply.elapsedTime)
    done()
  })
  limit = limitRate(app, {
    perMinute: services.rateLimitPerMinute,
    share: services.shareRateCounts,
    clock: services.clock,
  })

  // Whatever else is expected than "100-continue" is not ours to do (RFC 9110, 10.1.1); Node would refuse it without a word.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  compressOpenAnswers(app)
  await describeApi(app, { baseUrl: services.baseUrl, perMinute: services.rateLimitPerMinute })
  let addOtherMethods: (beside: App) => void = () => {}
  await app.register(
    async (api) => {
      refuseUnknownParameters(api as App)
      addOtherMethods = otherMethodsOf(api as App)
      const traces = new Traces(services.db, services.clock)
      api.addHook('onClose', () => traces.close())
      requireToken(api as App, services, traces)
      const plainRoutes = [
        stationRoutes,
        mountpointRoutes,
        groupRoutes,
        vrsRoutes,
        webhookRoutes,
        webhookDeliveryRoutes,
        eventRoutes,
        meRoutes,
      ]
      for (const routes of [...plainRoutes, credentialUseRoutes, testModeRoutes, orderRoutes])
        routes(api as App, services)
      credentialRoutes(api as App, services, traces)
      credentialChangeRoutes(api as App, services, traces)
    },
    { prefix: API_PREFIX },
  )
  app.register(async (beside) => addOtherMethods(beside as App))
  app.register(async (docs) => docsRoutes(docs as App, services))
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
    const token = await authenticator.find(secret, request.current)
    const refusal = authenticator.refusalOf(token, request.routeOptions.config, clock())
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
