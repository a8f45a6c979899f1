// Error classes: by the code of the problem if it has a class of its own, otherwise by the HTTP status.
import type { ExceededQuota, Problem } from './schema.ts'

/** An invalid field of the request. */
export type FieldError = NonNullable<Problem['errors']>[number]

/** Codes of the service and of the client itself. New codes may be added. */
export type ErrorCode = Problem['code'] | 'connection_failed' | 'timed_out' | 'unexpected_answer' | (string & {})

export interface ErrorFacts {
  readonly code: ErrorCode
  /** HTTP status; 0 without an answer. */
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
  /** Stable code for programs. */
  readonly code: ErrorCode
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** Invalid fields of the request. */
  readonly errors: readonly FieldError[]
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | null
  /** With `referencia_taken`: the credential that already has the reference. */
  readonly credentialId: number | null
  /** With `quota_exceeded`: the exceeded quota. */
  readonly cuota: ExceededQuota | null
  /** Seconds to wait before a retry; `null` if the service named none. */
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

/** The request is invalid; `errors` lists the fields. */
export class InvalidRequestError extends VerticeError {
  override readonly name: string = 'InvalidRequestError'
}
/** The token is missing, wrong, expired or revoked. */
export class AuthenticationError extends VerticeError {
  override readonly name: string = 'AuthenticationError'
}
/** The token lacks a scope. */
export class ForbiddenError extends VerticeError {
  override readonly name: string = 'ForbiddenError'
}
/** The resource does not exist, or belongs to another owner. */
export class NotFoundError extends VerticeError {
  override readonly name: string = 'NotFoundError'
}
/** The current state of the resource does not allow the request. */
export class ConflictError extends VerticeError {
  override readonly name: string = 'ConflictError'
}
/** A quota of the owner is exceeded. */
export class QuotaError extends ConflictError {
  override readonly name: string = 'QuotaError'
}
/** The idempotency key was used for another request, or its first request is still running. */
export class IdempotencyError extends ConflictError {
  override readonly name: string = 'IdempotencyError'
}
/** Rate limited, even after all retries. */
export class RateLimitError extends VerticeError {
  override readonly name: string = 'RateLimitError'
}
/** The service failed or is unavailable. */
export class ServerError extends VerticeError {
  override readonly name: string = 'ServerError'
}
/** No answer arrived; the service may or may not have processed the request. */
export class UnreachableError extends VerticeError {
  override readonly name: string = 'UnreachableError'
}
/** The request timed out; the service may or may not have processed it. */
export class TimedOutError extends UnreachableError {
  override readonly name: string = 'TimedOutError'
}

type ErrorClass = new (facts: ErrorFacts) => VerticeError

const BY_CODE: Readonly<Record<string, ErrorClass>> = {
  quota_exceeded: QuotaError,
  webhook_limit_reached: QuotaError,
  rinex_limit_reached: QuotaError,
  idempotency_key_reused: IdempotencyError,
  idempotency_in_progress: IdempotencyError,
}

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: ConflictError,
  412: ConflictError,
  429: RateLimitError,
}

/**
 * Creates the error for a response. `body` may be anything, because proxies in front of the service may not send JSON.
 */
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

/** `Retry-After` is in seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000)
}
