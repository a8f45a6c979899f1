// Imports users with their passwords from another caster, and exports them to one.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ImportPlan, type PlannedLine, planImport } from '../../actions/credentials/import/plan.ts'
import { importCredentials } from '../../actions/credentials/import/run.ts'
import { makeOwner } from '../../actions/people/owners.ts'
import { inTurns } from '../../base/running/turns.ts'
import { IMPORT_FORMATS, MOST_SESSIONS, OUTCOMES, type Outcome } from '../../domain/credentials/imported.ts'
import { cutText } from '../../domain/text/cut.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { loadBook } from '../../store/current/current.ts'
import { findOwnerByName } from '../../store/people/owners.ts'
import { BKG_FILES, isLikeBkgFile } from '../../wire/credentials/import/bkg.ts'
import { importFaultToWire, readImport } from '../../wire/credentials/import/read.ts'
import { en } from '../../words/en.ts'
import { say } from '../../words/say.ts'
import { faultText } from '../../words/words.ts'
import {
  ABOUT_TIMES,
  asJson,
  CommandFailure,
  commandContext,
  fullTime,
  oneOf,
  onFoundation,
  onOff,
  printable,
  printJson,
  required,
  text,
  time,
  UsageError,
  verb,
  whole,
  withDefault,
} from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'
import { NOT_IN_FILES, writeExport } from './export.ts'

const LONGEST_DAYS = 366
const SHOWN_PROBLEMS = 50
const LONGEST_NAME = 100
const MOST_BYTES = 256 * 1024 * 1024
const WORDS: Readonly<Record<Outcome, string>> = {
  new: 'new',
  unchanged: 'unchanged',
  left_out: 'skipped',
  conflict: 'conflict',
  bad: 'bad',
}

export const importFile = verb({
  summary: 'import users from another caster with their passwords',
  more: `For csv, FILE is a table with the columns usuario and password and, optionally, inicia_at, expira_at (or segundos, dias), station_codigo or grupo, max_sesiones, si_llena, label, cliente_nombre, cliente_email, referencia, metadatos, suspendida, geocerca, lat, lng, as "credential export" writes them. For bkg, FILE is the folder with users.aut, groups.aut and clientmounts.aut, or users.aut alone, which gives every user access to everything. For snip, FILE is the file that SNIP exports.

All or nothing: if a line cannot be imported, nothing is imported, unless you add --leave-out-bad. Users that already exist with the same data are unchanged, so you can import the same file again. ${ABOUT_TIMES}`,
  args: ['FILE'],
  flags: {
    format: required(oneOf(IMPORT_FORMATS, 'format of the file')),
    owner: required(text('NAME', 'their organization; created if new')),
    'dry-run': onOff('report line by line what would happen; changes nothing'),
    days: whole('N', `validity of users without an expiry date in the file (default: 365)`, {
      from: 1,
      to: LONGEST_DAYS,
    }),
    expires: time('the same as an expiry date'),
    sessions: withDefault(
      MOST_SESSIONS,
      whole('N', 'max simultaneous connections of users without a limit in a bkg or snip file (csv: 1)', {
        from: 1,
        to: MOST_SESSIONS,
      }),
    ),
    everything: withDefault(
      'stations',
      oneOf(
        ['stations', 'network'],
        'access of users who can use every mountpoint: a group of all current stations, or only the network mountpoint',
      ),
    ),
    'unknown-mountpoints': withDefault(
      'error',
      oneOf(['error', 'skip'], 'treat unknown mountpoints as an error or skip them'),
    ),
    'leave-out-bad': onOff('skip lines that cannot be imported'),
    'no-events': onOff('send no credential.issued events'),
    ...asJson,
  },
  async run({ format, owner: ownerName, days, expires, json, ...said }, path) {
    if (days !== undefined && expires) throw new UsageError('use --days or --expires, not both')
    const file = await inTurns(readImport(format, filesAt(path, format)))
    await onFoundation(async ({ db, keys, casterDefaults }) => {
      const context = commandContext('credential import', { db, keys, book: await loadBook(db, casterDefaults) })
      const { now } = context
      const expiresAt = expires ?? new Date(now.getTime() + (days ?? 365) * DAY_MS)
      const options = {
        expiresAt,
        sessions: format === 'csv' ? 1 : said.sessions,
        everything: said.everything,
        unknown: said['unknown-mountpoints'],
      }
      if (said['dry-run']) {
        const owner = await findOwnerByName(db, ownerName)
        const plan = await planImport(context, owner?.id ?? null, file, options)
        if (json) return printJson(reportOf(plan, false))
        for (const line of plan.lines) console.log(textOf(line))
        tellOf(plan)
        tellDryRun(plan, said['leave-out-bad'])
        return
      }
      const { show, clear } = progressLine()
      show(`checking ${file.users.length} lines`)
      const { plan, isDone } = await db
        .transaction(async (tx) => {
          const inside = { ...context, db: tx }
          const { id: ownerId } = await makeOwner(tx, inside, ownerName, null)
          const done = await importCredentials(
            inside,
            {
              ownerId,
              format,
              fileName: basename(path),
              file,
              options,
              leaveOutBad: said['leave-out-bad'],
              events: !said['no-events'],
            },
            (count, of) => show(`imported ${count} of ${of}`),
          )
          if (!done.isDone) throw new NotDone(done.plan)
          return done
        })
        .catch((error) => {
          if (error instanceof NotDone) return { plan: error.plan, isDone: false }
          throw error
        })
        .finally(clear)
      if (json) printJson(reportOf(plan, isDone))
      else {
        const problems = plan.lines.filter(({ outcome }) => outcome === 'bad' || outcome === 'conflict')
        for (const line of problems.slice(0, SHOWN_PROBLEMS)) console.error(textOf(line))
        if (problems.length > SHOWN_PROBLEMS)
          console.error(`… and ${problems.length - SHOWN_PROBLEMS} more lines with problems`)
        tellOf(plan)
      }
      if (!isDone) throw new CommandFailure(`nothing was imported: ${wayOn(plan)}`)
      if (!json) console.log(`${plan.counts.new} credentials imported for ${ownerName}`)
    })
  },
})

function wayOn({ lines }: ImportPlan): string {
  const isUnknown = lines.some(({ problems }) => problems.some(({ code }) => code === 'unknown_mountpoint'))
  const others = isUnknown ? ', or skip unknown mountpoints with --unknown-mountpoints skip' : ''
  return `fix these lines, or skip them with --leave-out-bad${others}`
}

function tellDryRun(plan: ImportPlan, leavesOutBad: boolean): void {
  const { isClean, counts } = plan
  if (!isClean && !leavesOutBad)
    throw new CommandFailure(`dry run, nothing was changed. The file cannot be imported yet: ${wayOn(plan)}`)
  const bad = counts.bad + counts.conflict
  const rest = isClean ? '' : `; ${counts.new} would be imported and ${bad} skipped`
  console.error(`dry run, nothing was changed${rest}`)
}

/** Thrown to roll back the transaction, including an owner that was created for the import. */
class NotDone extends Error {
  readonly plan: ImportPlan

  constructor(plan: ImportPlan) {
    super('not imported')
    this.plan = plan
  }
}

export function filesAt(path: string, format: string): Map<string, Buffer> {
  try {
    const isFolder = statSync(path).isDirectory()
    if (isFolder && format !== 'bkg') throw new CommandFailure(`${path} is a folder; ${format} requires one file`)
    const names = isFolder ? readdirSync(path).filter(isLikeBkgFile) : [path]
    const places = names.map((name) => (isFolder ? join(path, name) : path))
    const bytes = places.reduce((sum, place) => sum + statSync(place).size, 0)
    if (bytes > MOST_BYTES) throw new CommandFailure(`${path} has ${bytes} bytes; the maximum is ${MOST_BYTES}`)
    if (names.length === 0) throw new CommandFailure(`${path} has no ${BKG_FILES[0]}`)
    return new Map(names.map((name, index) => [basename(name), readFileSync(places[index]!)]))
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`cannot read ${path}: ${(error as Error).message}`)
  }
}

const accessText = ({ opened, user }: PlannedLine): string =>
  opened === null
    ? ''
    : opened.group
      ? `group ${opened.group.name}`
      : opened.stationId === null
        ? 'network'
        : user.access.kind === 'station'
          ? user.access.code
          : 'a station'

const problemText = ({ problems }: PlannedLine): string =>
  problems
    .map(importFaultToWire)
    .map((found) => [found.field, faultText(en, found)].filter(Boolean).join(': '))
    .join(' ')

function textOf(line: PlannedLine): string {
  const { user, outcome, expiresAt } = line
  const what =
    outcome === 'new' || outcome === 'unchanged'
      ? `${accessText(line)}, until ${fullTime(expiresAt)}${line.isWeak ? ', weak password' : ''}`
      : problemText(line)
  return printable(`${user.file}:${user.line}  ${WORDS[outcome]}  ${cutText(user.username, LONGEST_NAME)}  ${what}`)
}

function tellOf({ notes, counts }: ImportPlan): void {
  for (const note of notes) console.error(printable(`note: ${say(en.imports, note)}`))
  console.error(OUTCOMES.map((outcome) => `${counts[outcome]} ${WORDS[outcome]}`).join(', '))
}

const reportOf = ({ lines, notes, counts, isClean }: ImportPlan, imported: boolean) => ({
  ...{ imported, isClean, counts },
  notes: notes.map((note) => ({ ...note, text: say(en.imports, note) })),
  lines: lines.map((line) => ({
    ...{ file: line.user.file, line: line.user.line, username: line.user.username, outcome: line.outcome },
    access: accessText(line),
    expiresAt: line.expiresAt,
    maxSessions: line.maxSessions,
    weakPassword: line.isWeak,
    problems: line.problems.map(importFaultToWire).map((found) => ({ ...found, text: faultText(en, found) })),
  })),
})

export const exportFile = verb({
  summary: 'export users and their passwords to a file that only you can read',
  more: 'Exports credentials that are neither expired nor revoked. For bkg, PATH is a folder, which is created, with the three files of a BKG caster. Existing files are replaced only with --overwrite. The export is recorded in the audit log.',
  args: ['PATH'],
  flags: {
    format: required(
      oneOf(IMPORT_FORMATS, 'csv contains every field; bkg and snip contain what those casters support'),
    ),
    owner: text('NAME', 'only credentials of this organization'),
    overwrite: onOff('replace existing files'),
  },
  run: ({ format, owner: ownerName, overwrite }, path) =>
    onFoundation(async ({ db, keys, casterDefaults }) => {
      const owner = ownerName === undefined ? null : await findOwnerByName(db, ownerName)
      if (ownerName !== undefined && !owner) throw new CommandFailure(`there is no organization "${ownerName}"`)
      const context = commandContext('credential export', { db, keys, book: await loadBook(db, casterDefaults) })
      const { written, leftOut } = await writeExport(
        context,
        owner?.id ?? 'all',
        { format, overwrite: overwrite === true },
        path,
      )
      for (const said of leftOut) console.error(printable(`skipped: ${said}`))
      const lost = NOT_IN_FILES[format]
      if (lost) console.error(`note: ${lost}`)
      console.log(`${written} credentials written to ${path}`)
    }),
})
