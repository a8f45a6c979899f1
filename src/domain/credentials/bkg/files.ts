// Parses the access files of a BKG NtripCaster: `users.aut` (user:password), `groups.aut` (group:user,user[:N]) and
// `clientmounts.aut` (/MOUNT:group,group). Lines are interpreted as the BKG caster does. Invalid lines are reported
// with their number, never guessed.
import { unreadable } from '../../codes/refusal.ts'
import { MOST_IMPORTED } from '../imported.ts'
import {
  type AutLine,
  isComment,
  isLonger,
  LONGEST_LIST_LINE,
  LONGEST_USER_LINE,
  linesOf,
  type Steps,
} from './lines.ts'

export interface AutUser {
  readonly line: number
  readonly name: string
  readonly password: string
}

export interface AutGroup {
  readonly line: number
  readonly name: string
  readonly users: readonly string[]
  /** Max connections of all users of the group together; `null` means unlimited. */
  readonly limit: number | null
  /** Max connections per user and client address (`:ipN`); `null` means the caster's global limit. */
  readonly limitByAddress: number | null
}

/** Keywords allowed instead of a mountpoint in `clientmounts.aut`. `rest` is the new name of `default`. */
export const MOUNT_KEYWORDS = ['all', 'default', 'rest'] as const
export type MountKeyword = (typeof MOUNT_KEYWORDS)[number]

/** Admin pages of the BKG caster, listed among the mountpoints; they provide no stream. */
export const ADMIN_PAGES: readonly string[] = ['admin', 'oper']

export interface AutMount {
  readonly line: number
  /** Without the leading slash; `null` if the line has a keyword. */
  readonly mountpoint: string | null
  readonly keyword: MountKeyword | null
  /** Empty: no user may open the mountpoint. A mountpoint without a line is open to everyone. */
  readonly groups: readonly string[]
}

export const AUT_FAULTS = [
  'no_colon',
  'no_name',
  'no_password',
  /** The BKG caster ignores the part of a password after a colon. */
  'password_with_colon',
  'name_with_blank',
  'control_characters',
  /** The BKG caster would truncate the line. */
  'line_too_long',
  /** A later line has the same name and takes precedence; `line` is the ignored one. */
  'repeated_later',
  /** The part after the second colon is neither N nor `ipN`. */
  'bad_limit',
  /** Neither a path with a leading slash nor a keyword. */
  'not_a_mountpoint',
  /** The line starts with a blank, so the BKG caster ignores it. */
  'blank_before',
] as const
export type AutFaultCode = (typeof AUT_FAULTS)[number]

export interface AutFault {
  readonly line: number
  readonly code: AutFaultCode
}

export interface AutUnread {
  readonly line: number
  /** Name as written, with the slash of a mountpoint; `null` if unreadable. */
  readonly name: string | null
}

export interface AutFile<Entry> {
  /** Valid lines, in file order. */
  readonly entries: readonly Entry[]
  /** Sorted by line. */
  readonly faults: readonly AutFault[]
  /** Lines that the BKG caster reads and we cannot. They still override earlier lines of the same name. */
  readonly unread: readonly AutUnread[]
}

export const readUsers = (text: string, most = MOST_IMPORTED): Steps<AutFile<AutUser>> =>
  read({ text, most, longest: LONGEST_USER_LINE }, userOf, isReadable)
export const readGroups = (text: string, most = MOST_IMPORTED): Steps<AutFile<AutGroup>> =>
  read({ text, most, longest: LONGEST_LIST_LINE }, groupOf, isReadable)
export const readMounts = (text: string, most = MOST_IMPORTED): Steps<AutFile<AutMount>> =>
  read(
    { text, most, longest: LONGEST_LIST_LINE },
    mountOf,
    (name) => isReadable(name) && (keywordOf(name) !== null || isPath(name)),
  )

/** Names of all lines, including unreadable ones. */
export const namesOf = <Entry>({ entries, unread }: AutFile<Entry>, nameOf: (entry: Entry) => string): Set<string> =>
  new Set([...entries.map(nameOf), ...unread.flatMap(({ name }) => name ?? [])])

export const mountNameOf = ({ mountpoint, keyword }: Pick<AutMount, 'mountpoint' | 'keyword'>): string =>
  keyword ?? `/${mountpoint}`

type Split = { readonly line: number; readonly name: string; readonly rest: string }

function* read<Entry extends { readonly line: number }>(
  { text, most, longest }: { text: string; most: number; longest: number },
  entryOf: (split: Split) => Entry | AutFaultCode,
  isName: (name: string) => boolean,
): Steps<AutFile<Entry>> {
  const entries = new Map<string, Entry>()
  const faults: AutFault[] = []
  const unread = new Map<string, AutUnread>()
  const nameless: AutUnread[] = []
  for (const line of linesOf(text)) {
    yield
    if (entries.size + faults.length > most) throw unreadable('file_too_long', { most })
    if (isComment(line)) {
      if (line.text.length <= longest && /^\s+[^\s#].*:/.test(line.text))
        faults.push({ line: line.number, code: 'blank_before' })
      continue
    }
    const split = splitUp(line, longest)
    const entry = typeof split === 'string' ? split : entryOf(split)
    const name = nameIn(line.text)
    const earlier = entries.get(name)
    if (earlier) faults.push({ line: earlier.line, code: 'repeated_later' })
    entries.delete(name) // a later line replaces an earlier one, at its own position
    unread.delete(name)
    if (typeof entry !== 'string') {
      entries.set(name, entry)
      continue
    }
    faults.push({ line: line.number, code: entry })
    if (isName(name)) unread.set(name, { line: line.number, name })
    else nameless.push({ line: line.number, name: null })
  }
  return {
    entries: [...entries.values()],
    faults: faults.sort((one, other) => one.line - other.line),
    unread: [...unread.values(), ...nameless],
  }
}

/** Also works for lines without a colon. */
const nameIn = (text: string): string => text.split(':', 1)[0]!.trim()

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/

const isReadable = (name: string) => name !== '' && !/\s/.test(name) && !CONTROL.test(name)

function splitUp({ number: line, text }: AutLine, longest: number): Split | AutFaultCode {
  if (isLonger(text, longest)) return 'line_too_long'
  if (CONTROL.test(text)) return 'control_characters'
  const colon = text.indexOf(':')
  if (colon === -1) return 'no_colon'
  const name = nameIn(text)
  if (name === '') return 'no_name'
  if (/\s/.test(name)) return 'name_with_blank'
  return { line, name, rest: text.slice(colon + 1) }
}

/** The BKG caster skips leading blanks of a password; trailing blanks belong to the password. */
function userOf({ line, name, rest }: Split): AutUser | AutFaultCode {
  const password = rest.replace(/^ +/, '')
  if (password === '') return 'no_password'
  return password.includes(':') ? 'password_with_colon' : { line, name, password }
}

function groupOf({ line, name, rest }: Split): AutGroup | AutFaultCode {
  const colon = rest.indexOf(':')
  const users = namesIn(colon === -1 ? rest : rest.slice(0, colon))
  const limit = colon === -1 ? '' : rest.slice(colon + 1).trim()
  if (users.some((user) => /\s/.test(user))) return 'name_with_blank'
  const [, ip = '', figures = ''] = /^(ip)?(\d{1,9})$/i.exec(limit) ?? []
  if (limit !== '' && figures === '') return 'bad_limit'
  const number = figures === '' ? null : Number(figures)
  return { line, name, users, limit: ip ? null : number, limitByAddress: ip ? number : null }
}

function mountOf({ line, name, rest }: Split): AutMount | AutFaultCode {
  const groups = namesIn(rest)
  if (groups.some((group) => /\s/.test(group))) return 'name_with_blank'
  const keyword = keywordOf(name)
  if (keyword) return { line, mountpoint: null, keyword, groups }
  if (!isPath(name)) return 'not_a_mountpoint'
  return { line, mountpoint: name.slice(1), keyword, groups }
}

const keywordOf = (name: string) => MOUNT_KEYWORDS.find((word) => word === name) ?? null
const isPath = (name: string) => name.startsWith('/') && name !== '/'

const namesIn = (list: string): string[] => {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return [...new Set(names)]
}
