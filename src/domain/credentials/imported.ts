// Users read from another caster's files, with their passwords, before they are compared with existing credentials.

import type { Coded } from '../codes/coded.ts'
import type { Fault } from '../codes/fault.ts'
import type { Position } from '../geometry/geodesy.ts'
import { normalizedUsername } from '../sessions/admission.ts'
import type { WhenFull } from '../sessions/limit.ts'
import { isPrintable } from '../text/printable.ts'
import { DAY_S } from '../time/units.ts'
import type { Metadata, Written, WrittenWish } from './credential.ts'
import type { Geofence } from './geofence.ts'

export const IMPORT_FORMATS = ['csv', 'bkg', 'snip'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Max users per import: 200,000 take some minutes, in one transaction. */
export const MOST_IMPORTED = 200_000
export const LONGEST_USERNAME = 64
export const LONGEST_IMPORTED_PASSWORD = 100
/** 366 days, the same limit as a renewal. */
export const MAX_IMPORTED_VALIDITY_SECONDS = 366 * DAY_S
/** Max sessions per credential. Imported users without a limit get this value, since a limit is mandatory here. */
export const MOST_SESSIONS = 1_000

export type ImportedAccess =
  | { readonly kind: 'network' }
  | { readonly kind: 'everything'; readonly name: string | null }
  | { readonly kind: 'station'; readonly code: string }
  | { readonly kind: 'group'; readonly name: string }
  /**
   * `others`: includes mountpoints that the file does not name. `name`: name of the group to create; `null` derives one
   * from the mountpoints.
   */
  | {
      readonly kind: 'mountpoints'
      readonly mountpoints: readonly string[]
      readonly others: boolean
      readonly name: string | null
    }

/** Fields in which a line can differ from the existing credential. */
export type ImportField =
  | keyof Written
  | 'password'
  | 'revokedAt'
  | 'stationId'
  | 'groupId'
  | 'startsAt'
  | 'expiresAt'
  | 'maxSessions'
  | 'whenFull'
  | 'reference'
  | 'suspendedAt'
  | 'metadata'
  | 'fence'

export interface LineFault extends Fault {
  /** A field, or a column by its name in the API; `null` if the whole line is wrong. */
  readonly field: string | null
}

export interface ImportedUser extends WrittenWish {
  readonly file: string
  readonly line: number
  readonly username: string
  readonly password: string
  readonly access: ImportedAccess
  readonly startsAt?: Date | undefined
  readonly expiresAt?: Date | undefined
  readonly validitySeconds?: number | undefined
  readonly maxSessions?: number | undefined
  readonly whenFull?: WhenFull | undefined
  readonly reference?: string | undefined
  readonly metadata?: Metadata | undefined
  readonly suspended?: boolean | undefined
  readonly place?: Position | undefined
  readonly fence?: Geofence | undefined
  /** Reason for skipping this user, who is not imported although the line is valid. */
  readonly leftOut?: LineFault | undefined
  readonly faults: readonly LineFault[]
}

interface InFile {
  readonly file: string
  readonly line: number
}

export interface ImportNotes {
  /** `users.aut` was imported without the two files that define access. */
  users_alone: { readonly users: number }
  latin1: { readonly file: string; readonly lines: number }
  unknown_mountpoint: InFile & { readonly name: string }
  /** At the BKG caster the group's users share the limit; here each user gets it. */
  shared_limit: InFile & { readonly name: string; readonly limit: number; readonly users: number }
  limit_by_address: InFile & { readonly name: string }
  /** An `all` line makes the BKG caster ignore all other lines of the file. */
  all_line: InFile
  unknown_member: InFile & { readonly group: string; readonly user: string }
  unknown_group: InFile & { readonly group: string; readonly name: string }
  not_understood: { readonly columns: readonly string[]; readonly lines: number }
  no_limit: { readonly users: number; readonly sessions: number }
  no_end: { readonly users: number; readonly at: string }
  weak_passwords: { readonly users: number }
  new_group: { readonly name: string; readonly stations: number }
  more_notes: { readonly count: number }
}
export type ImportNote = Coded<ImportNotes>
export type ImportNoteCode = keyof ImportNotes

export const importNote = <Code extends ImportNoteCode>(code: Code, params: ImportNotes[Code]): ImportNote =>
  ({ code, params }) as unknown as ImportNote

export interface ImportedFile {
  readonly users: readonly ImportedUser[]
  /** Every mountpoint that the file mentions, even if no user opens it. All others count as the rest. */
  readonly named: readonly string[]
  readonly notes: readonly ImportNote[]
}

export const OUTCOMES = ['new', 'unchanged', 'left_out', 'conflict', 'bad'] as const
/** `conflict`: a different credential with this user name exists. `bad`: the line is invalid. */
export type Outcome = (typeof OUTCOMES)[number]

/** U+FFFD replaces bytes that could not be decoded. */
const isText = (text: string): boolean => isPrintable(text) && !text.includes('\uFFFD')

/** HTTP Basic ends the user name at the first colon, so the name must not contain one. */
export const isImportableName = (name: string): boolean =>
  normalizedUsername(name) !== '' && name.length <= LONGEST_USERNAME && !name.includes(':') && isText(name)

export const isImportablePassword = (password: string): boolean =>
  password !== '' && password.length <= LONGEST_IMPORTED_PASSWORD && isText(password)

const SHORTEST_STRONG = 8

/** Weak passwords are imported and reported. */
export const isWeak = (username: string, password: string): boolean =>
  password.length < SHORTEST_STRONG ||
  new Set(password).size < 4 ||
  normalizedUsername(password) === normalizedUsername(username)
