// Checks requests against the schemas: bodies strictly and without coercion, queries and paths with it.
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type FaultCode, type FaultParams, type FieldFault, wrong } from '../domain/fault.ts'
import { invalid } from '../domain/refusal.ts'
import { isEmailAddress } from '../domain/text/email-address.ts'

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
      const faults = check(value) ? unprintable(texts) : check.errors!.map(explain)
      return faults.length === 0 ? { value } : { error: invalid(...faults) }
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

/** What a pattern of our schemas means: nobody reads patterns. */
const PATTERNS: Readonly<Record<string, 'blank_around' | 'empty'>> = {
  '^\\S(.*\\S)?$': 'blank_around',
  '\\S': 'empty',
}

const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

function explain({ keyword, instancePath, params, message }: ErrorObject): FieldFault {
  const path = pathOf(instancePath)
  const as = <Code extends FaultCode>(code: Code, figures: FaultParams[Code]): FieldFault => ({
    path,
    code,
    params: figures,
    asSent: true,
  })
  switch (keyword) {
    case 'additionalProperties':
      return { ...as('unknown_field', {}), path: [...path, params.additionalProperty] }
    case 'required':
      return { ...as('missing', {}), path: [...path, params.missingProperty] }
    case 'enum':
      return as('not_one_of', { choices: params.allowedValues })
    case 'type':
      return as('wrong_type', { type: params.type })
    case 'format':
      return as('wrong_format', { format: params.format })
    case 'minimum':
      return as('too_small', { least: params.limit })
    case 'exclusiveMinimum':
      return as('too_small', { least: params.limit, above: true })
    case 'maximum':
      return as('too_big', { most: params.limit })
    case 'exclusiveMaximum':
      return as('too_big', { most: params.limit, below: true })
    case 'minLength':
      return as('too_short', { least: params.limit })
    case 'maxLength':
      return as('too_long', { most: params.limit })
    case 'minItems':
      return as('too_few', { least: params.limit })
    case 'maxItems':
      return as('too_many', { most: params.limit })
    case 'uniqueItems':
      return as('not_unique', {})
    case 'pattern':
      return Object.hasOwn(PATTERNS, params.pattern)
        ? as(PATTERNS[params.pattern]!, {})
        : as('wrong_form', { form: params.pattern })
    default:
      return as('not_valid', message === undefined ? {} : { said: message })
  }
}

function unprintable(value: unknown, path: string[] = [], faults: FieldFault[] = []): FieldFault[] {
  if (typeof value === 'string') {
    if (UNPRINTABLE.test(value)) faults.push({ ...wrong(path, 'control_characters'), asSent: true })
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) unprintable(value[name as never], [...path, name], faults)
  }
  return faults
}
