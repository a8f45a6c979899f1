// Plans an import: compares each line with the existing credentials. Writes nothing.
import { isDeepStrictEqual } from 'node:util'
import { type InSteps, inTurns, mapInTurns } from '../../../base/running/turns.ts'
import { openCredential } from '../../../base/secrets/credential.ts'
import type { KeyRing } from '../../../base/secrets.ts'
import { type Fault, fault } from '../../../domain/codes/fault.ts'
import { MAX_DAYS_UNTIL_END, WRITTEN, type Written } from '../../../domain/credentials/credential.ts'
import {
  type ImportedFile,
  type ImportedUser,
  type ImportField,
  type ImportNote,
  importNote,
  isImportableName,
  isImportablePassword,
  isWeak,
  type LineFault,
  LONGEST_IMPORTED_PASSWORD,
  LONGEST_USERNAME,
  MOST_SESSIONS,
  OUTCOMES,
  type Outcome,
} from '../../../domain/credentials/imported.ts'
import { KeptNotes } from '../../../domain/credentials/kept-notes.ts'
import { mountAt } from '../../../domain/sessions/access.ts'
import { normalizedUsername } from '../../../domain/sessions/admission.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import type { StoredCredential } from '../../../store/credentials/columns.ts'
import { findKnown } from '../../../store/credentials/imported.ts'
import { findTaken } from '../../../store/credentials/taken.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listGroups } from '../../../store/stations/groups.ts'
import { Accesses, type AccessOptions, type NewGroup, type Opened } from './access.ts'

const AT_ONCE = 1_000

export interface ImportOptions extends AccessOptions {
  /** End of credentials whose line has none. */
  readonly expiresAt: Date
  /** Session limit of credentials whose line has none. */
  readonly sessions: number
}

export interface PlannedLine {
  readonly user: ImportedUser
  readonly outcome: Outcome
  readonly problems: readonly LineFault[]
  readonly opened: Opened | null
  readonly startsAt: Date
  readonly expiresAt: Date
  readonly maxSessions: number
  readonly isWeak: boolean
}

export interface ImportPlan {
  readonly lines: readonly PlannedLine[]
  readonly newGroups: readonly NewGroup[]
  readonly notes: readonly ImportNote[]
  readonly counts: Readonly<Record<Outcome, number>>
  /** True if no line is invalid or in conflict. */
  readonly isClean: boolean
}

interface PlanContext {
  readonly db: Database
  readonly keys: KeyRing
  readonly book: StationBook
  readonly now: Date
}

/** `ownerId` is `null` if the owner does not exist yet. */
export async function planImport(
  context: PlanContext,
  ownerId: number | null,
  { users, named, notes }: ImportedFile,
  options: ImportOptions,
): Promise<ImportPlan> {
  const accesses = new Accesses(context.book, await listGroups(context.db), named, options)
  const seen = new Map<string, ImportedUser>()
  const references = new Set<string>()
  const judged = await mapInTurns(users, (user) => judge(user, seen, references, accesses, context.now, options))
  const lines: PlannedLine[] = []
  for (let from = 0; from < judged.length; from += AT_ONCE)
    lines.push(...(await against(context, ownerId, judged.slice(from, from + AT_ONCE))))
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of lines) counts[outcome] += 1
  const used = new Set(lines.flatMap(({ outcome, opened }) => (outcome === 'new' && opened?.group) || []))
  const newGroups = accesses.newGroups.filter((group) => used.has(group))
  const told = new KeptNotes()
  told.addAll(notes)
  await inTurns(noteUnknown(context.book, users, told))
  told.addAll(notesOf(lines, newGroups, options))
  return {
    lines,
    newGroups,
    notes: told.all,
    counts,
    isClean: counts.bad + counts.conflict === 0,
  }
}

function judge(
  user: ImportedUser,
  seen: Map<string, ImportedUser>,
  references: Set<string>,
  accesses: Accesses,
  now: Date,
  options: ImportOptions,
): PlannedLine {
  const problems: LineFault[] = [...user.faults]
  const refuse = (field: string | null, found: Fault) => void problems.push({ field, ...found })
  const startsAt = user.startsAt ?? now
  const length = user.validitySeconds === undefined ? undefined : user.validitySeconds * 1000
  const base = user.startsAt ?? now
  const expiresAt = user.expiresAt ?? (length === undefined ? options.expiresAt : new Date(base.getTime() + length))
  const line = {
    user,
    startsAt,
    expiresAt,
    maxSessions: user.maxSessions ?? options.sessions,
    isWeak: isWeak(user.username, user.password),
  }
  if (user.leftOut && problems.length === 0)
    return { ...line, outcome: 'left_out', problems: [user.leftOut], opened: null }
  let opened: Opened | null = null
  if (user.faults.length === 0) {
    if (!isImportableName(user.username)) refuse('username', fault('imported_username', { most: LONGEST_USERNAME }))
    if (!isImportablePassword(user.password))
      refuse('password', fault('imported_password', { most: LONGEST_IMPORTED_PASSWORD }))
    if (expiresAt <= startsAt && user.startsAt && user.startsAt > now) refuse('expiresAt', fault('end_before_start'))
    if (expiresAt.getTime() - now.getTime() > MAX_DAYS_UNTIL_END * DAY_MS)
      refuse('expiresAt', fault('end_too_far', { days: MAX_DAYS_UNTIL_END }))
    if (user.reference !== undefined && references.has(user.reference)) refuse('reference', fault('twice_in_request'))
    if (user.reference !== undefined) references.add(user.reference)
    const earlier = seen.get(normalizedUsername(user.username))
    if (earlier && isSame(earlier, user))
      return {
        ...line,
        outcome: 'left_out',
        problems: [{ field: 'username', ...fault('twice_in_file', { line: earlier.line }) }],
        opened,
      }
    if (earlier) refuse('username', fault('twice_in_file', { line: earlier.line }))
    seen.set(normalizedUsername(user.username), user)
    const found = accesses.of(user.access)
    if (!('code' in found)) opened = found
    else if (found.code === 'opens_nothing') {
      if (problems.length === 0) return { ...line, outcome: 'left_out', problems: [{ field: null, ...found }], opened }
    } else
      refuse(
        user.access.kind === 'station' ? 'stationId' : user.access.kind === 'group' ? 'groupId' : 'mountpoint',
        found,
      )
  }
  if (problems.length === 0 && expiresAt <= now)
    return { ...line, outcome: 'left_out', problems: [{ field: 'expiresAt', ...fault('already_over') }], opened }
  return { ...line, outcome: problems.length > 0 ? 'bad' : 'new', problems, opened }
}

const isSame = (one: ImportedUser, other: ImportedUser): boolean => {
  const { line: _line, ...first } = one
  const { line: _other, ...second } = other
  return JSON.stringify(first) === JSON.stringify(second)
}

/** Compares lines with the existing credentials. */
async function against(
  context: PlanContext,
  ownerId: number | null,
  lines: readonly PlannedLine[],
): Promise<PlannedLine[]> {
  const open = lines.filter(({ outcome }) => outcome === 'new')
  const known = new Map(
    (
      await findKnown(
        context.db,
        open.map(({ user }) => normalizedUsername(user.username)),
      )
    ).map((one) => [one.username, one]),
  )
  const fresh = open.filter(({ user }) => !known.has(normalizedUsername(user.username)))
  const wanted = fresh.flatMap(({ user }) => user.reference ?? [])
  const taken =
    wanted.length > 0 && ownerId !== null
      ? (await findTaken(context.db, ownerId, wanted, [])).references
      : new Map<string, number>()
  return mapInTurns(lines, (line): PlannedLine => {
    if (line.outcome !== 'new') return line
    const there = known.get(normalizedUsername(line.user.username))
    if (!there) {
      const id = line.user.reference === undefined ? undefined : taken.get(line.user.reference)
      return id === undefined
        ? line
        : { ...line, outcome: 'conflict', problems: [{ field: 'reference', ...fault('reference_taken', { id }) }] }
    }
    if (there.ownerId !== ownerId || there.isTest)
      return { ...line, outcome: 'conflict', problems: [{ field: 'username', ...fault('username_taken') }] }
    const fields = differences(line, there, context.keys)
    if (fields.length === 0) return { ...line, outcome: 'unchanged' }
    return {
      ...line,
      outcome: 'conflict',
      problems: [{ field: 'username', ...fault('exists_with_other', { fields }) }],
    }
  })
}

/** Fields in which the existing credential differs from the file. */
function differences({ user, opened }: PlannedLine, there: StoredCredential, keys: KeyRing): ImportField[] {
  const isOther = <Value>(wanted: Value | undefined, is: Value): boolean => wanted !== undefined && wanted !== is
  const written = WRITTEN.filter((name) => isOther<unknown>(user[name], there[name]))
  const differs: Readonly<Record<Exclude<ImportField, keyof Written>, boolean>> = {
    password: openCredential(keys, there).password !== user.password,
    revokedAt: there.revokedAt !== null,
    stationId: there.stationId !== (opened?.stationId ?? null),
    groupId: there.groupId !== (opened?.group?.id ?? null),
    startsAt: isOther(user.startsAt?.getTime(), there.startsAt.getTime()),
    expiresAt: isOther(user.expiresAt?.getTime(), there.expiresAt.getTime()),
    maxSessions: isOther(user.maxSessions, there.maxSessions),
    whenFull: isOther(user.whenFull, there.whenFull),
    reference: isOther(user.reference, there.reference),
    suspendedAt: isOther(user.suspended, there.suspendedAt !== null),
    metadata: user.metadata !== undefined && !isDeepStrictEqual(user.metadata, there.metadata ?? {}),
    fence: user.fence !== undefined && !isDeepStrictEqual(user.fence, there.geofence),
  }
  const others = (Object.keys(differs) as (keyof typeof differs)[]).filter((name) => differs[name])
  return [...others, ...written]
}

/** Notes each unknown mountpoint once, not once per user. Users share their access lists. */
function* noteUnknown({ mounts }: StationBook, users: readonly ImportedUser[], told: KeptNotes): InSteps<void> {
  const unknown = new Set<string>()
  const seen = new Set<ImportedUser['access']>()
  for (const user of users) {
    yield
    if (user.access.kind !== 'mountpoints' || seen.has(user.access)) continue
    seen.add(user.access)
    const { file, line } = user
    for (const name of user.access.mountpoints) {
      if (unknown.has(name) || mountAt(mounts, name)) continue
      unknown.add(name)
      told.add('unknown_mountpoint', { name, file, line })
    }
  }
}

function notesOf(
  lines: readonly PlannedLine[],
  groups: readonly NewGroup[],
  { sessions, expiresAt }: ImportOptions,
): ImportNote[] {
  const fresh = lines.filter(({ outcome }) => outcome === 'new')
  const count = (isOne: (line: PlannedLine) => boolean) => fresh.filter(isOne).length
  const noLimit = count(({ user }) => user.maxSessions === undefined)
  const noEnd = count(({ user }) => user.expiresAt === undefined && user.validitySeconds === undefined)
  const weak = count((line) => line.isWeak)
  return [
    ...groups.map(({ name, stationIds }) => importNote('new_group', { name, stations: stationIds.size })),
    ...(noLimit > 0 ? [importNote('no_limit', { users: noLimit, sessions: Math.min(sessions, MOST_SESSIONS) })] : []),
    ...(noEnd > 0 ? [importNote('no_end', { users: noEnd, at: expiresAt.toISOString() })] : []),
    ...(weak > 0 ? [importNote('weak_passwords', { users: weak })] : []),
  ]
}
