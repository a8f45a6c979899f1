// The lines of those files, written so that the caster reads what was meant. What it cannot carry is told before a line is made.
import type { AutGroup, AutMount, AutUser } from './files.ts'
import { isLonger, LONGEST_USER_LINE } from './lines.ts'

export const UNCARRIED = ['username', 'password'] as const
/** Which of the two the caster would read otherwise. */
export type Uncarried = (typeof UNCARRIED)[number]

/** What a list is made of, and what begins a comment; a blank would begin one too. */
const NAME = /^[^\s:,#\p{Cc}][^\s:,\p{Cc}]*$/u
/** All of it is read, up to a colon or the end of the line, but for blanks in front. */
const PASSWORD = /^[^:\p{Cc}\s]([^:\p{Cc}]*[^:\p{Cc}\s])?$/u

/** null: the caster can know this user. */
export function uncarried({ name, password }: Pick<AutUser, 'name' | 'password'>): Uncarried | null {
  if (!NAME.test(name)) return 'username'
  if (!PASSWORD.test(password) || isLonger(`${name}:${password}`, LONGEST_USER_LINE)) return 'password'
  return null
}

/** Of a group or a mountpoint. */
export const isName = (text: string): boolean => NAME.test(text)

export const userLine = ({ name, password }: Pick<AutUser, 'name' | 'password'>): string => `${name}:${password}`

export const groupLine = ({ name, users, limit, limitByAddress }: Omit<AutGroup, 'line'>): string => {
  const most = limit === null ? (limitByAddress === null ? '' : `:ip${limitByAddress}`) : `:${limit}`
  return `${name}:${users.join(',')}${most}`
}

export const mountLine = ({ mountpoint, keyword, groups }: Omit<AutMount, 'line'>): string =>
  `${keyword ?? `/${mountpoint}`}:${groups.join(',')}`
