// Short forms for describing responses in route schemas: the description and the serialiser come from the same words.
import type { TSchema } from 'typebox'
import { Ref } from '../wire/common.ts'
import { ProblemSchema } from '../wire/problem.ts'
import { ApiProblem, PROBLEMS, type ProblemCode, problemBody } from './problem.ts'

export const json = <Schema extends TSchema>(description: string, schema: Schema, example: unknown) => ({
  description,
  content: { 'application/json': { schema, example } },
})

const EXAMPLE_DETAILS: Partial<Record<ProblemCode, [detail: string, pointer?: string]>> = {
  invalid_request: ['/segundos must be >= 3600.', '/segundos'],
  invalid_json: ['Body is not valid JSON'],
  insufficient_scope: ['This operation needs the scope "provision".'],
  rate_limited: ['More than 240 requests in this minute; try again in 12 s.'],
}

/** As @fastify/swagger wants them: the schema of the header itself. */
const headerOf: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'The challenge (RFC 6750).' } },
  403: { 'WWW-Authenticate': { type: 'string', description: 'Names the missing scope.' } },
  429: { 'Retry-After': { type: 'string', description: 'Seconds until the next request may come.' } },
  503: { 'Retry-After': { type: 'string', description: 'Seconds to wait before trying again.' } },
}

/** Every operation can meet these. */
const ALWAYS: ProblemCode[] = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]

/** The responses for these problems, one per status, each with an example per code. */
export function problems(...codes: ProblemCode[]): Record<number, object> {
  const byStatus = Map.groupBy([...codes, ...ALWAYS], (code) => PROBLEMS[code][0])
  return Object.fromEntries(
    Array.from(byStatus, ([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}.`).join(' '),
        ...(headerOf[status] && { headers: headerOf[status] }),
        content: {
          'application/problem+json': {
            schema: Ref(ProblemSchema),
            examples: Object.fromEntries(group.map((code) => [code, { value: exampleOf(code) }])),
          },
        },
      },
    ]),
  )
}

function exampleOf(code: ProblemCode) {
  const [detail, pointer] = EXAMPLE_DETAILS[code] ?? [`${PROBLEMS[code][1]}.`]
  const errors = pointer ? { errors: [{ pointer, detail: 'must be >= 3600' }] } : {}
  return problemBody(new ApiProblem(code, detail, errors), 'req-5f3kq2-1c')
}
