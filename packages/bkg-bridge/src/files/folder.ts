// The three files in the caster's folder. Each is complete at any moment: a temporary file is written, synced and
// renamed. Users are written first and mountpoints last, so whatever mixture the caster reads in between, no user opens
// a mountpoint that neither the old nor the new files allow.
import { constants } from 'node:fs'
import { copyFile, type FileHandle, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BkgFailure } from '../failure.ts'
import type { OperatorsLines, Plan } from '../plan.ts'
import { EditedMeanwhile, type Fingerprint, fingerprintAt, fingerprintOf, MISSING } from './fingerprint.ts'
import { namesIn, passwordsIn } from './lines.ts'
import { BEGINNING, END, joined, type Parts, partsOf } from './section.ts'
import { removeAbandoned, temporaryFor } from './temporary.ts'

export const FILES = ['users', 'groups', 'mounts'] as const
export type FileKind = (typeof FILES)[number]
export const NAMES = { users: 'users.aut', groups: 'groups.aut', mounts: 'clientmounts.aut' } as const

const NEW_FILE_MODE = 0o640
/** Suffix of the copy of the operator's file before the first change. */
const KEPT = '.before-vertice'

export interface FileFound {
  readonly path: string
  /** `null` if the file does not exist. */
  readonly text: string | null
  /** Fingerprint before the file was read. */
  readonly sign: string
  readonly parts: Parts
}
export type FilesFound = Readonly<Record<FileKind, FileFound>>

export async function readFolder(folder: string): Promise<FilesFound> {
  const found = {} as Record<FileKind, FileFound>
  for (const kind of FILES) found[kind] = await readOne(join(folder, NAMES[kind]))
  return found
}

async function readOne(named: string): Promise<FileFound> {
  try {
    const path = await realpath(named) // replaces the target, so a symbolic link stays a link
    const { text, sign } = await textAndSign(path)
    const parts = partsOf(text)
    if (!parts) throw new BkgFailure('marks', path)
    return { path, text, sign, parts }
  } catch (error) {
    if (isMissing(error))
      return { path: named, text: null, sign: MISSING.sign, parts: { before: '', ours: null, after: '' } }
    throw asFailure(error, named)
  }
}

async function textAndSign(path: string) {
  const file = await open(path, 'r')
  try {
    const { sign } = fingerprintOf(await file.stat())
    return { sign, text: await file.readFile('latin1') } // one character per byte
  } finally {
    await file.close()
  }
}

export function operatorsLines({ users, groups, mounts }: FilesFound): OperatorsLines {
  const names = ({ parts }: FileFound) => namesIn(utf8(`${parts.before}\n${parts.after}`))
  return { users: names(users), groups: names(groups), mounts: names(mounts) }
}

/** The mountpoints that have a line in the managed section. */
export const managedMountpoints = ({ mounts }: FilesFound): string[] =>
  Array.from(namesIn(utf8(mounts.parts.ours ?? '')), (name) => name.replace(/^\//, ''))

export const managedPasswords = ({ users }: FilesFound): Map<string, string> =>
  passwordsIn(utf8(users.parts.ours ?? ''))

const utf8 = (text: string) => Buffer.from(text, 'latin1').toString()

export function textsOf(plan: Plan, found: FilesFound): Record<FileKind, string> {
  const text = (kind: FileKind) => {
    const section = [BEGINNING, ...plan[kind], END, ''].join('\n')
    return joined(found[kind].parts, Buffer.from(section).toString('latin1'))
  }
  return { users: text('users'), groups: text('groups'), mounts: text('mounts') }
}

export interface Written {
  /** Modification time. */
  readonly second: number
  readonly sign: string
}

/** `second` is the modification time, now if `null`. Throws EditedMeanwhile if the file changed since it was read. */
export async function writeOne(
  { path, parts, sign: signAsRead, text: before }: FileFound,
  text: string,
  second: number | null = null,
): Promise<Written> {
  const temporary = temporaryFor(path)
  try {
    const { stats: old } = await expectUnchanged(path, signAsRead)
    if (before !== null && parts.ours === null) await keep(path)
    const file = await open(temporary, 'wx', 0o600)
    let written: Written
    try {
      await file.writeFile(text, 'latin1')
      await file.chmod(old ? old.mode & 0o777 : NEW_FILE_MODE)
      if (old) await giveTo(file, old, path)
      if (second !== null) await file.utimes(second, second)
      await file.sync()
      const stats = await file.stat()
      written = { second: Math.floor(stats.mtimeMs / 1_000), sign: fingerprintOf(stats).sign }
    } finally {
      await file.close()
    }
    await expectUnchanged(path, signAsRead)
    await rename(temporary, path)
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
    return written
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw asFailure(error, path)
  }
}

async function expectUnchanged(path: string, signAsRead: string): Promise<Fingerprint> {
  const now = await fingerprintAt(path)
  if (now.sign !== signAsRead) throw new EditedMeanwhile(path)
  return now
}

/** Removes temporary files of a bridge that was killed. */
export async function tidyFolder(folder: string): Promise<void> {
  for (const kind of FILES) {
    const named = join(folder, NAMES[kind])
    await removeAbandoned(await realpath(named).catch(() => named))
  }
}

/** Never overwrites an earlier copy. */
const keep = (path: string) =>
  copyFile(path, `${path}${KEPT}`, constants.COPYFILE_EXCL).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })

/** Keeps owner and group, or at least the group, so that the caster can still read the file. */
async function giveTo(file: FileHandle, old: { uid: number; gid: number }, path: string): Promise<void> {
  const ours = await file.stat()
  if (ours.uid === old.uid && ours.gid === old.gid) return
  try {
    await file.chown(old.uid, old.gid)
  } catch {
    await file.chown(ours.uid, old.gid).catch(() => {
      throw new BkgFailure('owner', path)
    })
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const asFailure = (error: unknown, path: string) => {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof BkgFailure || code === undefined) return error
  return new BkgFailure('folder', `${path}: ${code}`)
}

export type Fingerprints = Readonly<Record<FileKind, Fingerprint>>

export async function fingerprintsIn(folder: string): Promise<Fingerprints> {
  const found = {} as Record<FileKind, Fingerprint>
  for (const kind of FILES) found[kind] = await fingerprintAt(join(folder, NAMES[kind]))
  return found
}
