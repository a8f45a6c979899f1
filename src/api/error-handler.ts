// Turns whatever was thrown into an answer. A 5xx never shows an internal message; the log does.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import { isDatabaseUnavailable } from '../store/database.ts'
import { ApiProblem, sendProblem } from './problem.ts'

export function handleError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.code === 'internal_error') request.log.error({ err: error, reqId: request.id }, 'request failed')
  if (problem.code === 'service_unavailable')
    request.log.warn({ err: error, reqId: request.id }, 'database unavailable')
  return sendProblem(reply, problem)
}

function toProblem(error: Error): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof Refusal) return ApiProblem.from(error)
  if (isDatabaseUnavailable(error)) {
    return new ApiProblem('service_unavailable', 'The database does not answer; try again in a moment.', {
      headers: { 'retry-after': '2' },
    })
  }
  return (
    fromFastify(error as FastifyError) ??
    new ApiProblem('internal_error', 'The failure is in our log under this request id.')
  )
}

function fromFastify({ code, statusCode = 500, message }: FastifyError): ApiProblem | null {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiProblem('unsupported_media_type', 'Send the body as application/json.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiProblem('payload_too_large', 'The body is larger than this operation takes.')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ApiProblem('invalid_json', message)
    default:
      return statusCode < 500 ? new ApiProblem('invalid_request', message) : null
  }
}
