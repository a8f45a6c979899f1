// Building blocks of the contract's schemas.
import { type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import { LONGEST_PASSWORD } from '../../../domain/people/password.ts'
import { LANGUAGES, ROLES } from '../../../domain/people/user.ts'
import { PageQuery } from '../../../wire/common.ts'
import { Id, OneOf, OrNull, Text, TextOrNull } from '../../../wire/pieces.ts'

export * from '../../../wire/pieces.ts'

/** Input and answer of a route. A file is raw bytes and has no schema. */
export interface RouteContract {
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema | 'file'
  /** Requires that the user recently confirmed the password or the second factor. */
  readonly confirmed?: true
  /** Also allowed for a user who still has to set up a required second factor. */
  readonly beforeFactor?: true
  /** A change that is also allowed while the session views the console as an organization. */
  readonly whileViewing?: true
  /** Max body size, if larger than the default. */
  readonly mostBytes?: number
  /** Fields of a JSON answer, in addition to `ok: true`. */
  readonly answer: TProperties | 'file'
  /** Default 200. */
  readonly status?: number
}

export const IdOrNull = OrNull(Id)
export const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '^\\S(.*\\S)?$' })
/** The domain rule checks the length, so that the error names the reason. */
export const Password = Type.String({ maxLength: 4 * LONGEST_PASSWORD })
export const LinkToken = Type.String({ minLength: 20, maxLength: 100 })
export const Code = Type.String({ minLength: 6, maxLength: 40 })
export const RoleField = OneOf(ROLES)
export const LanguageOrNull = OneOf([...LANGUAGES, null])
export const Search = Type.String({ maxLength: 200 })
export const YesOrNo = OneOf(['true', 'false'])

/** A code with parameters; the pages turn it into a sentence. */
export const Coded = <Facts>() => Type.Unsafe<Facts>({ type: 'object' })

export const ListQuery = <Filters extends TProperties>(filters: Filters) => Type.Object({ ...PageQuery, ...filters })
/** Ascending by one of these columns; descending with a minus before the name. */
export const Sort = <const Names extends readonly string[]>(names: Names) =>
  OneOf(names.flatMap((name) => [name, `-${name}`])) as TUnsafe<Names[number] | `-${Names[number]}`>
export const NextCursor = TextOrNull

export const Owned = { ownerId: Id, ownerName: Text }
