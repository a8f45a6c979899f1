// Errors as callers see them: application/problem+json (RFC 9457). The one writer of them, for every door that speaks HTTP.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { REFUSALS, Refusal, type RefusalCode, type RefusalKind } from '../domain/refusal.ts'
import { en } from '../words/en.ts'
import { faultText, refusalText, refusalTitle } from '../words/words.ts'
import { plainPointer, pointerOf } from './common.ts'

export const ProblemSchema = Type.Object(
  {
    ok: Type.Boolean({ description: 'Always false in an error.' }),
    type: Type.String({
      format: 'uri-reference',
      description: 'Identifies the kind of problem and leads to its explanation.',
    }),
    title: Type.String({ description: 'The kind of problem in words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    code: Type.String({ description: 'Stable name of the kind of problem, for programs.' }),
    request_id: Type.String({ description: 'Names this request in our logs.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'JSON pointer to the field.' }),
          code: Type.String({
            description: 'Stable name of what is wrong with it, for programs; `GET /docs/problems` lists them.',
          }),
          detail: Type.String({ description: 'The same in words.' }),
        }),
        { description: 'For a bad request: each field that is wrong.' },
      ),
    ),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
)

export type Problem = Static<typeof ProblemSchema>

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  key_reused: 422,
  too_many: 429,
  broken: 500,
  provider_broken: 502,
  unavailable: 503,
}

/** Those of the API; the others are between our own pages and us. GET /docs/problems shows them to people. */
export const PUBLISHED = [
  'invalid_request',
  'invalid_json',
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'token_without_webhooks',
  'credential_not_found',
  'station_not_found',
  'webhook_not_found',
  'route_not_found',
  'credential_expired',
  'webhook_limit_reached',
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly RefusalCode[]

export const statusOf = (code: RefusalCode): number => STATUS[REFUSALS[code].kind]

const typeOf = (code: RefusalCode): string =>
  (PUBLISHED as readonly RefusalCode[]).includes(code) ? `/docs/problems#${code}` : `urn:vertice:${code}`

/** Of more that is wrong, how much more is told. */
export const MOST_ERRORS = 100

/** `ownNames`: fields are called as our own pages call them, not as the contract does. */
export function problemOf(refusal: Refusal, requestId: string, ownNames = false): Problem {
  const { code } = refusal
  const errors = refusal.fields.slice(0, MOST_ERRORS).map((field) => ({
    pointer: field.asSent || ownNames ? plainPointer(field.path) : pointerOf(field.path),
    code: field.code,
    detail: faultText(en, field),
  }))
  return {
    ok: false,
    type: typeOf(code),
    title: refusalTitle(en, code),
    status: statusOf(code),
    detail: detailOf(refusal, errors),
    code,
    request_id: requestId,
    ...(errors.length > 0 && { errors }),
  }
}

/** Of several fields that are wrong, the first in words. */
function detailOf(refusal: Refusal, [first]: NonNullable<Problem['errors']>): string {
  if (!first) return refusalText(en, refusal)
  const more = refusal.fields.length - 1 + refusal.more
  return `${first.pointer || en.whole} ${first.detail}${more > 0 ? en.andMore(more) : ''}.`
}

/**
 * With what our own pages need to say it in their reader's language: the figures of each sentence, beside the English that
 * everybody gets.
 */
function problemWithParams(refusal: Refusal, requestId: string) {
  const { errors = [], ...problem } = problemOf(refusal, requestId, true)
  const fields = errors.map((error, index) => ({ ...error, params: refusal.fields[index]!.params }))
  return { ...problem, params: refusal.params, ...(fields.length > 0 && { errors: fields }) }
}

export function sendProblem(reply: FastifyReply, refusal: Refusal, forOwnPages = false): FastifyReply {
  const { params, code } = refusal
  if ('retryAfterSeconds' in params) reply.header('retry-after', String(params.retryAfterSeconds))
  const problem = (forOwnPages ? problemWithParams : problemOf)(refusal, reply.request.id)
  return reply
    .code(statusOf(code))
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

/** How the error handler of our own pages answers; what is no refusal goes on to the handler around it. */
export function sendOwnProblem(error: Error, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  return sendProblem(reply, error, true)
}
