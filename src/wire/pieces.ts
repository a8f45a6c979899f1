// Building blocks of the schemas of our own pages' contracts.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { LANGUAGES } from '../domain/people/user.ts'

/** A value after JSON: times are strings. */
export type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value

/** The type that the browser receives. The server fills in the schema's own type, `Static`. */
export type Received<Schema extends TSchema> = Json<Static<Schema>>

/** Rejects unknown fields in requests, and keeps unlisted fields out of answers. */
export const Exact = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const List = <Item extends TSchema>(item: Item) => Type.Unsafe<readonly Static<Item>[]>(Type.Array(item))

export const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const OneOf = <const Values extends readonly (string | null)[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ enum: [...values] })

/** A string whose values are known only to the type. */
export const Word = <Words extends string>() => Type.Unsafe<Words>({ type: 'string' })

/** A time in an answer. */
export const At = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
/** A time in a request. */
export const DateTime = Type.String({ format: 'date-time' })

export const Text = Type.String()
export const TextOrNull = OrNull(Text)
export const AtOrNull = OrNull(At)
export const NumberOrNull = OrNull(Type.Number())
export const Flag = Type.Boolean()
export const Count = Type.Integer()

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const Email = Type.String({ format: 'email' })
export const LanguageField = OneOf(LANGUAGES)
/** Parameters of the sentence for a code. */
export const Params = Type.Unsafe<object>({ type: 'object' })
