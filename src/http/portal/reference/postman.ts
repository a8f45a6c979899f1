// The API as a Postman collection (format 2.1): one folder per tag, one request per operation, the token as a variable.
import { type Description, type Operation, type Parameter, Reference } from './description.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

export function postmanCollection(description: Description, name: string, baseUrl: string): string {
  const reference = new Reference(description)
  const { operations } = reference
  const folders = reference.tags.map(({ name: tag, title, about }) => ({
    name: title,
    ...(about && { description: about }),
    item: operations.filter((operation) => operation.tag === tag).map((operation) => requestOf(operation, reference)),
  }))
  return JSON.stringify({
    info: { name: `${name}: API`, schema: SCHEMA, version: '1.0.0' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: baseUrl + reference.basePath(baseUrl) },
      { key: 'token', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  })
}

function requestOf({ method, path, summary, description, parameters, body }: Operation, reference: Reference) {
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const of = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const value = ({ example, schema }: Parameter) => String(example ?? (schema ? reference.exampleOf(schema) : ''))
  const described = (parameter: Parameter) => ({
    key: parameter.name,
    value: value(parameter),
    ...(parameter.description && { description: parameter.description }),
    // Optional parameters are listed, but only sent if the user enables them.
    ...(parameter.in !== 'path' && !parameter.required && { disabled: true }),
  })
  return {
    name: summary,
    request: {
      method,
      description,
      header: [...of('header').map(described), ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : [])],
      url: {
        raw: `{{base_url}}/${segments.join('/')}`,
        host: ['{{base_url}}'],
        path: segments,
        query: of('query').map(described),
        variable: of('path').map(described),
      },
      ...(body && {
        body: { mode: 'raw', raw: JSON.stringify(body.example, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
}
