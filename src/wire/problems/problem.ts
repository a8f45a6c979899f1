// Problem responses: application/problem+json (RFC 9457). All HTTP interfaces write them here.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { FieldFault } from '../../domain/codes/fault.ts'
import {
  REFUSALS,
  Refusal,
  type RefusalCode,
  type RefusalKind,
  type RefusalParams,
} from '../../domain/codes/refusal.ts'
import type { Language } from '../../domain/people/user.ts'
import { preferredLanguage } from '../../domain/text/preferred-language.ts'
import { wordsIn } from '../../words/language.ts'
import { faultText, refusalText, refusalTitle, type Words } from '../../words/words.ts'
import { fieldName, Id, OpenWords, plainPointer, wirePath } from '../common.ts'
import { QuotaNamed, quotaNamed } from '../people/quota.ts'
import { FIELD_CODES, publishedCode, publishedFaultCode } from './faults.ts'

/** Codes of the API, shown at GET /docs/problems. The others are internal to our own pages. */
export const PUBLISHED = [
  'invalid_request',
  'invalid_json',
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'token_without_webhooks',
  'token_without_passwords',
  'only_in_test_mode',
  'credential_not_found',
  'station_not_found',
  'webhook_not_found',
  'delivery_not_found',
  'order_not_found',
  'rinex_not_found',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'credential_expired',
  'credential_revoked',
  'reference_taken',
  'username_taken',
  'webhook_limit_reached',
  'webhook_inactive',
  'rinex_limit_reached',
  'quota_exceeded',
  'order_paid',
  'no_product_offers_it',
  'no_data',
  'idempotency_in_progress',
  'precondition_failed',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly RefusalCode[]

const FieldProblem = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer to the field.' }),
    code: OpenWords(
      'FieldProblemCode',
      FIELD_CODES,
      'Stable code of the field error, for programs; `GET /docs/problems` lists all codes.',
    ),
    detail: Type.String({ description: 'Explanation of the error as a sentence, in the language of the response.' }),
  },
  { title: 'FieldProblem', description: 'An invalid field.' },
)

export const ProblemSchema = Type.Object(
  {
    ok: Type.Boolean({ description: '`false` in every error.', described: { const: false } }),
    type: Type.String({
      format: 'uri-reference',
      maxLength: 200,
      description: 'Identifies the kind of problem and links to its explanation.',
    }),
    title: Type.String({
      maxLength: 200,
      description: 'Title of the problem, in Spanish or English according to `Accept-Language`; English by default.',
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, format: 'int32', description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    code: OpenWords('ProblemCode', PUBLISHED.map(publishedCode), 'Stable code of the problem, for programs.'),
    request_id: Type.String({ maxLength: 100, description: 'Identifies this request in the server logs.' }),
    credential_id: Type.Optional(Id('With `referencia_taken`: id of the credential that already has the reference.')),
    errors: Type.Optional(Type.Array(FieldProblem, { description: 'With an invalid request: the invalid fields.' })),
    cuota: Type.Optional(QuotaNamed),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
)

export type Problem = Static<typeof ProblemSchema>

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  unsupported: 415,
  key_reused: 422,
  too_many: 429,
  headers_too_large: 431,
  broken: 500,
  provider_broken: 502,
  unavailable: 503,
}

export const statusOf = (code: RefusalCode): number => STATUS[REFUSALS[code].kind]

const typeOf = (code: RefusalCode, baseUrl: string): string =>
  (PUBLISHED as readonly RefusalCode[]).includes(code)
    ? `${baseUrl}/docs/problems#${publishedCode(code)}`
    : `urn:vertice:${code}`

declare module 'fastify' {
  interface FastifyInstance {
    baseUrl: string
  }
}

/** Beyond this many errors, only their number is reported. */
export const MOST_ERRORS = 100

interface ProblemOptions {
  /** Public URL of the service, such as `https://rtk.example.mx`. */
  readonly baseUrl: string
  readonly language?: Language
  /** For our own pages: uses their field names, and sentences without the name of the field. */
  readonly forOwnPages?: boolean
}

export function problemOf(
  refusal: Refusal,
  requestId: string,
  { baseUrl, language = 'en', forOwnPages = false }: ProblemOptions,
): Problem {
  const { code } = refusal
  const words = wordsIn(language)
  const fields = refusal.fields.slice(0, MOST_ERRORS).map((field) => ({
    ...field,
    path: field.asSent || forOwnPages ? field.path : wirePath(field.path),
  }))
  const errors = fields.map((field) => ({
    pointer: plainPointer(field.path),
    code: forOwnPages ? field.code : publishedFaultCode(field.code),
    detail: forOwnPages ? faultText(words, field) : faultSentence(words, field),
  }))
  const more = refusal.fields.length - 1 + refusal.more
  const detail = fields[0]
    ? `${faultSentence(words, fields[0])}${more > 0 ? ` ${words.andMore(more)}` : ''}`
    : refusalText(words, refusal)
  return {
    ok: false,
    type: typeOf(code, baseUrl),
    title: refusalTitle(words, code),
    status: statusOf(code),
    detail,
    code: publishedCode(code),
    request_id: requestId,
    ...(code === 'reference_taken' && { credential_id: (refusal.params as RefusalParams<'reference_taken'>).id }),
    ...(errors.length > 0 && { errors }),
    ...('quota' in refusal.params && { cuota: quotaNamed(refusal.params) }),
  }
}

const faultSentence = (words: Words, field: FieldFault) =>
  `${fieldName(field.path) || words.whole}: ${faultText(words, field)}`

/** Adds the parameters of each sentence, so that our own pages can show it in the reader's language. */
function problemWithParams(refusal: Refusal, requestId: string, options: ProblemOptions) {
  const { errors = [], ...problem } = problemOf(refusal, requestId, { ...options, forOwnPages: true })
  const fields = errors.map((error, index) => ({ ...error, params: refusal.fields[index]!.params }))
  return { ...problem, params: refusal.params, ...(fields.length > 0 && { errors: fields }) }
}

export function sendProblem(reply: FastifyReply, refusal: Refusal, forOwnPages = false): FastifyReply {
  const { params, code } = refusal
  const { id, headers } = reply.request
  const language = preferredLanguage(headers['accept-language']) ?? 'en'
  if ('retryAfterSeconds' in params) reply.header('retry-after', String(params.retryAfterSeconds))
  if ('allowed' in params) reply.header('allow', params.allowed.join(', '))
  const options = { baseUrl: reply.server.baseUrl, language }
  const problem = forOwnPages ? problemWithParams(refusal, id, options) : problemOf(refusal, id, options)
  return reply
    .code(statusOf(code))
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('vary', [reply.getHeader('vary') ?? [], 'accept-language'].flat().join(', '))
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

/** Error handler of our own pages; rethrows what is not a refusal to the outer handler. */
export function sendOwnProblem(error: Error, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  return sendProblem(reply, error, true)
}
