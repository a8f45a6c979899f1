// The API description as TypeScript: an interface for each named schema, and the parameters and responses of each
// operation.
import type { Schema } from '../../src/http/portal/reference/description.ts'
import { alternatives, type Contract, hasProperties, isObject, nameIn, type Operation } from './contract.ts'

const HEAD = `// biome-ignore-all format: made by \`npm run client:types\` from the description of the API; do not edit.
`

export function typescriptTypes({ schemas, operations, events }: Contract): string {
  const parts = [
    HEAD,
    ...Object.entries(schemas).map(([name, schema]) => named(name, schema)),
    `/** What a delivery of a webhook holds. */\nexport type WebhookEvent = ${unionOf(events, '')}\n`,
    `/** What each operation takes and answers, by its method and path. */\nexport interface Operations {\n${operations.map(operationType).join('')}}\n`,
    `/** The operations that take an Idempotency-Key. */\nexport const KEYED: ReadonlySet<string> = new Set([\n${operations
      .filter(({ keyed }) => keyed)
      .map(({ name }) => `  '${name}',\n`)
      .join('')}])\n`,
  ]
  return parts.join('\n')
}

const named = (name: string, schema: Schema): string =>
  hasProperties(schema) && !schema.allOf && !alternatives(schema)
    ? `${comment(schema.description, '')}export interface ${name} ${typeOf(schema, '')}\n`
    : `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')}\n`

function operationType({ name, summary, query, body, answer }: Operation): string {
  const indent = '    '
  return [
    comment(summary, '  '),
    `  '${name}': {\n`,
    `${indent}query: ${query ? typeOf(query, indent) : 'never'}\n`,
    `${indent}body: ${body ? typeOf(body, indent) : 'never'}\n`,
    `${indent}answer: ${typeOf(answer, indent)}\n`,
    '  }\n',
  ].join('')
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return nameIn(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ')
  const several = alternatives(schema)
  if (several) return unionOf(several, indent)
  if (schema.type === 'array') return `Array<${schema.items ? typeOf(schema.items, indent) : 'unknown'}>`
  if (isObject(schema)) return objectType(schema, indent)
  if (schema.type === 'integer') return 'number'
  return typeof schema.type === 'string' ? schema.type : 'unknown'
}

function objectType(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  if (!hasProperties(schema)) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
    return `Record<string, ${values}>`
  }
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)
    return `${comment(schema.description, inner)}${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

const unionOf = (schemas: readonly Schema[], indent: string): string =>
  [...new Set(schemas.map((schema) => typeOf(schema, indent)))].join(' | ') || 'never'

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value)

const comment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : ''
