// Validates requests against the schemas: bodies strictly and without coercion, queries and paths with coercion.
//
// Invalid input is checked twice: the first check stops at the first fault, the second collects all faults, of which a
// hundred are reported. The cost is linear in the size of the body.
//
// A schema is compiled for its first request: compiling all of them took a quarter of the CPU time of a start.
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { App } from '../../../base/serving/app.ts'
import { type Fault, type FieldFault, fault, wrong } from '../../../domain/codes/fault.ts'
import { allInvalid, type Refusal } from '../../../domain/codes/refusal.ts'
import { isEmailAddress } from '../../../domain/text/email-address.ts'
import { isPrintable } from '../../../domain/text/printable.ts'
import { MOST_NAME_CHARACTERS, PASSWORD_PATTERN, USERNAME_PATTERN } from '../../../wire/credentials/credential.ts'
import { MOST_ERRORS } from '../../../wire/problems/problem.ts'
import { API_PREFIX } from '../description/openapi.ts'
import { nullDropper } from './absent-nulls.ts'

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

export function validatorCompiler(shared: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const checking = once(() => schemasOf(shared, { allErrors: false }))
  const explaining = once(() => schemasOf(shared, { allErrors: true }))

  return ({ schema, httpPart, url }) => {
    // Headers are only described here; http/api/idempotency.ts checks Idempotency-Key.
    if (httpPart === 'headers') return (value: unknown) => ({ value })
    const check = once(() => checking().compile(schema))
    const explain = once(() => explaining().compile(schema))
    const fromUrl = httpPart === 'querystring' || httpPart === 'params'
    const dropNulls = httpPart === 'body' && url?.startsWith(API_PREFIX) ? nullDropper(schema, shared) : null
    return (data: unknown) => {
      dropNulls?.(data)
      const value = fromUrl ? coerced(schema, data as Record<string, unknown>) : data
      const texts = httpPart === 'params' ? null : httpPart === 'querystring' ? namedIn(schema, value) : value
      if (!check()(value)) {
        explain()(value)
        return {
          error: told(
            explain().errors!,
            httpPart === 'querystring' ? Object.keys((schema as { properties?: object }).properties ?? {}) : null,
          ),
        }
      }
      return areTextsPrintable(texts) ? { value } : { error: allInvalid(unprintable(texts)) }
    }
  }
}

/** Queries are as strict as bodies, because an unknown parameter is usually a typo. */
export function refuseUnknownParameters(app: App): void {
  app.addHook('onRoute', (route) => {
    const querystring = (route.schema?.querystring ?? { type: 'object', properties: {} }) as object
    route.schema = { ...route.schema, querystring: { ...querystring, additionalProperties: false } }
  })
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

function schemasOf(shared: readonly TSchema[], { allErrors }: { allErrors: boolean }): Ajv {
  // The tests check the schemas; checking them here would compile the meta-schema at the first request.
  const unchecked = { meta: false, validateSchema: false } as const
  const unchanged = { removeAdditional: false, coerceTypes: false, useDefaults: false } as const
  const ajv = new Ajv({ allErrors, strict: false, ...unchanged, ...unchecked })
  // A CommonJS module: the default import is the module, whose `default` is the function.
  ;(formats as unknown as typeof formats.default)(ajv)
  ajv.addFormat('email', isEmailAddress)
  // These formats only serve generated types; `type` and `maximum` do the checking.
  for (const size of ['int32', 'int64']) ajv.addFormat(size, true)
  // Replaces Ajv's keyword, which compares every pair. Our lists contain only plain values.
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

/** `parameters` are the known parameters of a query; `null` for a body. */
function told(found: readonly ErrorObject[], parameters: readonly string[] | null): Refusal {
  // A value outside an enum often has the wrong type too; reporting that would be less helpful.
  const notOneOf = new Set(found.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath))
  // Faults of property names are reported once for all.
  const errors = found.filter(
    ({ keyword, instancePath, propertyName }) =>
      propertyName === undefined && (keyword !== 'type' || !notOneOf.has(instancePath)),
  )
  const faults = errors.slice(0, MOST_ERRORS).map((error) => {
    const one = faultIn(error)
    return parameters && one.code === 'unknown_field'
      ? { ...one, ...fault('unknown_parameter', { known: parameters }) }
      : one
  })
  return allInvalid(faults, Math.max(0, errors.length - MOST_ERRORS))
}

function coerced(schema: { properties?: Record<string, { type?: string }> }, data: Record<string, unknown>) {
  const values: Record<string, unknown> = Object.create(null) // no prototype, so `__proto__` is an ordinary name
  for (const name in data) {
    const value = data[name]
    values[name] = typeof value === 'string' ? coercedText(value, schema.properties?.[name]?.type) : value
  }
  return values
}

/** Converts only decimal numbers, true and false: "", " 1", "0x10", "Infinity" and "True" stay strings and fail. */
function coercedText(text: string, type: string | undefined): unknown {
  if ((type === 'number' || type === 'integer') && NUMBER.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Keeps the declared parameters of a query; others are never read. The handler checks path parameters. */
const namedIn = ({ properties = {} }: { properties?: object }, query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, (query as Record<string, unknown>)[name]]))

/** Patterns whose faults have a code of their own. */
const PATTERNS: Readonly<Record<string, 'blank_around' | 'empty' | 'username_form' | 'password_form'>> = {
  [USERNAME_PATTERN]: 'username_form',
  [PASSWORD_PATTERN]: 'password_form',
  '^\\S(.*\\S)?$': 'blank_around',
  '\\S': 'empty',
}

const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Maps schema keywords to faults; `limit`, `type` and the like are Ajv's names. */
const FOUND_BY: Readonly<Record<string, (params: ErrorObject['params']) => Fault>> = {
  additionalProperties: () => fault('unknown_field'),
  required: () => fault('missing'),
  enum: ({ allowedValues }) => fault('not_one_of', { choices: allowedValues }),
  const: ({ allowedValue }) => fault('not_one_of', { choices: [allowedValue] }),
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
  minProperties: () => fault('nothing_to_change'),
  maxProperties: ({ limit }) => fault('too_many', { most: limit }),
  propertyNames: () => fault('pair_name_length', { most: MOST_NAME_CHARACTERS }),
  pattern: ({ pattern }) => fault(PATTERNS[pattern] ?? 'wrong_form', { form: pattern }),
}

function faultIn({ keyword, instancePath, params }: ErrorObject): FieldFault {
  const found = FOUND_BY[keyword]?.(params) ?? fault('not_valid')
  const inside: string | undefined = params.additionalProperty ?? params.missingProperty
  return { ...found, path: [...pathOf(instancePath), ...(inside === undefined ? [] : [inside])], asSent: true }
}

function areTextsPrintable(value: unknown): boolean {
  if (typeof value === 'string') return isPrintable(value)
  if (typeof value !== 'object') return true
  for (const name in value) if (!isPrintable(name) || !areTextsPrintable(value[name as never])) return false
  return true
}

function unprintable(value: unknown, path: string[] = [], faults: FieldFault[] = []): FieldFault[] {
  if (typeof value === 'string') {
    if (!isPrintable(value)) faults.push({ ...wrong(path, 'control_characters'), asSent: true })
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      // An unprintable name cannot be part of the pointer, so the fault points at the object.
      if (!isPrintable(name)) faults.push({ ...wrong(path, 'control_characters'), asSent: true })
      else unprintable(value[name as never], [...path, name], faults)
    }
  }
  return faults
}
