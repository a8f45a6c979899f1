// What the schemas of the contract are made of.
import { type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import { LONGEST_PASSWORD } from '../../../domain/people/password.ts'
import { LANGUAGES, ROLES } from '../../../domain/people/user.ts'
import { PageQuery } from '../../../wire/common.ts'
import { Id, OneOf, OrNull, Text, TextOrNull } from '../../../wire/pieces.ts'

export * from '../../../wire/pieces.ts'

/** What a route takes and tells. A file is bytes, and has no schema. */
export interface RouteContract {
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema | 'file'
  /** Only for who has shown the password or the second factor a short while ago. */
  readonly confirmed?: true
  /** Also for who must set up a second factor and has not yet. */
  readonly beforeFactor?: true
  /** If it may be larger than others. */
  readonly mostBytes?: number
  /** Beside `ok: true`. */
  readonly answer: TProperties | 'file'
  /** If another than 200. */
  readonly status?: number
}

export const IdOrNull = OrNull(Id)
export const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '^\\S(.*\\S)?$' })
/** How long it must be is a rule, and told in words. */
export const Password = Type.String({ maxLength: 4 * LONGEST_PASSWORD })
export const LinkToken = Type.String({ minLength: 20, maxLength: 100 })
export const Code = Type.String({ minLength: 6, maxLength: 40 })
export const RoleField = OneOf(ROLES)
export const LanguageOrNull = OneOf([...LANGUAGES, null])
/** Some letters of what is looked for. */
export const Search = Type.String({ maxLength: 200 })
export const YesOrNo = OneOf(['true', 'false'])

/** Told by a code and its figures; the pages have the words. */
export const Coded = <Facts>() => Type.Unsafe<Facts>({ type: 'object' })

/** A list in pages, filtered. */
export const ListQuery = <Filters extends TProperties>(filters: Filters) => Type.Object({ ...PageQuery, ...filters })
/** One of these columns, upwards; with a minus before it, downwards. */
export const Sort = <const Names extends readonly string[]>(names: Names) =>
  OneOf(names.flatMap((name) => [name, `-${name}`])) as TUnsafe<Names[number] | `-${Names[number]}`>
export const NextCursor = TextOrNull

/** Of things that are an owner's. */
export const Owned = { ownerId: Id, ownerName: Text }
