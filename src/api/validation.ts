// Checks requests against the schemas: bodies strictly and without coercion, queries and paths with it.
//
// Twice, where something is wrong: the check itself ends with the first fault, and only then all of them are gathered, of which a
// hundred are put into words. What a check costs grows with the body, never faster.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type Fault, type FieldFault, fault, wrong } from '../domain/fault.ts'
import { allInvalid } from '../domain/refusal.ts'
import { isEmailAddress } from '../domain/text/email-address.ts'
import { MOST_ERRORS } from '../wire/problem.ts'

// Control characters and lone surrogates: PostgreSQL refuses the one and would silently change the other.
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

export function validatorCompiler(shared: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const checking = schemasOf(shared, { allErrors: false })
  const explaining = schemasOf(shared, { allErrors: true })

  return ({ schema, httpPart }) => {
    // Headers are described for the reader; the one that we use is checked where it is used.
    if (httpPart === 'headers') return (value: unknown) => ({ value })
    const check = checking.compile(schema)
    let explain: ValidateFunction | null = null
    const fromUrl = httpPart === 'querystring' || httpPart === 'params'
    return (data: unknown) => {
      const value = fromUrl ? coerceNumbers(schema, data as Record<string, unknown>) : data
      const texts = httpPart === 'params' ? null : httpPart === 'querystring' ? namedIn(schema, value) : value
      if (!check(value)) {
        explain ??= explaining.compile(schema)
        explain(value)
        return { error: told(explain.errors!) }
      }
      return isPrintable(texts) ? { value } : { error: allInvalid(unprintable(texts)) }
    }
  }
}

function schemasOf(shared: readonly TSchema[], { allErrors }: { allErrors: boolean }): Ajv {
  const ajv = new Ajv({ allErrors, strict: false, removeAdditional: false, coerceTypes: false, useDefaults: false })
  // CommonJS: what is imported by default is the module, and the function its `default`.
  ;(formats as unknown as typeof formats.default)(ajv)
  ajv.addFormat('email', isEmailAddress)
  // Ajv's own compares each with each. Our lists are of plain values; of others their own schema says that they are wrong.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (wanted: boolean, items: readonly unknown[]) => !wanted || new Set(items).size === items.length,
    errors: false,
  })
  for (const schema of shared) ajv.addSchema(schema)
  return ajv
}

const told = (errors: readonly ErrorObject[]) =>
  allInvalid(errors.slice(0, MOST_ERRORS).map(faultIn), Math.max(0, errors.length - MOST_ERRORS))

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

/** What each keyword of a schema finds wrong; `limit`, `type` and the like are Ajv's own names. */
const FOUND_BY: Readonly<Record<string, (params: ErrorObject['params']) => Fault>> = {
  additionalProperties: () => fault('unknown_field'),
  required: () => fault('missing'),
  enum: ({ allowedValues }) => fault('not_one_of', { choices: allowedValues }),
  type: ({ type }) => fault('wrong_type', { type }),
  format: ({ format }) => fault('wrong_format', { format }),
  minimum: ({ limit }) => fault('too_small', { least: limit }),
  exclusiveMinimum: ({ limit }) => fault('too_small', { least: limit, above: true }),
  maximum: ({ limit }) => fault('too_big', { most: limit }),
  exclusiveMaximum: ({ limit }) => fault('too_big', { most: limit, below: true }),
  minLength: ({ limit }) => fault('too_short', { least: limit }),
  maxLength: ({ limit }) => fault('too_long', { most: limit }),
  minItems: ({ limit }) => fault('too_few', { least: limit }),
  maxItems: ({ limit }) => fault('too_many', { most: limit }),
  uniqueItems: () => fault('not_unique'),
  pattern: ({ pattern }) => fault(PATTERNS[pattern] ?? 'wrong_form', { form: pattern }),
}

function faultIn({ keyword, instancePath, params, message }: ErrorObject): FieldFault {
  const found = FOUND_BY[keyword]?.(params) ?? fault('not_valid', message === undefined ? {} : { said: message })
  const inside: string | undefined = params.additionalProperty ?? params.missingProperty
  return { ...found, path: [...pathOf(instancePath), ...(inside === undefined ? [] : [inside])], asSent: true }
}

function isPrintable(value: unknown): boolean {
  if (typeof value === 'string') return !UNPRINTABLE.test(value)
  if (typeof value !== 'object') return true
  for (const name in value) if (!isPrintable(value[name as never])) return false
  return true
}

function unprintable(value: unknown, path: string[] = [], faults: FieldFault[] = []): FieldFault[] {
  if (typeof value === 'string') {
    if (UNPRINTABLE.test(value)) faults.push({ ...wrong(path, 'control_characters'), asSent: true })
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) unprintable(value[name as never], [...path, name], faults)
  }
  return faults
}
