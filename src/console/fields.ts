// Pieces that the schemas of the console's requests share.

import { type TProperties, Type } from 'typebox'
import { wrong } from '../domain/fault.ts'
import { LANGUAGES, type Language, LONGEST_PASSWORD, ROLES, type Role } from '../domain/people/user.ts'
import { invalid } from '../domain/refusal.ts'
import { PageQuery } from '../wire/common.ts'

/** Unknown fields are refused, as everywhere. */
export const Body = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false })

export const Email = Type.String({ format: 'email' })
export const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '^\\S(.*\\S)?$' })
/** How long it must be is a rule, and told in words. */
export const Password = Type.String({ maxLength: 4 * LONGEST_PASSWORD })
export const LinkToken = Type.String({ minLength: 20, maxLength: 100 })
export const Code = Type.String({ minLength: 6, maxLength: 40 })
export const RoleField = Type.Unsafe<Role>({ enum: [...ROLES] })
export const LanguageField = Type.Unsafe<Language | null>({ enum: [...LANGUAGES, null] })
export const OwnerId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const PageFields = Type.Object(PageQuery)
export const DateTimeField = Type.String({ format: 'date-time' })
/** Some letters of what is looked for. */
export const Search = Type.String({ maxLength: 200 })

export const IdParams = Type.Object({ id: Type.String() })
export const SessionParams = Type.Object({ id: Type.String(), sessionId: Type.String() })

/** Beyond what any row can have: names nothing, and is answered like any other id that names nothing. */
const NOTHING = 0

export function idOf(text: string, field = 'id'): number {
  if (!/^[1-9]\d*$/.test(text)) throw invalid(wrong([field], 'not_positive_integer'))
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : NOTHING
}

/** Of a time that has the right form; the 31st of February has it too. */
export function timeOf(text: string, field: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalid(wrong([field], 'wrong_format', { format: 'date-time' }))
  return time
}
