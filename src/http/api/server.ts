// Builds the HTTP server of the API without listening, so that tests need no port.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyRequest, LogController } from 'fastify'
import type { App } from '../../base/serving/app.ts'
import { commonHeaders } from '../../base/serving/common-headers.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { Token } from '../../domain/people/tokens/token.ts'
import { shownPath } from '../../domain/text/shown-path.ts'
import { RequestAudit } from '../../recording/request-audit.ts'
import { TokenRequests } from '../../recording/token-requests.ts'
import { withoutSecrets } from '../../wire/credentials/credential.ts'
import { sendProblem } from '../../wire/problems/problem.ts'
import { Authenticator, bearerOf } from './authentication.ts'
import { API_PREFIX, describeApi, NAMED_SCHEMAS } from './description/openapi.ts'
import { docsRoutes } from './docs.ts'
import { allHandlers } from './handlers/all.ts'
import { probeRoutes } from './probes.ts'
import { refusedNoter } from './refused-requests.ts'
import { serveOperations } from './serve.ts'
import type { Ahead, ApiServices } from './services.ts'
import { AccessLines } from './transport/access-log.ts'
import { compressOpenAnswers } from './transport/compression.ts'
import { handleError } from './transport/error-handler.ts'
import { refusalOfHosts, refuseBadHttp, withoutTrailingSlash } from './transport/http.ts'
import { otherMethodsOf } from './transport/methods.ts'
import { limitRate, type RateLimit } from './transport/rate-limit.ts'
import { readJson } from './transport/read-json.ts'
import { requestIds } from './transport/request-ids.ts'
import { buildSerializer } from './transport/serialization.ts'
import { refuseUnknownParameters, validatorCompiler } from './transport/validation.ts'

const BODY_LIMIT = 64 * 1024
/** The max length of a request line, so that an id of any length gets a proper answer. */
const LONGEST_PARAMETER = 16_384
const REQUEST_TIMEOUT_MS = 30_000

export async function buildApi(services: ApiServices): Promise<App> {
  let limit: RateLimit = () => null
  const common = commonHeaders(services.baseUrl)
  const accessLines = services.accessLog ? new AccessLines(services.accessLog) : null
  const tokenRequests = new TokenRequests(services.db)
  const authenticator = new Authenticator(services.db)
  const app = fastify({
    loggerInstance: withoutChildren(services.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // while closing, open connections get their answers and are then closed
    trustProxy: services.trustProxy.length > 0 ? [...services.trustProxy] : false,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: { compilersFactory: { buildSerializer } },
    // Without this, Node itself would reject requests that have no Host header.
    http: { requireHostHeader: false },
    rewriteUrl: ({ url = '/' }) => withoutTrailingSlash(url),
    // A path that cannot be decoded reaches no hook, so it is counted and answered here.
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
      const refused = refuseBadHttp(error, socket, { baseUrl: services.baseUrl, common })
      if (refused) accessLines?.notHttp(refused.id, refused.status, address, refused.bytes)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('baseUrl', services.baseUrl)
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
  // One hook for all requests: each further hook takes a microsecond per request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(common)
    done(limit(request, reply) ?? refusalOfHosts(request.raw) ?? undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, originalUrl } = request
    const { statusCode: status, elapsedTime } = reply
    services.observe(routeOptions.url ?? 'none', method, status, elapsedTime)
    // Over the rate limit, and without a route for the address and method, a request ends before authentication.
    const isUnread = !request.tokenId && status >= 400 && originalUrl.startsWith(`${API_PREFIX}/`)
    const tokenId = isUnread ? authenticator.knownId(request) : request.tokenId
    if (tokenId) {
      const path = shownPath(originalUrl.split('?', 1)[0]!, routeOptions.url)
      tokenRequests.note(tokenId, { at: services.clock(), method, path, status, requestId: request.id })
    }
    done()
  })
  app.addHook('onClose', () => tokenRequests.close())
  limit = limitRate(app, {
    perMinute: services.rateLimitPerMinute,
    share: services.shareRateCounts,
    clock: services.clock,
  })

  // Expectations other than "100-continue" are ignored (RFC 9110, 10.1.1); Node would reject them without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  compressOpenAnswers(app)
  await describeApi(app, { baseUrl: services.baseUrl, perMinute: services.rateLimitPerMinute })
  let addOtherMethods: (beside: App) => void = () => {}
  await app.register(
    async (api) => {
      refuseUnknownParameters(api as App)
      addOtherMethods = otherMethodsOf(api as App)
      const requestAudit = new RequestAudit(services.db, services.clock)
      api.addHook('onClose', () => requestAudit.close())
      requireToken(api as App, services, authenticator, requestAudit)
      serveOperations(api as App, services, allHandlers(services, requestAudit))
    },
    { prefix: API_PREFIX },
  )
  app.register(async (beside) => addOtherMethods(beside as App))
  app.register(async (docs) => docsRoutes(docs as App, services))
  app.register(async (probes) => probeRoutes(probes as App, services))
  for (const routes of services.otherRoutes ?? []) app.register(async (inside) => routes(inside as App))
  await app.ready()
  return app
}

/** Log entries include the request id explicitly, because a child logger per request is too expensive. */
const withoutChildren = (log: ApiServices['log']): ApiServices['log'] =>
  Object.create(log, {
    child: {
      value(this: ApiServices['log']) {
        return this
      },
    },
  })

function requireToken(api: App, services: ApiServices, authenticator: Authenticator, requestAudit: RequestAudit): void {
  const { current, clock } = services
  const noteRefused = refusedNoter(api, services, requestAudit)
  api.decorateRequest('current', null as never)
  api.decorateRequest('token', null as never)
  api.decorateRequest('tokenId', 0)
  api.decorateRequest('ahead', null)
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const secret = bearerOf(request)
    const refuse = (refusal: Refusal, token: Token | null = null) => {
      noteRefused(refusal, request, token)
      throw refusal
    }
    if (secret instanceof Refusal) return refuse(secret)
    const known = authenticator.known(secret)
    const ahead = known && startedAhead(request, known.ownerId)
    request.current = await current(ahead?.revisions?.())
    const token = await authenticator.find(secret, request.current)
    if (token === known) request.ahead = ahead
    request.tokenId = token?.id ?? 0
    const refusal = authenticator.refusalOf(token, request.routeOptions.config, clock())
    if (refusal) return refuse(refusal, token)
    request.token = token!
    // Applies to every answer, including replays.
    if (request.token.limits.includes('no_passwords'))
      reply.type('application/json; charset=utf-8').serializer(serializeWithoutSecrets)
  })
}

/** The handler reports faults and failures, unless the token is refused first. */
function startedAhead(request: FastifyRequest, ownerId: number): Ahead | null {
  try {
    const ahead = request.routeOptions.config.ahead?.(request, ownerId) ?? null
    ahead?.read.catch(() => {})
    return ahead
  } catch {
    return null
  }
}

/** Answers that are already text are about stations and contain no secrets. */
const serializeWithoutSecrets = (payload: unknown) =>
  typeof payload === 'string' ? payload : JSON.stringify(withoutSecrets(payload as object))
