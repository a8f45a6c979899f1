// Reads what the clients need from an OpenAPI 3.1 document.
import type { Schema } from '../../src/http/portal/reference/description.ts'

export interface Operation {
  /** Method and path: `GET /credentials/{id}`. */
  readonly name: string
  readonly summary: string
  /** An object schema of the query parameters; `null` if there are none. */
  readonly query: Schema | null
  readonly body: Schema | null
  readonly answer: Schema
  /** Whether the operation accepts an Idempotency-Key. */
  readonly keyed: boolean
}

export interface Contract {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly operations: readonly Operation[]
  /** Schemas of webhook bodies. */
  readonly events: readonly Schema[]
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
interface DescribedOperation {
  readonly summary?: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
export interface Document {
  readonly paths: Paths
  readonly webhooks?: Paths
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function readContract(document: Document): Contract {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method] ? [readOperation(document, `${method.toUpperCase()} ${path}`, item[method])] : [],
    ),
  )
  const events = Object.values(document.webhooks ?? {}).flatMap((item) => schemaIn(item.post?.requestBody) ?? [])
  return { schemas: document.components.schemas, operations, events: withoutRepetition(events) }
}

function readOperation(document: Document, name: string, operation: DescribedOperation): Operation {
  const parameters = (operation.parameters ?? []).map((given) => resolved<Parameter>(document, given))
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  return {
    name,
    summary: operation.summary ?? '',
    query: queryOf(parameters.filter((parameter) => parameter.in === 'query')),
    body: schemaIn(operation.requestBody && resolved<Content>(document, operation.requestBody)),
    answer: schemaIn(success && resolved<Content>(document, success)) ?? {},
    keyed: parameters.some((parameter) => parameter.name.toLowerCase() === 'idempotency-key'),
  }
}

function queryOf(parameters: readonly Parameter[]): Schema | null {
  if (parameters.length === 0) return null
  return {
    type: 'object',
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        schema.$ref || !description ? schema : { ...schema, description },
      ]),
    ),
  }
}

const schemaIn = (content: Content | undefined): Schema | null => content?.content?.['application/json']?.schema ?? null

function resolved<Thing extends object>(document: Document, thing: Thing | { readonly $ref: string }): Thing {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as Thing
  const parts = thing.$ref.replace('#/', '').split('/')
  return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Thing
}

/** Removes duplicates: every webhook is described by the same union. */
const withoutRepetition = (schemas: readonly Schema[]): Schema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
]

export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** Expands a list of types, such as `['string', 'null']`, into alternatives. */
export const alternatives = (schema: Schema): readonly Schema[] | null => {
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }))
  return schema.anyOf ?? schema.oneOf ?? null
}

/** For `['object', 'null']` the properties of the object are beside both alternatives. */
export const isObject = ({ type, properties }: Schema): boolean =>
  type === 'object' || (type === undefined && properties !== undefined)

/** A time that callers send: its pattern accepts a date, with or without a time of day. */
export const isGivenTime = ({ pattern }: Schema): boolean =>
  pattern?.startsWith('^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt') === true

/** An object that declares no properties can have any. */
export const hasProperties = ({ properties }: Schema): boolean => Object.keys(properties ?? {}).length > 0
