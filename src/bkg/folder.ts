// The three files in the caster's folder. Each is whole at any moment: written beside itself, made sure of on the disk, and put in its place. Users come
// first and mountpoints last: whatever mixture of old and new is read in between, nobody opens what neither the old nor the new lets them.
import { constants } from 'node:fs'
import { copyFile, type FileHandle, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inTurns } from '../base/running/turns.ts'
import { mountNameOf, namesOf, readGroups, readMounts, readUsers } from '../domain/bkg/files.ts'
import type { Plan } from '../domain/bkg/plan.ts'
import { BEGINNING, END, joined, type Parts, partsOf } from '../domain/bkg/section.ts'
import { asideOf, removeLeftovers } from './aside.ts'
import { BkgFailed } from './failed.ts'
import { ChangedMeanwhile, type Look, lookAt, lookOf, NOT_THERE } from './look.ts'

export const FILES = ['users', 'groups', 'mounts'] as const
export type FileKind = (typeof FILES)[number]
export const NAMES = { users: 'users.aut', groups: 'groups.aut', mounts: 'clientmounts.aut' } as const

const NEW_FILE_MODE = 0o640
/** What the operator had before us. */
const KEPT = '.before-vertice'
const LINES_AT_ONCE = 500

export interface FileFound {
  readonly path: string
  /** null: it is not there. */
  readonly text: string | null
  /** As it looked before it was read. */
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
    const path = await realpath(named) // a link stays one
    const { text, sign } = await textAndSign(path)
    const parts = partsOf(text)
    if (!parts) throw new BkgFailed('marks', path)
    return { path, text, sign, parts }
  } catch (error) {
    if (isMissing(error))
      return { path: named, text: null, sign: NOT_THERE.sign, parts: { before: '', ours: null, after: '' } }
    throw asFailure(error, named)
  }
}

async function textAndSign(path: string) {
  const file = await open(path, 'r')
  try {
    const { sign } = lookOf(await file.stat())
    return { sign, text: await file.readFile('latin1') } // a character a byte: what is not ours goes back as it came
  } finally {
    await file.close()
  }
}

/** What the operator's own lines say, and which mountpoints ours were about. */
export async function linesIn({ users, groups, mounts }: FilesFound) {
  const theirs = ({ parts }: FileFound) => utf8(`${parts.before}\n${parts.after}`)
  const formerly = await inTurns(readMounts(utf8(mounts.parts.ours ?? '')))
  return {
    theirs: {
      users: namesOf(await inTurns(readUsers(theirs(users))), ({ name }) => name),
      groups: namesOf(await inTurns(readGroups(theirs(groups))), ({ name }) => name),
      mounts: namesOf(await inTurns(readMounts(theirs(mounts))), mountNameOf),
    },
    formerly: formerly.entries.flatMap(({ mountpoint }) => mountpoint ?? []),
  }
}

export const ourUsersIn = async ({ users }: FilesFound) =>
  (await inTurns(readUsers(utf8(users.parts.ours ?? '')))).entries

const utf8 = (text: string) => Buffer.from(text, 'latin1').toString()

/** What each file should hold, in turns. */
export async function textsOf(plan: Plan, found: FilesFound): Promise<Record<FileKind, string>> {
  const texts = {} as Record<FileKind, string>
  for (const kind of FILES) texts[kind] = joined(found[kind].parts, await inTurns(sectionOf(plan[kind])))
  return texts
}

function* sectionOf(lines: readonly string[]): Generator<undefined, string> {
  const pieces = [`${BEGINNING}\n`]
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const piece = lines.slice(from, from + LINES_AT_ONCE).join('\n')
    pieces.push(Buffer.from(`${piece}\n`).toString('latin1'))
    yield
  }
  return `${pieces.join('')}${END}\n`
}

export interface Written {
  /** The time that the file has. */
  readonly second: number
  readonly sign: string
}

/** `second`: what time the file is to have, if not now. What somebody else wrote since it was read stays. */
export async function writeOne(
  { path, parts, sign: signAsRead, text: before }: FileFound,
  text: string,
  second: number | null = null,
): Promise<Written> {
  const aside = asideOf(path)
  try {
    const { stats: old } = await lookAsRead(path, signAsRead)
    if (before !== null && parts.ours === null) await keep(path)
    const file = await open(aside, 'wx', 0o600)
    let written: Written
    try {
      await file.writeFile(text, 'latin1')
      await file.chmod(old ? old.mode & 0o777 : NEW_FILE_MODE)
      if (old) await giveTo(file, old, path)
      if (second !== null) await file.utimes(second, second)
      await file.sync()
      const stats = await file.stat()
      written = { second: Math.floor(stats.mtimeMs / 1_000), sign: lookOf(stats).sign }
    } finally {
      await file.close()
    }
    await lookAsRead(path, signAsRead)
    await rename(aside, path)
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
    return written
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {})
    throw asFailure(error, path)
  }
}

async function lookAsRead(path: string, signAsRead: string): Promise<Look> {
  const look = await lookAt(path)
  if (look.sign !== signAsRead) throw new ChangedMeanwhile(path)
  return look
}

/** What whoever was killed while writing left there. */
export async function tidyFolder(folder: string): Promise<void> {
  for (const kind of FILES) {
    const named = join(folder, NAMES[kind])
    await removeLeftovers(await realpath(named).catch(() => named))
  }
}

/** The first time, and never over another one. */
const keep = (path: string) =>
  copyFile(path, `${path}${KEPT}`, constants.COPYFILE_EXCL).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })

/** The caster goes on reading it: its group may read it, whoever owns it. */
async function giveTo(file: FileHandle, old: { uid: number; gid: number }, path: string): Promise<void> {
  const ours = await file.stat()
  if (ours.uid === old.uid && ours.gid === old.gid) return
  try {
    await file.chown(old.uid, old.gid)
  } catch {
    await file.chown(ours.uid, old.gid).catch(() => {
      throw new BkgFailed('owner', path)
    })
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const asFailure = (error: unknown, path: string) => {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof BkgFailed || code === undefined) return error
  return new BkgFailed('folder', `${path}: ${code}`)
}

export type Looks = Readonly<Record<FileKind, Look>>

export async function lookAtFolder(folder: string): Promise<Looks> {
  const looks = {} as Record<FileKind, Look>
  for (const kind of FILES) looks[kind] = await lookAt(join(folder, NAMES[kind]))
  return looks
}
