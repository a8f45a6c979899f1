// Turns inline schemas with a `title`, and all problem responses, into named components, so that generated clients get
// good types.
import { isDeepStrictEqual } from 'node:util'

type Json = Readonly<Record<string, unknown>>

interface Document {
  readonly paths: Json
  readonly webhooks?: Json
  readonly components: { readonly schemas?: Json }
}

/** These keys hold values, not schemas. */
const VALUES = new Set(['example', 'examples', 'enum', 'const', 'default', 'mapping'])

export function withNames<Described extends Document>(document: Described): Described {
  const schemas = new Map<string, Json>()
  const responses = new Map<string, Json>()

  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    if (typeof value !== 'object' || value === null) return value
    const { described, ...plain } = value as Json & { described?: Json }
    const copy: Json = Object.fromEntries(
      Object.entries({ ...(described?.oneOf ? withoutFields(plain) : plain), ...described }).map(([key, inside]) => {
        if (key === 'properties') return [key, eachOf(inside as Json)]
        if (key === 'const') return ['enum', [inside]] // the schemas of routes use `enum` too
        return [key, VALUES.has(key) ? inside : named(inside)]
      }),
    )
    if (typeof copy.title === 'string') return referenceTo(schemas, copy.title, copy, Array.isArray(plain.type))
    const codes = problemsIn(copy)
    return codes ? referenceToResponse(responses, codes, copy) : copy
  }
  const eachOf = (schemas: Json = {}): Json =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, named(schema)]))

  const own = eachOf(document.components.schemas)
  const paths = named(document.paths)
  const webhooks = named(document.webhooks)
  const components = {
    ...document.components,
    schemas: inOrder({ ...own, ...Object.fromEntries(schemas) }),
    responses: inOrder(Object.fromEntries(responses)),
  }
  return { ...document, paths, webhooks, components }
}

/** Adds the schema as a component. A nullable schema becomes the non-null component or `null`. */
function referenceTo(
  schemas: Map<string, Json>,
  name: string,
  { title: _, here, ...schema }: Json,
  orNull: boolean,
): Json {
  const { type } = schema
  const component = Array.isArray(type) ? { ...schema, type: type.find((one) => one !== 'null') } : schema
  const known = schemas.get(name)
  if (known && !isDeepStrictEqual(withoutText(known), withoutText(component)))
    throw new Error(`two different schemas are called ${name}`)
  // Prefer the schema with a description: a parameter has its description outside of its schema.
  if (!known?.description) schemas.set(name, component)
  const $ref = `#/components/schemas/${name}`
  return {
    ...(orNull ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }),
    ...(here !== undefined && { description: here }),
  }
}

/** Used for an object that `oneOf` describes. */
const withoutFields = ({ type: _, properties: __, required: ___, additionalProperties: ____, ...rest }: Json): Json =>
  rest

const withoutText = ({ description: _, ...schema }: Json): Json => schema

/** Codes of a problem response; `null` for other responses. */
function problemsIn({ content }: Json): string[] | null {
  const problem = (content as Record<string, Json> | undefined)?.['application/problem+json']
  return problem ? Object.keys(problem.examples as Json) : null
}

function referenceToResponse(responses: Map<string, Json>, codes: readonly string[], response: Json): Json {
  const name = codes.map((code) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('Or')
  responses.set(name, response)
  return { $ref: `#/components/responses/${name}` }
}

const inOrder = (components: Json): Json =>
  Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)))
