// Errors as the caller sees them: application/problem+json (RFC 9457). The catalogue is the one place that gives a code
// its status and title; GET /docs/problems shows it to people.
import type { FastifyReply } from 'fastify'
import type { Refusal, RefusalCode } from '../domain/refusal.ts'
import { pointerOf } from '../wire/common.ts'
import type { Problem } from '../wire/problem.ts'

type Entry = readonly [status: number, title: string]

const REFUSALS: Record<RefusalCode, Entry> = {
  invalid_request: [400, 'The request is not valid'],
  credential_not_found: [404, 'There is no such credential'],
  credential_expired: [409, 'The credential has expired'],
  station_not_found: [404, 'There is no such station'],
  webhook_not_found: [404, 'There is no such webhook'],
  webhook_limit_reached: [409, 'Too many active webhooks'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for another request'],
  idempotency_in_progress: [409, 'The first request with this Idempotency-Key is still running'],
}

export const PROBLEMS = {
  ...REFUSALS,
  invalid_json: [400, 'The body is not valid JSON'],
  missing_token: [401, 'An access token is needed'],
  invalid_token: [401, 'The access token is not valid'],
  insufficient_scope: [403, 'The access token lacks a scope'],
  route_not_found: [404, 'There is nothing at this address'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body must be JSON'],
  rate_limited: [429, 'Too many requests'],
  internal_error: [500, 'Something went wrong on our side'],
  service_unavailable: [503, 'The service cannot answer right now'],
} as const satisfies Record<string, Entry>

export type ProblemCode = keyof typeof PROBLEMS

export type PointerError = NonNullable<Problem['errors']>[number]

/** Thrown anywhere in the door; the error handler answers with it. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  readonly errors: readonly PointerError[] | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    more: { headers?: Record<string, string>; errors?: readonly PointerError[] } = {},
  ) {
    super(detail)
    this.code = code
    this.headers = more.headers ?? {}
    this.errors = more.errors
  }

  static from(refusal: Refusal): ApiProblem {
    if (refusal.fields.length === 0) return new ApiProblem(refusal.code, refusal.message)
    return badRequest(refusal.fields.map(({ path, detail }) => ({ pointer: pointerOf(path), detail })))
  }
}

const MOST_ERRORS = 100

/** A 400 that names each field that is wrong, the first of them in words. */
export function badRequest(errors: readonly PointerError[]): ApiProblem {
  const first = errors[0]!
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new ApiProblem('invalid_request', `${first.pointer || 'The body'} ${first.detail}${more}.`, {
    errors: errors.slice(0, MOST_ERRORS),
  })
}

export function problemBody(problem: ApiProblem, requestId: string): Problem {
  const [status, title] = PROBLEMS[problem.code]
  return {
    ok: false,
    type: `/docs/problems#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
  }
}

export function sendProblem(reply: FastifyReply, problem: ApiProblem): FastifyReply {
  return reply
    .code(PROBLEMS[problem.code][0])
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, reply.request.id)))
}
