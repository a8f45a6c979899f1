// Writes lines of a BKG NtripCaster's access files. Values that the BKG caster would misread are reported beforehand.
import type { AutGroup, AutMount, AutUser } from './files.ts'
import { isLonger, LONGEST_USER_LINE } from './lines.ts'

export const UNCARRIED = ['username', 'password'] as const
/** Field that the BKG caster would misread. */
export type Uncarried = (typeof UNCARRIED)[number]

/** Excludes list separators, blanks and a leading `#` or blank, which starts a comment. */
const NAME = /^[^\s:,#\p{Cc}][^\s:,\p{Cc}]*$/u
/** The BKG caster reads up to a colon or the line end and skips leading blanks. */
const PASSWORD = /^[^:\p{Cc}\s]([^:\p{Cc}]*[^:\p{Cc}\s])?$/u

/** Returns `null` if the BKG caster can read this user. */
export function unreadableField({ name, password }: Pick<AutUser, 'name' | 'password'>): Uncarried | null {
  if (!NAME.test(name)) return 'username'
  if (!PASSWORD.test(password) || isLonger(`${name}:${password}`, LONGEST_USER_LINE)) return 'password'
  return null
}

export const isName = (text: string): boolean => NAME.test(text)

export const userLine = ({ name, password }: Pick<AutUser, 'name' | 'password'>): string => `${name}:${password}`

export const groupLine = ({ name, users, limit, limitByAddress }: Omit<AutGroup, 'line'>): string => {
  const most = limit === null ? (limitByAddress === null ? '' : `:ip${limitByAddress}`) : `:${limit}`
  return `${name}:${users.join(',')}${most}`
}

export const mountLine = ({ mountpoint, keyword, groups }: Omit<AutMount, 'line'>): string =>
  `${keyword ?? `/${mountpoint}`}:${groups.join(',')}`
