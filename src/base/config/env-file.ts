// Reads settings from a file. The settings decide what the process does, so only files of trusted users are read.
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './values.ts'

const ROOT = 0
const GROUP_WRITES = 0o020
const OTHERS_WRITE = 0o002

/** Users whose files are read; the group is the primary group of the process. */
export interface Trusted {
  readonly users: readonly number[]
  readonly group: number
}

/** `null` on systems without user ids. */
export const trustedHere = (more: readonly number[] = []): Trusted | null =>
  process.getuid && process.getgid ? { users: [process.getuid(), ROOT, ...more], group: process.getgid() } : null

/** Returns the values of the known settings; `null` if there is no file. */
export function readEnvFile(
  file: string,
  isKnown: (name: string) => boolean,
  trusted: Trusted | null,
): Record<string, string> | null {
  const content = contentOf(file, trusted)
  if (content === null) return null
  return Object.fromEntries(
    Object.entries(parseEnv(content)).flatMap(([name, value]) =>
      isKnown(name) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

function contentOf(file: string, trusted: Trusted | null): string | null {
  let descriptor: number | null = null
  try {
    descriptor = openSync(file, 'r')
    const fault = trusted && faultOf(file, descriptor, trusted)
    if (fault) throw new ConfigError(fault)
    return readFileSync(descriptor, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`${file}: this user cannot read the settings file`)
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

function faultOf(file: string, descriptor: number, { users, group }: Trusted): string | null {
  const { uid, gid, mode } = fstatSync(descriptor)
  if (!users.includes(uid))
    return `${file}: the file belongs to another user (${uid}), so it is not read: change its owner, or move the file`
  if ((mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && gid !== group))
    return `${file}: other users can write to the file, so it is not read: chmod go-w ${file}`
  return null
}
