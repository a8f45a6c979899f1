// Exports credentials with their passwords: our own CSV, or the files of a BKG or SNIP caster.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkContext } from '../../actions/context.ts'
import { recordExport } from '../../actions/credentials/reveal.ts'
import { openCredential } from '../../base/secrets/credential.ts'
import { ADMIN_PAGES } from '../../domain/credentials/bkg/files.ts'
import { isLonger, LONGEST_LIST_LINE } from '../../domain/credentials/bkg/lines.ts'
import { hasLine, NOBODY, opensThere } from '../../domain/credentials/bkg/mounts.ts'
import { groupLine, isName, mountLine, unreadableField, userLine } from '../../domain/credentials/bkg/print.ts'
import { inForceAt, shownUsername, stateAt } from '../../domain/credentials/credential.ts'
import { type ImportFormat, MOST_SESSIONS } from '../../domain/credentials/imported.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { simulatedShare } from '../../domain/stations/simulated.ts'
import { csvOf } from '../../http/console/kit/csv.ts'
import { listNewestListed } from '../../store/credentials/list/newest.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { servedBy } from '../../wire/credentials/credential.ts'
import { BKG_FILES } from '../../wire/credentials/import/bkg.ts'
import { EXPORT_HEAD, sheetCells } from '../../wire/credentials/sheet.ts'
import { CommandFailure } from '../kit/command.ts'
import { expectNoFile, writePrivateFile } from '../kit/private-file.ts'

const AT_ONCE = 1_000
const MAX_LINES = 50

interface Exported {
  readonly written: number
  readonly leftOut: readonly string[]
}

/** Data that the format cannot carry; `null` if nothing is lost. */
export const NOT_IN_FILES: Readonly<Record<ImportFormat, string | null>> = {
  csv: null,
  bkg: 'a BKG caster has no expiry dates, so users never expire there. Its files contain no customers, notes or names of groups with a limit, and no administrators: add yours to the lines /admin and /oper',
  snip: 'the file contains no mountpoints or expiry dates: SNIP gives every user access to all mountpoints without end until you restrict them there',
}

export async function writeExport(
  context: NetworkContext,
  scope: OwnerScope,
  { format, overwrite }: { readonly format: ImportFormat; readonly overwrite: boolean },
  path: string,
): Promise<Exported> {
  // The folder of a running BKG caster also contains its administrators and sources.
  if (!overwrite) expectNoFile(format === 'bkg' ? BKG_FILES.map((name) => join(path, name)) : [path])
  await recordExport(context, scope, { format })
  if (format === 'csv') return writeCsv(context, scope, path)
  return format === 'snip' ? writeSnip(context, scope, path) : writeBkg(context, scope, path)
}

/** All credentials that are neither expired, revoked nor for tests, newest first. */
async function* pages({ db, now }: NetworkContext, scope: OwnerScope): AsyncGenerator<ListedCredential[]> {
  for (let before: number | undefined, more = true; more; ) {
    const rows = await listNewestListed(db, { scope, filter: {}, now }, { before, limit: AT_ONCE })
    yield rows.filter((row) => stateAt(row, now) === 'active' && !row.isTest)
    before = rows.at(-1)?.id
    more = rows.length === AT_ONCE
  }
}

async function writeCsv(context: NetworkContext, scope: OwnerScope, path: string): Promise<Exported> {
  const { book, keys, now } = context
  let written = 0
  const cellsOf = (row: ListedCredential) => {
    written += 1
    return [...sheetCells(row, servedBy(book, row, now)), openCredential(keys, row).password]
  }
  const isSimulated = simulatedShare(book.active) === 'all'
  const lines = csvOf([...EXPORT_HEAD, 'password'], pages(context, scope), cellsOf, isSimulated)
  await writePrivateFile(path, lines)
  return { written, leftOut: [] }
}

/**
 * Returns why a credential is left out of the files of another caster, or `null`: that caster would accept the user at
 * once and anywhere.
 */
function notCarried(row: ListedCredential, now: Date): string | null {
  if (!inForceAt(row, now)) return 'suspended or not started yet'
  return row.geofence ? 'its geofence cannot be exported' : null
}

/** SNIP reads ASCII, with tabs between cells. */
const SNIP_CELL = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

async function writeSnip(context: NetworkContext, scope: OwnerScope, path: string): Promise<Exported> {
  const leftOut = new CappedLines()
  let written = 0
  async function* lines(): AsyncGenerator<string> {
    yield '## Users of Vertice. Account, customer, name, P, password, connections (0: no limit)\r\n'
    for await (const rows of pages(context, scope))
      for (const row of rows) {
        const [name, { password }] = [shownUsername(row), openCredential(context.keys, row)]
        const why = notCarried(row, context.now)
        if (why) leftOut.add(`${name}: ${why}`)
        if (why) continue
        const isCarried = SNIP_CELL.test(name) && SNIP_CELL.test(password)
        if (!isCarried) leftOut.add(`${name}: SNIP accepts only ASCII without leading or trailing spaces`)
        if (!isCarried) continue
        written += 1
        const sessions = row.maxSessions >= MOST_SESSIONS ? 0 : row.maxSessions
        yield `${[`UA${String(row.id).padStart(6, '0')}`, 'CA000000', name, 'P', password, sessions].join('\t')}\r\n`
      }
  }
  await writePrivateFile(path, lines())
  return { written, leftOut: leftOut.lines }
}

/**
 * Reserved names: a group of stations with such a name would collide with a generated group, and open its mountpoints.
 */
const OURS = /^(v\.|open_)/

/** BKG applies a group's limit to all its users together, so each user with a limit gets a group of its own. */
async function writeBkg(context: NetworkContext, scope: OwnerScope, folder: string): Promise<Exported> {
  const { book, keys, now } = context
  const leftOut = new CappedLines()
  const listed = [...book.mounts.values()].filter(hasLine)
  const users: string[] = []
  const groups = new Map<string, { users: string[]; limit: number | null; mountpoints: readonly string[] }>()
  for await (const rows of pages(context, scope))
    for (const row of rows) {
      const [name, { password }] = [shownUsername(row), openCredential(keys, row)]
      const why = notCarried(row, now)
      if (why) leftOut.add(`${name}: ${why}`)
      if (why) continue
      const mountpoints = listed.flatMap((mount) => (opensThere(row, mount, book.groups) ? mount.name : []))
      const cannot = unreadableField({ name, password })
      if (cannot) leftOut.add(`${name}: a BKG caster does not support its ${cannot}`)
      if (!cannot && mountpoints.length === 0)
        leftOut.add(`${name}: gives access to no mountpoint that requires a login`)
      if (cannot || mountpoints.length === 0) continue
      users.push(userLine({ name, password }))
      const groupName = row.groupId === null ? undefined : book.groups.get(row.groupId)?.name
      const shared =
        groupName !== undefined && isName(groupName) && !OURS.test(groupName)
          ? groupName
          : `open_${row.stationId ?? `g${row.groupId ?? 0}`}`
      const isLimited = row.maxSessions < MOST_SESSIONS
      const key = isLimited ? `v.${row.id.toString(36)}` : shared
      const group = groups.get(key) ?? { users: [], limit: isLimited ? row.maxSessions : null, mountpoints }
      group.users.push(name)
      groups.set(key, group)
    }
  const opened = new Map<string, string[]>()
  for (const [name, { mountpoints }] of groups)
    for (const mountpoint of mountpoints) {
      const known = opened.get(mountpoint)
      if (known) known.push(name)
      else opened.set(mountpoint, [name])
    }
  for (const { name } of listed) if (!opened.has(name)) opened.set(name, [NOBODY])
  for (const page of ADMIN_PAGES) opened.set(page, [NOBODY])
  const nobody = { users: [], limit: null, mountpoints: [] }
  groups.set(NOBODY, nobody)
  const groupLines = [...groups].map(([name, group]) => groupLine({ name, ...group, limitByAddress: null }))
  const mountLines = [...opened].map(([mountpoint, names]) => mountLine({ mountpoint, keyword: null, groups: names }))
  for (const line of [...groupLines, ...mountLines])
    if (isLonger(line, LONGEST_LIST_LINE))
      throw new CommandFailure(
        `nothing was written: the line of ${line.slice(0, 40)}… would have ${line.length} bytes; a BKG caster reads at most ${LONGEST_LIST_LINE}`,
      )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [index, lines] of [users, groupLines, mountLines].entries())
    await writePrivateFile(join(folder, BKG_FILES[index]!), linesOf(lines))
  return { written: users.length, leftOut: leftOut.lines }
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  for (let from = 0; from < lines.length; from += AT_ONCE) yield `${lines.slice(from, from + AT_ONCE).join('\n')}\n`
}

class CappedLines {
  readonly lines: string[] = []
  #more = 0

  add(line: string): void {
    if (this.lines.length < MAX_LINES) this.lines.push(line)
    else this.lines[MAX_LINES] = `and ${++this.#more} more`
  }
}
