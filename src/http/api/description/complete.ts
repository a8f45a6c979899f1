// Adds to the OpenAPI description what the schemas for validation and serialization do not contain.
import type { Operation as Declared } from '../contract/operation.ts'
import { API_OPERATIONS } from '../contract/operations.ts'
import { headersOf, type Operation } from './headers.ts'

const OPTIONAL_BODIES: ReadonlySet<string> = new Set(
  Object.values<Declared>(API_OPERATIONS).flatMap(({ id, isBodyOptional }) => (isBodyOptional ? [id] : [])),
)

export function completed<Document extends { paths: Record<string, Record<string, Operation>> }>(
  document: Document,
): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) {
      // Ids are validated as text, so that an id of any size returns 404; the description calls them integers.
      if (parameter.in === 'path') parameter.schema = { type: 'integer', minimum: 1, format: 'int64' }
      const { here, ...schema } = parameter.schema as { here?: string }
      if (here !== undefined) Object.assign(parameter, { description: here, schema })
      // Routes declare headers in lower case; the description shows the usual case, such as Idempotency-Key.
      if (parameter.in === 'header')
        parameter.name = parameter.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    }

    // @fastify/swagger marks every body as required.
    if (operation.requestBody && OPTIONAL_BODIES.has(operation.operationId)) operation.requestBody.required = false
    if (operation.operationId === 'listStations')
      operation.responses['304'] = { description: 'Nothing has changed since the response with this `ETag`.' }
    for (const [status, response] of Object.entries(operation.responses)) {
      const shared = headersOf(operation, status).map((name) => [name, { $ref: `#/components/headers/${name}` }])
      response.headers = { ...Object.fromEntries(shared), ...response.headers }
    }
  }
  return document
}
