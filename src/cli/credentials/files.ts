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
  left_out: 'left out',
  conflict: 'conflict',
  bad: 'bad',
}

export const importFile = verb({
  summary: 'brings users over from another caster, with the passwords they have',
  more: `FILE of csv is a table with the columns usuario and password, and as you like inicia_at, expira_at (or segundos, dias), station_codigo or grupo, max_sesiones, si_llena, label, cliente_nombre, cliente_email, referencia, metadatos, suspendida, geocerca, lat, lng: what "credential export" writes. Of bkg it is the folder with users.aut, groups.aut and clientmounts.aut, or users.aut alone, and then everybody opens everything. Of snip it is the file that SNIP exports.

All or nothing: with one line that cannot be imported nothing is, unless --leave-out-bad. Whoever is there already with the same data stays as it is, so that the same file can be imported again. ${ABOUT_TIMES}`,
  args: ['FILE'],
  flags: {
    format: required(oneOf(IMPORT_FORMATS, 'what wrote it')),
    owner: required(text('NAME', 'whose they will be; made when new')),
    'dry-run': onOff('says line by line what would happen, and changes nothing'),
    days: whole('N', `how long those serve of whom the file does not say it (default: 365)`, {
      from: 1,
      to: LONGEST_DAYS,
    }),
    expires: time('the same as a time'),
    sessions: withDefault(
      MOST_SESSIONS,
      whole('N', 'how many connections those may have of whom bkg and snip do not say it; of csv it is 1', {
        from: 1,
        to: MOST_SESSIONS,
      }),
    ),
    everything: withDefault(
      'stations',
      oneOf(
        ['stations', 'network'],
        'what those open who may open everything: a group of all stations there are now, or the network mountpoint alone',
      ),
    ),
    'unknown-mountpoints': withDefault(
      'error',
      oneOf(['error', 'skip'], 'mountpoints that are not known here are an error, or left out'),
    ),
    'leave-out-bad': onOff('imports the others when some lines cannot be imported'),
    'no-events': onOff('webhooks are not told of each (credential.issued)'),
    ...asJson,
  },
  async run({ format, owner: ownerName, days, expires, json, ...said }, path) {
    if (days !== undefined && expires) throw new UsageError('--days or --expires, not both')
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
      show(`${file.users.length} lines are looked at`)
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
            (count, of) => show(`${count} of ${of} are written`),
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
        if (problems.length > SHOWN_PROBLEMS) console.error(`… and ${problems.length - SHOWN_PROBLEMS} more such lines`)
        tellOf(plan)
      }
      if (!isDone) throw new CommandFailure(`nothing was imported: ${wayOn(plan)}`)
      if (!json) console.log(`${plan.counts.new} credentials imported for ${ownerName}`)
    })
  },
})

function wayOn({ lines }: ImportPlan): string {
  const isUnknown = lines.some(({ problems }) => problems.some(({ code }) => code === 'unknown_mountpoint'))
  const others = isUnknown ? ', or leave out such mountpoints with --unknown-mountpoints skip' : ''
  return `mend those lines, or leave them out with --leave-out-bad${others}`
}

function tellDryRun(plan: ImportPlan, leavesOutBad: boolean): void {
  const { isClean, counts } = plan
  if (!isClean && !leavesOutBad)
    throw new CommandFailure(`nothing was changed, and as it is nothing would be imported: ${wayOn(plan)}`)
  const bad = counts.bad + counts.conflict
  const rest = isClean ? '' : `; ${counts.new} would be imported, and ${bad} left out`
  console.error(`nothing was changed: this was a dry run${rest}`)
}

/** Rolls back the transaction, including an owner that was created for the import. */
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
    if (isFolder && format !== 'bkg') throw new CommandFailure(`${path} is a folder; of ${format} it is one file`)
    const names = isFolder ? readdirSync(path).filter(isLikeBkgFile) : [path]
    const places = names.map((name) => (isFolder ? join(path, name) : path))
    const bytes = places.reduce((sum, place) => sum + statSync(place).size, 0)
    if (bytes > MOST_BYTES) throw new CommandFailure(`${path} has ${bytes} bytes; no more than ${MOST_BYTES} are read`)
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
  summary: 'writes users and their passwords into a file that only you may read',
  more: 'Those that are neither over nor revoked. Of bkg PATH is a folder, which is made, with the three files of a BKG caster. What is there already is written over only with --overwrite. The audit log tells that it was done.',
  args: ['PATH'],
  flags: {
    format: required(
      oneOf(IMPORT_FORMATS, 'csv holds all there is to a credential; bkg and snip what those casters know'),
    ),
    owner: text('NAME', 'only those of this owner'),
    overwrite: onOff('writes over files that are there'),
  },
  run: ({ format, owner: ownerName, overwrite }, path) =>
    onFoundation(async ({ db, keys, casterDefaults }) => {
      const owner = ownerName === undefined ? null : await findOwnerByName(db, ownerName)
      if (ownerName !== undefined && !owner) throw new CommandFailure(`there is no owner ${ownerName}`)
      const context = commandContext('credential export', { db, keys, book: await loadBook(db, casterDefaults) })
      const { written, leftOut } = await writeExport(
        context,
        owner?.id ?? 'all',
        { format, overwrite: overwrite === true },
        path,
      )
      for (const said of leftOut) console.error(printable(`left out: ${said}`))
      const lost = NOT_IN_FILES[format]
      if (lost) console.error(`note: ${lost}`)
      console.log(`${written} credentials written to ${path}`)
    }),
})
