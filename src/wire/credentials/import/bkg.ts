// Imports the users of a BKG NtripCaster from its three files, with their mountpoints.

import type { InSteps } from '../../../base/running/turns.ts'
import { type Fault, fault } from '../../../domain/codes/fault.ts'
import { unreadable } from '../../../domain/codes/refusal.ts'
import {
  ADMIN_PAGES,
  type AutFaultCode,
  type AutFile,
  type AutGroup,
  type AutMount,
  type AutUnread,
  mountNameOf,
  namesOf,
  readGroups,
  readMounts,
  readUsers,
} from '../../../domain/credentials/bkg/files.ts'
import { LONGEST_LIST_LINE, LONGEST_USER_LINE } from '../../../domain/credentials/bkg/lines.ts'
import {
  type ImportedAccess,
  type ImportedFile,
  type ImportedUser,
  type LineFault,
  MOST_SESSIONS,
} from '../../../domain/credentials/imported.ts'
import { KeptNotes } from '../../../domain/credentials/kept-notes.ts'
import { textOf } from './bytes.ts'

export const BKG_FILES = ['users.aut', 'groups.aut', 'clientmounts.aut'] as const

/** Matches a renamed file: browsers call a second download `groups (1).aut`. */
export const isLikeBkgFile = (name: string): boolean => /^(users|groups|clientmounts).*\.aut$/i.test(name)

const EVERYTHING: ImportedAccess = { kind: 'everything', name: null }

/** Without the files of groups and mountpoints, every user may open every mountpoint. */
export function* readBkg(given: ReadonlyMap<string, Buffer>, most: number): InSteps<ImportedFile> {
  const notes = new KeptNotes()
  const [usersFile, groupsFile, mountsFile] = BKG_FILES
  const files = byTheirNames(given)
  const bytes = files.get(usersFile)
  if (!bytes) throw unreadable('file_needed', { name: usersFile })
  const users = yield* readUsers(yield* text(bytes, usersFile, notes), most)
  const groups = yield* part(files, groupsFile, notes, (text) => readGroups(text, most))
  const mounts = yield* part(files, mountsFile, notes, (text) => readMounts(text, most))
  if (groups && !mounts) throw unreadable('file_needed', { name: mountsFile })
  if (mounts && !groups) throw unreadable('file_needed', { name: groupsFile })
  const rights = groups && mounts ? yield* Rights.of(groups, mounts, notes) : null
  if (!rights) notes.add('users_alone', { users: users.entries.length })
  const known = namesOf(users, ({ name }) => name)
  for (const { line, name: group, users: members } of groups?.entries ?? []) {
    yield
    for (const user of members)
      if (!known.has(user)) notes.add('unknown_member', { file: groupsFile, line, group, user })
  }
  const read: ImportedUser[] = []
  for (const { line, name, password } of users.entries) {
    yield
    const limit = rights?.limitOf(name)
    const access = rights?.accessOf(name) ?? EVERYTHING
    read.push({
      ...{ file: usersFile, line, username: name, password, access },
      faults: rights?.faultsOf(access) ?? [],
      ...(limit !== undefined && { maxSessions: limit }),
    })
  }
  const broken = [
    ...faultLines(usersFile, users),
    ...(groups ? faultLines(groupsFile, groups) : []),
    ...(mounts ? faultLines(mountsFile, mounts) : []),
  ]
  const named = mounts ? [...namesOf(mounts, mountNameOf)].flatMap((name) => /^\/(.+)/.exec(name)?.[1] ?? []) : []
  return { users: [...read, ...broken], named, notes: notes.all }
}

/**
 * A single file with an unknown name is the users file. Other unknown files are rejected: ignoring one could open a
 * mountpoint that it restricts.
 */
function byTheirNames(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  const unknown = [...files.keys()].find((name) => !BKG_FILES.some((known) => known === name))
  if (unknown === undefined) return files
  if (files.size > 1 || /^(groups|clientmounts)/i.test(unknown)) throw unreadable('file_unknown', { name: unknown })
  return new Map([[BKG_FILES[0], files.get(unknown)!]])
}

function* text(bytes: Buffer, file: string, notes: KeptNotes): InSteps<string> {
  const { text, latin1Lines } = yield* textOf(bytes)
  if (latin1Lines > 0) notes.add('latin1', { file, lines: latin1Lines })
  return text
}

function* part<Entry>(
  files: ReadonlyMap<string, Buffer>,
  name: string,
  notes: KeptNotes,
  read: (text: string) => Generator<undefined, AutFile<Entry>>,
): InSteps<AutFile<Entry> | null> {
  const bytes = files.get(name)
  return bytes ? yield* read(yield* text(bytes, name, notes)) : null
}

const unknownBy = (
  file: string,
  { unread }: AutFile<unknown>,
  isAboutAny: (line: AutUnread) => boolean,
): LineFault | null => {
  const found = unread.find(isAboutAny)
  return found ? { field: 'mountpoint', ...fault('rights_unknown', { file, line: found.line }) } : null
}

/** Groups of each user, and the mountpoints they open: never more than at the old caster. */
class Rights {
  /** Only groups that open a mountpoint, because the others' names and limits do not apply. */
  readonly #groupsOf = new Map<string, AutGroup[]>()
  readonly #opened = new Map<string, string[]>()
  readonly #everything = new Set<string>()
  readonly #others = new Set<string>()
  /** A line "all:" makes the BKG caster ignore all other lines. */
  readonly #isAllThatCounts: boolean
  /** Number of the first unreadable line of the mountpoints file, which may restrict any mountpoint; `null` if none. */
  readonly #unread: number | null
  /** Set if all rights are unknown, because an unreadable line may override every other line. */
  readonly #unknown: LineFault | null
  /** Cached by groups, because thousands of users share the same ones. */
  readonly #accesses = new Map<string, ImportedAccess>()

  private constructor(groups: AutFile<AutGroup>, mounts: AutFile<AutMount>, notes: KeptNotes) {
    const [, file, mountsFile] = BKG_FILES
    const all = mounts.entries.find(({ keyword }) => keyword === 'all')
    this.#isAllThatCounts = all !== undefined
    if (all && mounts.entries.length > 1) notes.add('all_line', { file: mountsFile, line: all.line })
    this.#unread = mounts.faults.find(({ code }) => code !== 'repeated_later')?.line ?? null
    this.#unknown =
      unknownBy(file, groups, ({ name }) => name === null) ??
      unknownBy(mountsFile, mounts, ({ name }) => name === null || name === 'all')
  }

  static *of(groups: AutFile<AutGroup>, mounts: AutFile<AutMount>, notes: KeptNotes): InSteps<Rights> {
    const rights = new Rights(groups, mounts, notes)
    yield* rights.#readMounts(groups, mounts, notes)
    yield* rights.#readGroups(groups, notes)
    return rights
  }

  *#readMounts(groups: AutFile<AutGroup>, { entries }: AutFile<AutMount>, notes: KeptNotes): InSteps<void> {
    const [, , file] = BKG_FILES
    const known = namesOf(groups, ({ name }) => name)
    for (const { line, mountpoint, keyword, groups: named } of entries) {
      yield
      for (const group of named) {
        if (!known.has(group)) notes.add('unknown_group', { file, line, group, name: mountpoint ?? keyword ?? '' })
        if (keyword === 'all') this.#everything.add(group)
        else if (mountpoint === null) this.#others.add(group)
        else if (!ADMIN_PAGES.includes(mountpoint)) addTo(this.#opened, group, mountpoint)
      }
    }
  }

  *#readGroups({ entries }: AutFile<AutGroup>, notes: KeptNotes): InSteps<void> {
    const [, file] = BKG_FILES
    for (const group of entries) {
      yield
      const { line, name, limit, limitByAddress, users } = group
      if (!this.#opensAnything(name)) continue
      for (const user of users) addTo(this.#groupsOf, user, group)
      if (limit !== null && users.length > 1)
        notes.add('shared_limit', { file, line, name, limit, users: users.length })
      if (limitByAddress !== null) notes.add('limit_by_address', { file, line, name })
    }
  }

  #opensAnything(group: string): boolean {
    if (this.#isAllThatCounts) return this.#everything.has(group)
    return this.#others.has(group) || this.#opened.has(group)
  }

  accessOf(user: string): ImportedAccess {
    const names = (this.#groupsOf.get(user) ?? []).map(({ name }) => name)
    const key = names.join(',') // no name contains a comma
    const known = this.#accesses.get(key)
    if (known) return known
    const access = this.#accessOf(names)
    this.#accesses.set(key, access)
    return access
  }

  #accessOf(names: readonly string[]): ImportedAccess {
    const name = names.join('+')
    if (names.some((group) => this.#everything.has(group))) return { kind: 'everything', name }
    const mountpoints = [...new Set(names.flatMap((group) => this.#opened.get(group) ?? []))]
    return { kind: 'mountpoints', mountpoints, others: names.some((group) => this.#others.has(group)), name }
  }

  /**
   * "default:" opens every mountpoint that has no line of its own. An unreadable line may be that of any mountpoint, so
   * it is unknown which ones "default:" opens.
   */
  faultsOf(access: ImportedAccess): LineFault[] {
    if (this.#unknown) return [this.#unknown]
    const isUnknown = this.#unread !== null && access.kind === 'mountpoints' && access.others
    return isUnknown ? [{ field: 'mountpoint', ...fault('others_unknown', { line: this.#unread! }) }] : []
  }

  /** The largest limit of the user's groups; `undefined` if a group has no limit, or there is no group. */
  limitOf(user: string): number | undefined {
    const limits = (this.#groupsOf.get(user) ?? []).map(({ limit }) => limit)
    if (limits.length === 0 || limits.includes(null)) return undefined
    return Math.min(Math.max(1, ...(limits as number[])), MOST_SESSIONS)
  }
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

const FAULTS: Readonly<Record<AutFaultCode, (longest: number) => Fault>> = {
  no_colon: () => fault('wrong_form', { form: 'name:…' }),
  no_name: () => fault('missing'),
  no_password: () => fault('missing'),
  password_with_colon: () => fault('colon_in_password'),
  name_with_blank: () => fault('blank_in_name'),
  control_characters: () => fault('control_characters'),
  line_too_long: (most) => fault('too_long', { most }),
  repeated_later: () => fault('again_later'),
  bad_limit: () => fault('wrong_form', { form: 'group:user,user:5' }),
  not_a_mountpoint: () => fault('wrong_form', { form: '/MOUNT:group,group' }),
  blank_before: () => fault('blank_before'),
}
const FIELDS: Partial<Readonly<Record<AutFaultCode, string>>> = {
  no_name: 'usuario',
  no_password: 'password',
  password_with_colon: 'password',
}

/** Lines that could not be parsed as users, reported beside those that could. */
function faultLines(file: string, { faults }: AutFile<unknown>): ImportedUser[] {
  const longest = file === BKG_FILES[0] ? LONGEST_USER_LINE : LONGEST_LIST_LINE
  return faults.map(({ line, code }) => {
    const found: LineFault = { field: FIELDS[code] ?? null, ...FAULTS[code](longest) }
    const isHarmless = code === 'blank_before' || (code === 'repeated_later' && file === BKG_FILES[0])
    return {
      ...{ file, line, username: '', password: '', access: { kind: 'network' } },
      ...(isHarmless ? { leftOut: found, faults: [] } : { faults: [found] }),
    }
  })
}
