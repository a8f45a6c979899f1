// Users that come from another caster, with the passwords they have: what is read of a file, before anything of ours is looked at.

import type { Coded } from '../codes/coded.ts'
import type { Fault } from '../codes/fault.ts'
import type { Position } from '../geometry/geodesy.ts'
import { usernameAsMeant } from '../sessions/admission.ts'
import type { WhenFull } from '../sessions/limit.ts'
import { isPrintable } from '../text/printable.ts'
import { DAY_S } from '../time/units.ts'
import type { Metadata, Written, WrittenWish } from './credential.ts'
import type { Geofence } from './geofence.ts'

export const IMPORT_FORMATS = ['csv', 'bkg', 'snip'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** As many as are taken at once: two hundred thousand take some minutes, in one transaction. */
export const MOST_IMPORTED = 200_000
export const LONGEST_USERNAME = 64
export const LONGEST_IMPORTED_PASSWORD = 100
/** 366 days: as long as a renewal may last. */
export const MAX_IMPORTED_VALIDITY_SECONDS = 366 * DAY_S
/** What a credential may have at most; it stands for "no limit", which others know and we do not. */
export const MOST_SESSIONS = 1_000

/** What somebody may open, as the file says it. */
export type ImportedAccess =
  | { readonly kind: 'network' }
  /** Whatever there is. */
  | { readonly kind: 'everything'; readonly name: string | null }
  | { readonly kind: 'station'; readonly code: string }
  | { readonly kind: 'group'; readonly name: string }
  /** `others`: and those that the file does not name. `name`: what a group of them is called; null: like them. */
  | {
      readonly kind: 'mountpoints'
      readonly mountpoints: readonly string[]
      readonly others: boolean
      readonly name: string | null
    }

/** Fields of a line that may differ from the credential that exists. */
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

/** What is wrong with a line of a file. */
export interface LineFault extends Fault {
  /** A field, or a column by the contract's name; `null` if the line as a whole is wrong. */
  readonly field: string | null
}

/** What the file does not say is undefined. */
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
  /** It stays where it is, and this is why; nothing is wrong with it. */
  readonly leftOut?: LineFault | undefined
  readonly faults: readonly LineFault[]
}

interface InFile {
  readonly file: string
  readonly line: number
}

/** What is told of a file beside its lines. */
export interface ImportNotes {
  /** Without what says who opens what, of a BKG caster. */
  users_alone: { readonly users: number }
  latin1: { readonly file: string; readonly lines: number }
  unknown_mountpoint: InFile & { readonly name: string }
  /** Of all its users together there, and of each of them here. */
  shared_limit: InFile & { readonly name: string; readonly limit: number; readonly users: number }
  limit_by_address: InFile & { readonly name: string }
  /** What else is in the file does not count there. */
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
  /** Every mountpoint that it says something of, also where no user opens it: the others are the rest. */
  readonly named: readonly string[]
  readonly notes: readonly ImportNote[]
}

export const OUTCOMES = ['new', 'unchanged', 'left_out', 'conflict', 'bad'] as const
/** `conflict`: there is a credential of that name that is not the same. `bad`: it cannot be one. */
export type Outcome = (typeof OUTCOMES)[number]

/** The replacement character stands for bytes that were no text. */
const isText = (text: string): boolean => isPrintable(text) && !text.includes('\uFFFD')

/** What Basic carries to our door: the user name ends at the first colon. */
export const isImportableName = (name: string): boolean =>
  usernameAsMeant(name) !== '' && name.length <= LONGEST_USERNAME && !name.includes(':') && isText(name)

export const isImportablePassword = (password: string): boolean =>
  password !== '' && password.length <= LONGEST_IMPORTED_PASSWORD && isText(password)

const SHORTEST_STRONG = 8

/** Easily guessed: told, and taken all the same. */
export const isWeak = (username: string, password: string): boolean =>
  password.length < SHORTEST_STRONG ||
  new Set(password).size < 4 ||
  usernameAsMeant(password) === usernameAsMeant(username)
