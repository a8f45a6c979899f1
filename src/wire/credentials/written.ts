// The fields that the issuer fills in on a credential, for the API, the console and CSV files. Requests, changes,
// answers, events and the columns of files are all derived from this table.
import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { WRITTEN, type Written } from '../../domain/credentials/credential.ts'

interface Field {
  /** The contract's name, and the main name of the column in CSV files. */
  readonly wire: string
  /** Aliases of the column. */
  readonly columns: readonly string[]
  readonly schema: FieldSchema
  readonly example: string | number | boolean
}

export type FieldSchema = { readonly description: string } & (
  | { readonly type: 'string'; readonly maxLength: number; readonly format?: 'email' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number; readonly format: 'int32' }
  | { readonly type: 'boolean' }
)

export const WRITTEN_FIELDS = {
  label: {
    wire: 'label',
    columns: ['etiqueta'],
    schema: { type: 'string', maxLength: 200, description: 'Free text.' },
    example: 'Obra norte',
  },
  customerName: {
    wire: 'cliente_nombre',
    columns: ['cliente', 'customer'],
    schema: { type: 'string', maxLength: 200, description: "The customer's name." },
    example: 'María Peña',
  },
  customerEmail: {
    wire: 'cliente_email',
    columns: ['email', 'e-mail', 'correo'],
    schema: { type: 'string', format: 'email', maxLength: 254, description: "The customer's e-mail." },
    example: 'maria@example.mx',
  },
} as const satisfies Readonly<Record<keyof Written, Field>>

type WireName<Name extends keyof Written> = (typeof WRITTEN_FIELDS)[Name]['wire']
type ByWireName = { [Name in keyof Written as WireName<Name>]: Written[Name] }

const CLEARS = '`null` clears the field.'
const inRequest = (schema: FieldSchema) => Type.Optional(Type.Unsafe(schema))
const inChange = (schema: FieldSchema) =>
  Type.Optional(Type.Unsafe({ ...schema, type: [schema.type, 'null'], description: `${schema.description} ${CLEARS}` }))
/** Answers promise no format, because an imported address may be malformed. */
const inAnswer = ({ ...schema }: FieldSchema) => {
  if (schema.type === 'string') delete (schema as { format?: string }).format
  return Type.Unsafe({ ...schema, type: [schema.type, 'null'] })
}

const properties = (nameOf: (name: keyof Written) => string, schemaOf: (schema: FieldSchema) => TSchema) =>
  Object.fromEntries(WRITTEN.map((name) => [nameOf(name), schemaOf(WRITTEN_FIELDS[name].schema)]))

interface Schemas<Fields> {
  readonly request: { [Name in keyof Fields]: TOptional<TUnsafe<Fields[Name]>> }
  readonly change: { [Name in keyof Fields]: TOptional<TUnsafe<Fields[Name] | null>> }
  readonly answer: { [Name in keyof Fields]: TUnsafe<Fields[Name] | null> }
}

const schemasBy = (nameOf: (name: keyof Written) => string) => ({
  request: properties(nameOf, inRequest),
  change: properties(nameOf, inChange),
  answer: properties(nameOf, inAnswer),
})

const wireNameOf = (name: keyof Written) => WRITTEN_FIELDS[name].wire
/** With the contract's names, for the API. */
export const wireSchemas = schemasBy(wireNameOf) as unknown as Schemas<ByWireName>
/** With the domain's names, for the console. */
export const ownSchemas = schemasBy((name) => name) as unknown as Schemas<Written>

export const WRITTEN_NAMES = Object.fromEntries(WRITTEN.map((name) => [name, wireNameOf(name)])) as {
  readonly [Name in keyof Written]: WireName<Name>
}

export const writtenExample = Object.fromEntries(
  WRITTEN.map((name) => [wireNameOf(name), WRITTEN_FIELDS[name].example]),
) as { readonly [Name in keyof ByWireName]: ByWireName[Name] }

type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined }
type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null }

/** The written fields that a body contains; `null` clears a field. */
export const writtenFromWire = <Value extends null | never = never>(
  body: { readonly [Name in keyof ByWireName]?: ByWireName[Name] | Value | undefined },
) =>
  Object.fromEntries(WRITTEN.map((name) => [name, (body as Record<string, unknown>)[wireNameOf(name)]])) as {
    readonly [Name in keyof Written]: Written[Name] | Value | undefined
  }

export const writtenToWire = (credential: Given<Written>) =>
  Object.fromEntries(WRITTEN.map((name) => [wireNameOf(name), credential[name] ?? null])) as Nullable<ByWireName>
