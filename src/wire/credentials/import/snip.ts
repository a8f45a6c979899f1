// Imports the users of a SNIP caster from its export: one line per user, cells separated by tabs, comments after "##".
// A line of headings names the columns; without one, their position does: in the export, the account number comes
// first.

import type { InSteps } from '../../../base/running/turns.ts'
import { fault } from '../../../domain/codes/fault.ts'
import { linesOf } from '../../../domain/credentials/bkg/lines.ts'
import {
  type ImportedFile,
  type ImportedUser,
  type ImportNote,
  importNote,
  type LineFault,
  MOST_SESSIONS,
} from '../../../domain/credentials/imported.ts'
import { cutText } from '../../../domain/text/cut.ts'
import { isEmailAddress } from '../../../domain/text/email-address.ts'
import { isPrintable } from '../../../domain/text/printable.ts'
import { readInstant } from '../../../domain/time/local-time.ts'
import { LONGEST_LINE } from '../../files/csv.ts'
import { textOf } from './bytes.ts'

const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  usuario: ['user name', 'username', 'user', 'name', 'user account name', 'account name', 'usuario'],
  password: ['password', 'pass', 'pwd', 'contraseña'],
  sesiones: ['connections', 'max connections', 'allowed connections', 'concurrent connections', 'logins', 'conexiones'],
  expira_at: ['expires', 'expiry', 'expiration', 'expiration date', 'end date', 'vence'],
  mountpoint: ['mountpt', 'mountpts', 'mountpoint', 'mountpoints', 'allowed mountpts'],
  cliente_email: ['email', 'e-mail', 'correo'],
  cliente_nombre: ['customer', 'customer name', 'full name', 'cliente'],
  label: ['notes', 'note', 'comment', 'comments', 'notas'],
}
const NAMES = new Map(Object.entries(HEADINGS).flatMap(([name, written]) => written.map((each) => [each, name])))

type Columns = readonly (string | null)[]
/** The first of the 49 columns of an export; `null` columns are internal to SNIP. */
const EXPORTED: Columns = [null, null, 'usuario', null, 'password', 'sesiones']
const PLAIN: Columns = ['usuario', 'password', 'sesiones']
const ACCOUNT = /^UA\d+$/i
/** Columns of an export without headings that are internal to SNIP and never reported as ignored. */
const OF_SNIP = new Set([0, 1, 3])
const LONGEST_TEXT = 200
const NOTHING = /^(0|-|none|no|n\/a)?$/i

export function* readSnip(file: string, bytes: Buffer, most: number): InSteps<ImportedFile> {
  const { text, latin1Lines } = yield* textOf(bytes)
  const notes: ImportNote[] = latin1Lines > 0 ? [importNote('latin1', { file, lines: latin1Lines })] : []
  const users: ImportedUser[] = []
  const named = new Set<string>()
  const leftAside = new Set<string>()
  let asideLines = 0
  let headings: Columns | null = null
  for (const { number: line, text: written } of linesOf(text)) {
    yield
    if (users.length > most) break
    if (written.length > LONGEST_LINE) {
      users.push(broken(file, line, { field: null, ...fault('too_long', { most: LONGEST_LINE }) }))
      continue
    }
    if (written.trim() === '') continue
    const isExplanation = written.startsWith('##')
    // Only before the first user: a user may be called "user", with the password "password".
    const found = isExplanation || users.length === 0 ? headingsIn(written.replace(/^##\s*/, '')) : null
    if (found) headings = found
    if (found || isExplanation) continue
    if (!written.includes('\t')) {
      // Possibly a file of another caster with the password in the line, so the line is not quoted.
      users.push(broken(file, line, { field: null, ...fault('without_tabs') }))
      continue
    }
    const cells = written.split('\t')
    const columns = headings ?? (ACCOUNT.test(cells[0]!.trim()) ? EXPORTED : PLAIN)
    const user = userOf(file, line, cells, columns)
    users.push(user)
    if (user.access.kind === 'mountpoints') for (const name of user.access.mountpoints) named.add(name)
    const aside = asideOf(cells, columns, headings !== null)
    if (aside.length > 0) asideLines += 1
    for (const name of aside) leftAside.add(name)
  }
  if (asideLines > 0) notes.push(importNote('not_understood', { columns: [...leftAside], lines: asideLines }))
  return { users, named: [...named], notes }
}

function headingsIn(written: string): Columns | null {
  const cells = written.split('\t').map((cell) => cell.trim())
  if (ACCOUNT.test(cells[0]!)) return null
  const names = cells.map((cell) => NAMES.get(cell.toLowerCase()) ?? null)
  return names.includes('usuario') && names.includes('password') ? names : null
}

/** Non-empty cells of unknown columns. */
function asideOf(cells: readonly string[], columns: Columns, hasHeadings: boolean): string[] {
  return cells.flatMap((cell, index) => {
    const isKnown = (columns[index] ?? null) !== null || (!hasHeadings && columns === EXPORTED && OF_SNIP.has(index))
    return isKnown || NOTHING.test(cell.trim()) ? [] : [String(index + 1)]
  })
}

function userOf(file: string, line: number, cells: readonly string[], columns: Columns): ImportedUser {
  const faults: LineFault[] = []
  const given = (name: string) => cells[columns.indexOf(name)]?.trim() || undefined
  const text = (name: string) => {
    const value = given(name)
    if (value !== undefined && !isPrintable(value)) faults.push({ field: name, ...fault('control_characters') })
    return value
  }
  const [username, password] = [given('usuario'), given('password')]
  for (const name of ['usuario', 'password']) if (!given(name)) faults.push({ field: name, ...fault('missing') })
  const sessions = given('sesiones') ?? '0'
  if (!/^\d{1,9}$/.test(sessions))
    faults.push({ field: 'sesiones', ...fault('not_whole_number', { least: 0, most: MOST_SESSIONS }) })
  const maxSessions = Math.min(Number(sessions) || 0, MOST_SESSIONS)
  const end = given('expira_at')
  const expiresAt = end === undefined || NOTHING.test(end) ? undefined : (readInstant(end) ?? undefined)
  if (end !== undefined && !NOTHING.test(end) && !expiresAt) faults.push({ field: 'expira_at', ...fault('time_form') })
  const mountpoints =
    text('mountpoint')
      ?.split(/[\s,;]+/)
      .filter(Boolean) ?? []
  const email = given('cliente_email')
  const [customerName, label] = [text('cliente_nombre'), text('label')]
  return {
    ...{ file, line, username: username ?? '', password: password ?? '', faults },
    access:
      mountpoints.length > 0
        ? { kind: 'mountpoints', mountpoints, others: false, name: null }
        : { kind: 'everything', name: null },
    // Missing or 0 means unlimited.
    ...(maxSessions > 0 && { maxSessions }),
    ...(expiresAt && { expiresAt }),
    ...(email && isEmailAddress(email) && { customerEmail: email }),
    ...(customerName && { customerName: cutText(customerName, LONGEST_TEXT) }),
    ...(label && { label: cutText(label, LONGEST_TEXT) }),
  }
}

const broken = (file: string, line: number, found: LineFault): ImportedUser => ({
  ...{ file, line, username: '', password: '', access: { kind: 'network' }, faults: [found] },
})
