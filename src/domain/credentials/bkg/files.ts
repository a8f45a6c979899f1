// What the three files of a BKG NtripCaster say, by which it knows who may open what: `users.aut` (user:password), `groups.aut`
// (group:user,user[:N]) and `clientmounts.aut` (/MOUNT:group,group). They are read as the caster reads them, with the number of each line
// and what is wrong with it; nothing that is wrong is guessed at.
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
  /** So many connections of all its users together; null: as many as they like. */
  readonly limit: number | null
  /** So many of each user from one address (`:ipN`); null: as many as the caster allows anybody. */
  readonly limitByAddress: number | null
}

/** What else than a mountpoint may stand first in a line of `clientmounts.aut`. `rest` is what older versions call `default`. */
export const MOUNT_KEYWORDS = ['all', 'default', 'rest'] as const
export type MountKeyword = (typeof MOUNT_KEYWORDS)[number]

/** The caster's own pages, which stand among the mountpoints and give no data. */
export const ADMIN_PAGES: readonly string[] = ['admin', 'oper']

export interface AutMount {
  readonly line: number
  /** Without its slash; null: the line is about none in particular. */
  readonly mountpoint: string | null
  readonly keyword: MountKeyword | null
  /** None: nobody may open it. A mountpoint without a line is open to everybody. */
  readonly groups: readonly string[]
}

export const AUT_FAULTS = [
  /** No colon in it. */
  'no_colon',
  'no_name',
  'no_password',
  /** The password goes on after a colon, which the caster does not read. */
  'password_with_colon',
  'name_with_blank',
  'control_characters',
  /** The caster would read only its beginning. */
  'line_too_long',
  /** The same name stands further down, which is what counts; `line` is the one that does not. */
  'repeated_later',
  /** What stands behind the second colon is neither a number nor `ip` and one. */
  'bad_limit',
  /** Neither with a slash in front nor one of the words. */
  'not_a_mountpoint',
  /** It begins with a blank: the caster passes over it, whatever its writer meant. */
  'blank_before',
] as const
export type AutFaultCode = (typeof AUT_FAULTS)[number]

export interface AutFault {
  readonly line: number
  readonly code: AutFaultCode
}

export interface AutUnread {
  readonly line: number
  /** As it stands there, with the slash of a mountpoint; null: not even that can be read. */
  readonly name: string | null
}

export interface AutFile<Entry> {
  /** In the order of the file, without those that have a fault. */
  readonly entries: readonly Entry[]
  /** By line. */
  readonly faults: readonly AutFault[]
  /** Lines that count there and cannot be read here; what stood above of the same name counts no more. */
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

/** Every name that a line of it is about. */
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
    entries.delete(name) // so that the later one stands where it stands in the file
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

/** Also where there is no colon behind it. */
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

/** Blanks before a password are not read; those at its end are part of it. */
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
