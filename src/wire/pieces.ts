// What the schemas of our own pages' contracts are made of.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { LANGUAGES } from '../domain/people/user.ts'

/** As it arrives: times are text by then. */
export type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value

/** A thing as the browser gets it. Whoever sends it fills in the schema's own type, `Static`. */
export type Received<Schema extends TSchema> = Json<Static<Schema>>

/** No other fields than these: unknown ones are refused, and nothing gets out that is not named. */
export const Exact = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const List = <Item extends TSchema>(item: Item) => Type.Unsafe<readonly Static<Item>[]>(Type.Array(item))

export const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const OneOf = <const Values extends readonly (string | null)[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ enum: [...values] })

/** Words of a set that only its type names. */
export const Word = <Words extends string>() => Type.Unsafe<Words>({ type: 'string' })

/** A moment in an answer. */
export const At = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
/** A moment in a request. */
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
/** The figures that the words for a code need. */
export const Params = Type.Unsafe<object>({ type: 'object' })
