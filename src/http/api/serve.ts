// Registers the declared operations on the server: schemas validate the requests, handlers return the answers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../base/serving/app.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { allInvalid } from '../../domain/codes/refusal.ts'
import type { Operation } from './contract/operation.ts'
import { API_OPERATIONS } from './contract/operations.ts'
import { problemResponses } from './contract/problems.ts'
import type { AheadHandler, Handlers, IdempotentHandler } from './handler.ts'
import { IdempotencyHeader, runIdempotent } from './idempotency.ts'
import type { ApiServices } from './services.ts'
import { IfMatchHeader } from './transport/conditional.ts'

type Ahead = AheadHandler<never>
type AnyHandler = IdempotentHandler<never> | Ahead | ((request: FastifyRequest, reply: FastifyReply) => unknown)

export function serveOperations(app: App, services: ApiServices, handlers: Handlers): void {
  const problems = problemResponses(services.rateLimitPerMinute)
  for (const [name, operation] of Object.entries<Operation>(API_OPERATIONS)) {
    const [method, url] = name.split(' ') as [string, string]
    const {
      scope,
      orScope,
      closedBy,
      isOpen,
      spread,
      maxBodyBytes,
      isBodyOptional,
      rejectsBody,
      status = 200,
    } = operation
    const handle = handlers[name as keyof Handlers] as AnyHandler
    app.route({
      method,
      url,
      ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
      config: {
        scope,
        ...(orScope && { orScope }),
        ...(closedBy && { closedBy }),
        ...(isOpen && { isOpen }),
        ...(spread && { spread }),
        ...('ahead' in handle && { ahead: handle.ahead as never }),
      },
      schema: schemaOf(operation, problems(operation)),
      ...(isBodyOptional && { preValidation: fillBody }),
      ...(rejectsBody && { preHandler: rejectBody }),
      handler: handlerOf(services, handle, status),
    })
  }
}

function handlerOf(services: ApiServices, handle: AnyHandler, status: number) {
  if (typeof handle === 'function') return handle
  return 'ahead' in handle ? readAhead(handle) : idempotent(services, handle, status)
}

const readAhead =
  ({ ahead, work }: Ahead) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const read = await (request.ahead ?? ahead(request as never, request.token.ownerId))?.read
    return work(request as never, reply, read as never)
  }

const idempotent =
  (services: ApiServices, handle: IdempotentHandler<never>, status: number) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await runIdempotent(services, request as never, reply, handle)
    reply.code(status)
    return body
  }

const SUCCESS = 'application/json'

function schemaOf(operation: Operation, problems: Record<number, object>) {
  const {
    id,
    tag,
    summary,
    description,
    scope,
    orScope,
    params,
    query,
    body,
    idempotent,
    isTagged,
    status = 200,
  } = operation
  const { description: returned, schema, example } = operation.answer
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description} ${scope === 'any' ? 'Any scope.' : `Scope ${orScope ? `\`${orScope}\` or ` : ''}\`${scope}\`.`}`,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(idempotent && { headers: IdempotencyHeader }),
    ...(isTagged && body && { headers: IfMatchHeader }),
    ...(body && { body }),
    response: { [status]: { description: returned, content: { [SUCCESS]: { schema, example } } }, ...problems },
  }
}

async function fillBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

async function rejectBody({ body }: FastifyRequest): Promise<void> {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : []
  if (names.length > 0) throw allInvalid(names.map((name) => ({ ...wrong([name], 'unknown_field'), asSent: true })))
}
