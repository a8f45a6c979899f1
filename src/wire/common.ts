// Small pieces that the schemas share.
//
// A schema with a `title` is a component of that name in the description, and is written out where it checks and serialises, which is
// fastest. What stands under `described` is said in the description only: whoever reads the value checks it, with better words.
import { type Static, type TSchema, Type } from 'typebox'
import { WRITTEN_NAMES } from './credentials/written.ts'

/** `type: [T, 'null']` serialises 1.3 times as fast as a union. */
export const Nullable = <T extends 'string' | 'integer' | 'number'>(type: T, options: object = {}) =>
  Type.Unsafe<(T extends 'string' ? string : number) | null>({ type: [type, 'null'], ...options })

export const Ref = <Schema extends TSchema>(schema: Schema & { $id?: string }) =>
  Type.Unsafe<Static<Schema>>({ $ref: `${schema.$id}#` })

/** One that has a name, or null. A choice between a reference and null would make the serialiser check every answer. */
export const OrNull = <Schema extends TSchema>(schema: Schema, here: string) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [(schema as { type?: string }).type, 'null'], here })

/** One of a few words: a set that has a name, the same wherever it is used. */
export const Words = <const Values extends readonly string[]>(title: string, values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], title, description })

/** A set that only grows: whoever reads it must not stumble over a word that came later. */
export const OpenWords = (title: string, values: readonly string[], description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    enum: [...values],
    title,
    description: `${description} New ones may come.`,
    'x-may-grow': true,
  })

/** One that has a name, and what there is to say of it `here`. */
export const As = <Schema extends TSchema>(schema: Schema, here: string): Schema => ({ ...schema, here })

export const INT32 = { format: 'int32', maximum: 2 ** 31 - 1 }
export const INT64 = { format: 'int64', maximum: Number.MAX_SAFE_INTEGER }

export const Id = (description: string) => Type.Integer({ minimum: 1, ...INT64, description })
export const Count = (description: string) => Type.Integer({ minimum: 0, ...INT32, description })
export const CountOrNull = (description: string) => Nullable('integer', { minimum: 0, ...INT32, description })
export const Port = Type.Integer({ minimum: 1, maximum: 65535, format: 'int32', description: 'Port of the caster.' })
export const Percent = { minimum: 0, maximum: 100 }

export const Ok = Type.Boolean({
  description: 'Always true in a success.',
  examples: [true],
  described: { const: true },
})

export const DateTime = (description: string, example: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339 in UTC.`, examples: [example] })

/** Describes a form that holds the length, too. Tools that make up values try the shortest and the longest otherwise, of any letters. */
export const Form = (pattern: string) => ({ described: { pattern, minLength: undefined, maxLength: undefined } })

/** Texts without control characters, which are refused in every text. */
export const PRINTABLE = (least: number, most: number) => `^[^\\x00-\\x1f\\x7f]{${least},${most}}$`

/** The usual forms of what `readInstant` reads, for the description. */
export const TIME_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}(:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?)?$'

const CURSOR = { minLength: 1, maxLength: 200 }

export const NextCursor = Nullable('string', {
  ...CURSOR,
  description: 'Give it as `cursor` to get the next page; null on the last one.',
  examples: ['YmVmb3JlOjQy', null],
})

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      format: 'int32',
      default: 100,
      description: 'How many rows a page holds.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      ...CURSOR,
      ...Form('^[A-Za-z0-9_-]{1,200}$'),
      description: 'Where the page starts: the `next_cursor` of the page before.',
    }),
  ),
}

/** The contract's name of what the domain calls by an English one, for pointing at a field of the request. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  validitySeconds: 'segundos',
  stationId: 'station_id',
  stationCode: 'station_codigo',
  group: 'grupo',
  groupId: 'grupo',
  startsAt: 'inicia_at',
  ...WRITTEN_NAMES,
  sendEmail: 'enviar_email',
  username: 'usuario',
  reference: 'referencia',
  metadata: 'metadatos',
  metadataChanges: 'metadatos_cambios',
  suspended: 'suspendida',
  eventTypes: 'eventos',
  since: 'desde',
  until: 'hasta',
  productId: 'producto_id',
  fence: 'geocerca',
  shape: 'tipo',
  radiusKm: 'radio_km',
  points: 'puntos',
  onBase: 'en_base',
}

type Path = readonly (string | number)[]

/** A JSON pointer (RFC 6901). */
export const plainPointer = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** With the contract's names. */
export const wirePath = (path: Path): Path => path.map((part) => WIRE_NAMES[part] ?? part)

/** How a sentence calls a field: `credentials[17].segundos`. */
export const fieldName = (path: Path): string =>
  path.reduce<string>((name, part) => {
    if (/^\d+$/.test(String(part))) return `${name}[${part}]`
    return name === '' ? String(part) : `${name}.${part}`
  }, '')
