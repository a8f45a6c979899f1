// Checks requests against the schemas: bodies strictly and without coercion, queries and paths with it.
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { isEmailAddress } from '../domain/text/email-address.ts'
import { badRequest, type PointerError } from './problem.ts'

// Control characters and lone surrogates: PostgreSQL refuses the one and would silently change the other.
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

export function validatorCompiler(shared: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
  })
  // CommonJS: what is imported by default is the module, and the function its `default`.
  ;(formats as unknown as typeof formats.default)(ajv)
  ajv.addFormat('email', isEmailAddress)
  for (const schema of shared) ajv.addSchema(schema)

  return ({ schema, httpPart }) => {
    // Headers are described for the reader; the one that we use is checked where it is used.
    if (httpPart === 'headers') return (value: unknown) => ({ value })
    const check = ajv.compile(schema)
    const fromUrl = httpPart === 'querystring' || httpPart === 'params'
    return (data: unknown) => {
      const value = fromUrl ? coerceNumbers(schema, data as Record<string, unknown>) : data
      const texts = httpPart === 'params' ? null : httpPart === 'querystring' ? namedIn(schema, value) : value
      const errors = check(value) ? unprintable(texts) : check.errors!.map(explain)
      return errors.length === 0 ? { value } : { error: badRequest(errors) }
    }
  }
}

/** Decimal numbers only: "", " 1", "0x10" and "Infinity" stay texts, and so fail the check. */
function coerceNumbers(schema: { properties?: Record<string, { type?: string }> }, data: Record<string, unknown>) {
  const coerced: Record<string, unknown> = {}
  for (const name in data) {
    const value = data[name]
    const type = schema.properties?.[name]?.type
    const numeric = (type === 'number' || type === 'integer') && typeof value === 'string' && NUMBER.test(value)
    coerced[name] = numeric ? Number(value) : value
  }
  return coerced
}

/** Of a query, what the schema names: nobody reads the rest. What a path names is checked by whoever looks for it. */
const namedIn = ({ properties = {} }: { properties?: object }, query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, (query as Record<string, unknown>)[name]]))

function explain({ keyword, instancePath, params, message }: ErrorObject): PointerError {
  const inside = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: inside(params.additionalProperty), detail: 'is not a known field' }
    case 'required':
      return { pointer: inside(params.missingProperty), detail: 'is missing' }
    case 'enum':
      return { pointer: instancePath, detail: `must be one of ${params.allowedValues.join(', ')}` }
    case 'type':
      return { pointer: instancePath, detail: `must be ${/^[aeio]/.test(params.type) ? 'an' : 'a'} ${params.type}` }
    case 'format':
      return { pointer: instancePath, detail: `must be a valid ${params.format}` }
    default:
      return { pointer: instancePath, detail: message ?? 'is not valid' }
  }
}

function unprintable(value: unknown, pointer = '', errors: PointerError[] = []): PointerError[] {
  if (typeof value === 'string') {
    if (UNPRINTABLE.test(value)) errors.push({ pointer, detail: 'must not contain control characters' })
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) unprintable(value[name as never], `${pointer}/${name}`, errors)
  }
  return errors
}
