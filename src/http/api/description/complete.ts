// What the schemas of the routes, made for checking and serialising, do not say.
import { headersOf, type Operation } from './headers.ts'

export function completed<Document extends { paths: Record<string, Record<string, Operation>> }>(
  document: Document,
): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) {
      // Ids are read as text, so that one of any size can be answered with a 404; to callers they are integers.
      if (parameter.in === 'path') parameter.schema = { type: 'integer', minimum: 1, format: 'int64' }
      const { here, ...schema } = parameter.schema as { here?: string }
      if (here !== undefined) Object.assign(parameter, { description: here, schema })
      // Routes know headers in lower case only; people know them as Idempotency-Key.
      if (parameter.in === 'header')
        parameter.name = parameter.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    }

    if (operation.operationId === 'listStations')
      operation.responses['304'] = { description: 'Nothing has changed since the answer with this `ETag`.' }
    for (const [status, response] of Object.entries(operation.responses)) {
      const shared = headersOf(operation, status).map((name) => [name, { $ref: `#/components/headers/${name}` }])
      response.headers = { ...Object.fromEntries(shared), ...response.headers }
    }
  }
  return document
}
