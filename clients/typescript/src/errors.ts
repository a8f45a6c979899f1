// What goes wrong, as classes: by the code of the problem where a code has a class of its own, else by the HTTP status.
import type { ExceededQuota, Problem } from './schema.ts'

/** A field of the request that is wrong. */
export type FieldError = NonNullable<Problem['errors']>[number]

/** The service's codes, and those of the client itself. New ones may come. */
export type ErrorCode = Problem['code'] | 'connection_failed' | 'timed_out' | 'unexpected_answer' | (string & {})

export interface ErrorFacts {
  readonly code: ErrorCode
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  readonly message: string
  readonly errors?: readonly FieldError[]
  readonly requestId?: string | null
  readonly credentialId?: number | null
  readonly cuota?: ExceededQuota | null
  readonly retryAfterSeconds?: number | null
  readonly cause?: unknown
}

export class VerticeError extends Error {
  override readonly name: string = 'VerticeError'
  /** Stable, for programs. */
  readonly code: ErrorCode
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** Each field that is wrong, of an invalid request. */
  readonly errors: readonly FieldError[]
  /** Names the request in the logs of the service. */
  readonly requestId: string | null
  /** With `referencia_taken`: the credential that has the reference. */
  readonly credentialId: number | null
  /** With `quota_exceeded`: which quota is used up. */
  readonly cuota: ExceededQuota | null
  /** When it makes sense to ask again, where the service said so. */
  readonly retryAfterSeconds: number | null

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.requestId = facts.requestId ?? null
    this.credentialId = facts.credentialId ?? null
    this.cuota = facts.cuota ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }
}

/** The request cannot be understood or is not allowed to be so: `errors` names the fields. */
export class InvalidRequestError extends VerticeError {
  override readonly name: string = 'InvalidRequestError'
}
/** No token, or one that is wrong, expired or revoked. */
export class AuthenticationError extends VerticeError {
  override readonly name: string = 'AuthenticationError'
}
/** The token lacks a scope. */
export class ForbiddenError extends VerticeError {
  override readonly name: string = 'ForbiddenError'
}
/** There is no such thing, or it belongs to another owner. */
export class NotFoundError extends VerticeError {
  override readonly name: string = 'NotFoundError'
}
/** The state of things does not allow it. */
export class ConflictError extends VerticeError {
  override readonly name: string = 'ConflictError'
}
/** A quota of the owner is used up. */
export class QuotaError extends ConflictError {
  override readonly name: string = 'QuotaError'
}
/** The key was used for another request, or the first one under it is still running. */
export class IdempotencyError extends ConflictError {
  override readonly name: string = 'IdempotencyError'
}
/** Too many requests, also after all retries. */
export class RateLimitError extends VerticeError {
  override readonly name: string = 'RateLimitError'
}
/** The service is broken or not available. */
export class ServerError extends VerticeError {
  override readonly name: string = 'ServerError'
}
/** No answer came: whether the request was carried out is not known. */
export class UnreachableError extends VerticeError {
  override readonly name: string = 'UnreachableError'
}
/** The same, because it took too long. */
export class TimedOutError extends UnreachableError {
  override readonly name: string = 'TimedOutError'
}

type ErrorClass = new (facts: ErrorFacts) => VerticeError

const BY_CODE: Readonly<Record<string, ErrorClass>> = {
  quota_exceeded: QuotaError,
  webhook_limit_reached: QuotaError,
  idempotency_key_reused: IdempotencyError,
  idempotency_in_progress: IdempotencyError,
}

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: ConflictError,
  429: RateLimitError,
}

/** The error that an answer stands for. `body` is whatever came: what lies in front of the service speaks no JSON. */
export function errorOf(status: number, headers: Headers, body: unknown): VerticeError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>
  const code = typeof problem.code === 'string' ? problem.code : 'unexpected_answer'
  const Class = BY_CODE[code] ?? BY_STATUS[status] ?? classOfRange(status)
  return new Class({
    code,
    status,
    message: problem.detail ?? problem.title ?? `The service answered with status ${status}.`,
    errors: Array.isArray(problem.errors) ? problem.errors : [],
    requestId: problem.request_id ?? headers.get('x-request-id'),
    credentialId: problem.credential_id ?? null,
    cuota: problem.cuota ?? null,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  })
}

function classOfRange(status: number): ErrorClass {
  if (status >= 500) return ServerError
  return status >= 400 ? InvalidRequestError : VerticeError
}

/** `Retry-After` holds seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000)
}
