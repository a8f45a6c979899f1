// Turns exceptions into answers. A 5xx never contains an internal message; only the log does.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { isDatabaseUnavailable } from '../../../store/kit/connections/unavailable.ts'
import { sendProblem } from '../../../wire/problems/problem.ts'
import { isOutOfFiles, logOutOfFiles } from './out-of-files.ts'

const AGAIN_AFTER_S = 2
/** Headers to remove if they were set for a file that then could not be read. */
const OF_A_FILE = ['content-encoding', 'etag', 'last-modified']

export function handleError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error, reqId: request.id }, 'Request failed')
  if (isOutOfFiles(error)) logOutOfFiles(request.log)
  else if (refusal.code === 'service_unavailable')
    request.log.warn({ err: error, reqId: request.id }, 'Database unavailable')
  for (const name of OF_A_FILE) reply.removeHeader(name)
  const challenge = challengeOf(refusal)
  if (challenge) reply.header('www-authenticate', challenge)
  return sendProblem(reply, refusal)
}

/** The WWW-Authenticate challenge (RFC 6750, 3). */
function challengeOf({ code, params }: Refusal): string | null {
  switch (code) {
    case 'missing_token':
      return 'Bearer realm="vertice"'
    case 'invalid_token':
      return 'Bearer realm="vertice", error="invalid_token"'
    case 'insufficient_scope':
      return `Bearer realm="vertice", error="insufficient_scope", scope="${(params as { scope: string }).scope}"`
    default:
      return null
  }
}

function toRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error
  if (isOutOfFiles(error) || isDatabaseUnavailable(error))
    return new Refusal('service_unavailable', { retryAfterSeconds: AGAIN_AFTER_S })
  return fromFastify(error as FastifyError) ?? new Refusal('internal_error')
}

function fromFastify({ code, statusCode = 500 }: FastifyError): Refusal | null {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported_media_type')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('payload_too_large')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('invalid_request', { reason: 'bad_length' })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal('invalid_json')
    default:
      return statusCode < 500 ? new Refusal('invalid_request') : null
  }
}
