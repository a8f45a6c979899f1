// Small pieces that the schemas share.
import { type Static, type TSchema, Type } from 'typebox'

/** `type: [T, 'null']` serialises 1.3 times as fast as a union. */
export const Nullable = <T extends 'string' | 'integer' | 'number'>(type: T, options: object = {}) =>
  Type.Unsafe<(T extends 'string' ? string : number) | null>({ type: [type, 'null'], ...options })

export const Ref = <Schema extends TSchema>(schema: Schema & { $id?: string }) =>
  Type.Unsafe<Static<Schema>>({ $ref: `${schema.$id}#` })

export const Ok = Type.Boolean({ description: 'Always true in a success.', examples: [true] })

export const DateTime = (description: string, example: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339 in UTC.`, examples: [example] })

export const NextCursor = Nullable('string', {
  description: 'Give it as `cursor` to get the next page; null on the last one.',
  examples: ['YmVmb3JlOjQy', null],
})

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many rows a page holds.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Where the page starts: the `next_cursor` of the page before.',
    }),
  ),
}

/** The contract's name of what the domain calls by an English one, for pointing at a field of the request. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  validitySeconds: 'segundos',
  stationId: 'station_id',
  stationCode: 'station_codigo',
  startsAt: 'inicia_at',
  customerEmail: 'cliente_email',
  sendEmail: 'enviar_email',
  eventTypes: 'eventos',
}

type Path = readonly (string | number)[]

/** A JSON pointer (RFC 6901). */
export const plainPointer = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** With the contract's names. */
export const pointerOf = (path: Path): string => plainPointer(path.map((part) => WIRE_NAMES[part] ?? part))
