// The API description as Python 3.9: a TypedDict for each object, named by its schema or by the path to it.
import type { Schema } from '../../src/http/portal/reference/description.ts'
import { alternatives, type Contract, hasProperties, isGivenTime, isObject, nameIn } from './contract.ts'

const HEAD = `"""Types of the API, made by \`npm run client:types\` from its description; do not edit."""

from datetime import datetime
from typing import Any, Dict, List, Literal, TypedDict, Union

from ._operation import Operation
`

export function pythonTypes({ schemas, operations, events }: Contract): string {
  const classes = new Classes()
  for (const [name, schema] of Object.entries(schemas)) classes.name(name, schema)
  classes.alias(
    'WebhookEvent',
    unionOf(
      events.map((event) => classes.typeOf(event, `${pascal(String(event.properties?.type?.const ?? ''))}Event`)),
    ),
  )
  for (const { name, query, body, answer } of operations) {
    const own = pascal(name)
    if (query) classes.name(`${own}Query`, query)
    if (body) classes.name(`${own}Body`, body)
    classes.name(`${own}Answer`, answer)
  }
  const constants = operations.map(
    ({ name, keyed }) =>
      `${pythonConstant(name)}: Operation[${pascal(name)}Answer] = Operation(${JSON.stringify(name)}${keyed ? ', keyed=True' : ''})\n`,
  )
  return `${HEAD}\n${classes.text()}\n${constants.join('')}`
}

/** `GET /credentials/{id}` becomes GET_CREDENTIALS_ID. */
const pythonConstant = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/_$/, '')
    .toUpperCase()

/** Classes in an order in which each is defined before it is used; references to later ones are strings. */
class Classes {
  readonly #written: string[] = []

  text(): string {
    return this.#written.join('')
  }

  alias(name: string, type: string): void {
    this.#written.push(`\n${name} = ${type}\n`)
  }

  name(name: string, schema: Schema): void {
    if (schema.$ref)
      this.alias(name, nameIn(schema.$ref)) // already defined; a string is not a type here
    else if (hasProperties(schema)) this.#object(name, schema)
    else this.alias(name, this.typeOf(schema, name))
  }

  /** `path`: the name for an object without a name of its own. */
  typeOf(schema: Schema, path: string): string {
    if (schema.$ref) return `"${nameIn(schema.$ref)}"`
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const several = alternatives(schema)
    if (several) return unionOf(several.map((one, index) => this.typeOf(one, `${path}${index || ''}`)))
    if (schema.type === 'array') return `List[${schema.items ? this.typeOf(schema.items, `${path}Item`) : 'Any'}]`
    if (isObject(schema) && hasProperties(schema)) {
      this.#object(path, schema)
      return `"${path}"`
    }
    if (isObject(schema)) {
      const values = schema.additionalProperties
      return `Dict[str, ${typeof values === 'object' ? this.typeOf(values, `${path}Value`) : 'Any'}]`
    }
    if (isGivenTime(schema)) return 'Union[str, datetime]'
    return SIMPLE[String(schema.type)] ?? 'Any'
  }

  /** Python 3.9 has no NotRequired, so required fields are in a class of their own. */
  #object(name: string, { properties = {}, required = [], description }: Schema): void {
    const fields = Object.entries(properties).map(
      ([field, schema]) => [field, this.typeOf(schema, `${name}${pascal(field)}`)] as const,
    )
    const must = fields.filter(([field]) => required.includes(field))
    const may = fields.filter(([field]) => !required.includes(field))
    const split = must.length > 0 && may.length > 0
    if (split) this.#class(`_${name}Required`, 'TypedDict', undefined, must)
    const base = split ? `_${name}Required` : 'TypedDict'
    this.#class(name, may.length > 0 ? `${base}, total=False` : base, description, may.length > 0 ? may : must)
  }

  #class(name: string, base: string, description: string | undefined, fields: readonly (readonly [string, string])[]) {
    const lines = fields.map(([field, type]) => `    ${field}: ${type}\n`)
    const told = description ? `    """${description.replace(/\s+/g, ' ').replaceAll('\\', '\\\\')}"""\n\n` : ''
    this.#written.push(`\n\nclass ${name}(${base}):\n${told}${lines.join('') || '    pass\n'}`)
  }
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const unionOf = (types: readonly string[]): string => {
  const different = [...new Set(types)]
  return different.length === 1 ? different[0]! : `Union[${different.join(', ')}]`
}

const CONSTANTS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
])
const literal = (value: unknown): string => CONSTANTS.get(value) ?? JSON.stringify(value)

/** `GET /credentials/{id}` becomes GetCredentialsId. */
const pascal = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
