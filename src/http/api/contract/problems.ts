// Describes the problem responses of an operation: one per status, with an example per code.
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { Ref } from '../../../wire/common.ts'
import { publishedCode } from '../../../wire/problems/faults.ts'
import { ProblemSchema, problemOf, statusOf } from '../../../wire/problems/problem.ts'
import { en } from '../../../words/en.ts'
import { refusalTitle, type Words } from '../../../words/words.ts'
import type { Operation, ProblemCode } from './operation.ts'

/** Examples of the refusals that need parameters. */
const examples = (perMinute: number): Partial<Record<ProblemCode, Refusal>> => ({
  invalid_request: invalid(wrong(['validitySeconds'], 'too_small', { least: 3600 })),
  insufficient_scope: new Refusal('insufficient_scope', { scope: 'provision' }),
  route_not_found: new Refusal('route_not_found', { method: 'GET', path: '/api/v1/nothing' }),
  method_not_allowed: new Refusal('method_not_allowed', { method: 'PUT', allowed: ['GET', 'HEAD', 'OPTIONS'] }),
  idempotency_in_progress: new Refusal('idempotency_in_progress', { retryAfterSeconds: 1 }),
  reference_taken: new Refusal('reference_taken', { id: 1042 }),
  webhook_limit_reached: new Refusal('webhook_limit_reached', { most: 20 }),
  rinex_limit_reached: new Refusal('rinex_limit_reached', { most: 50 }),
  quota_exceeded: new Refusal('quota_exceeded', { quota: 'inForce', limit: 500 }),
  no_data: new Refusal('no_data', { code: 'CDMX', sharePct: 82.5, distanceKm: 12.4 }),
  rate_limited: new Refusal('rate_limited', { perMinute, retryAfterSeconds: 12 }),
  service_unavailable: new Refusal('service_unavailable', { retryAfterSeconds: 2 }),
})
/** Headers by status. @fastify/swagger expects the schema itself, without the `schema` property of OpenAPI. */
const headerOf: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'Authentication challenge (RFC 6750).' } },
  403: { 'WWW-Authenticate': { type: 'string', description: 'Names the missing scope.' } },
  429: { 'Retry-After': { type: 'string', description: 'Seconds to wait before the next request.' } },
  503: { 'Retry-After': { type: 'string', description: 'Seconds to wait before trying again.' } },
}

const ALWAYS: ProblemCode[] = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]

/** The declared problems, and those that follow from the rest of the declaration. */
const codesOf = ({
  params,
  query,
  body,
  orScope,
  closedBy,
  idempotent,
  isTagged,
  problems = [],
}: Operation): ProblemCode[] => [
  ...(params || query || body ? (['invalid_request'] as const) : []),
  ...(body ? (['invalid_json'] as const) : []),
  ...(orScope ? (['token_without_webhooks'] as const) : []),
  ...(closedBy === 'no_passwords' ? (['token_without_passwords'] as const) : []),
  ...problems,
  ...(isTagged && body ? (['precondition_failed'] as const) : []),
  ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ...(idempotent ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
]

export const problemResponses = (rateLimitPerMinute: number) => {
  const shown = examples(rateLimitPerMinute)
  return (operation: Operation): Record<number, object> =>
    responses(codesOf(operation), (code) => exampleOf(code, shown))
}

export const problemSentence = (words: Words, code: ProblemCode): string =>
  `\`${publishedCode(code)}\`: ${refusalTitle(words, code)}.`

function responses(codes: readonly ProblemCode[], exampleOf: (code: ProblemCode) => object): Record<number, object> {
  const byStatus = Map.groupBy([...codes, ...ALWAYS], statusOf)
  return Object.fromEntries(
    Array.from(byStatus, ([status, group]) => [
      status,
      {
        description: group.map((code) => problemSentence(en, code)).join(' '),
        ...(headerOf[status] && { headers: headerOf[status] }),
        content: {
          'application/problem+json': {
            schema: Ref(ProblemSchema),
            examples: Object.fromEntries(group.map((code) => [publishedCode(code), { value: exampleOf(code) }])),
          },
        },
      },
    ]),
  )
}

const exampleOf = (code: ProblemCode, shown: ReturnType<typeof examples>) =>
  problemOf(shown[code] ?? new Refusal(code as 'internal_error'), 'req-5f3kq2-1c', {
    baseUrl: 'https://rtk.example.mx',
  })
