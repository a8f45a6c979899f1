import { readFileSync } from 'node:fs'
import { importSiteLog, planErrors } from '../../actions/stations/site-log.ts'
import {
  hasConflict,
  type ImportPlan,
  isEmptyPlan,
  planImport,
  SITE_LOG_FORMATS,
} from '../../domain/archive/site-log.ts'
import type { FieldFault } from '../../domain/codes/fault.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { readSiteLogFile } from '../../reads/site-log.ts'
import { listEquipment, readSiteFacts } from '../../store/stations/equipment.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { readSiteLog } from '../../wire/stations/site-log/read.ts'
import { en } from '../../words/en.ts'
import { faultText } from '../../words/words.ts'
import { askYes, isAtTerminal } from '../kit/ask.ts'
import {
  CommandFailure,
  commandContext,
  oneOf,
  onFoundation,
  onOff,
  shortTime,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'

export const siteLog = verb({
  summary: 'print the site log of a station, or import one',
  more: `Prints an IGS site log 2.0, or GeodesyML 0.5 with --format geodesyml. --import reads a site log of version 1.0 or 2.0 and lists what would change; add --yes to apply it without a question. Recorded equipment is never deleted: a line that contradicts it is reported, and nothing is imported.`,
  args: ['CODE'],
  flags: {
    format: oneOf(SITE_LOG_FORMATS, 'log (default) or geodesyml'),
    import: text('FILE', 'import this site log'),
    yes: onOff('with --import: apply the changes without asking'),
  },
  async run({ format = 'log', import: path, yes }, code) {
    if (yes && path === undefined) throw new UsageError('--yes needs --import')
    await onFoundation(async ({ db, clock }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new Refusal('station_not_found', { code })
      if (path === undefined) {
        process.stdout.write((await readSiteLogFile(db, station, format, clock())).text)
        return
      }
      const { log, errors } = readSiteLog(readBytes(path))
      if (errors.length > 0) throw failure(path, errors)
      const facts = await readSiteFacts(db, station.id)
      const plan = planImport(log, await listEquipment(db, station.id), facts, station)
      const wrong = planErrors(plan, { ...facts, ...log.facts }, clock())
      if (wrong.length > 0 || hasConflict(plan)) throw failure(path, wrong)
      if (isEmptyPlan(plan)) return console.log(`${path} changes nothing in ${station.code}`)
      for (const line of linesOf(plan, station.code)) console.log(line)
      if (!yes) {
        if (!isAtTerminal()) throw new CommandFailure('nothing was imported: add --yes to apply these changes')
        if (!(await askYes('Apply these changes?'))) throw new CommandFailure('nothing was imported')
      }
      await importSiteLog(commandContext('station site-log import', { db }), station, log)
      console.log(`${path} imported into ${station.code}`)
    })
  },
})

function linesOf({ periods, facts, otherId }: ImportPlan, code: string): string[] {
  const shown = (value: string | Date | null) => (value instanceof Date ? shortTime(value) : value || '(unknown)')
  return [
    ...(otherId === null ? [] : [`warning: the file is the site log of ${otherId}, not of ${code}`]),
    ...periods
      .filter(({ outcome }) => outcome !== 'same')
      .map(({ outcome, period: { kind, type, installedAt, removedAt }, line }) => {
        const until = removedAt ? ` until ${shortTime(removedAt)}` : ''
        return `line ${line}: ${outcome} ${kind} ${type} from ${shortTime(installedAt)}${until}`
      }),
    ...facts.map(({ field, from, to }) => `${field}: ${shown(from)} -> ${shown(to)}`),
  ]
}

const failure = (path: string, errors: readonly FieldFault[]) =>
  new CommandFailure(
    `nothing was imported from ${path}:\n${errors
      .map((error) => {
        const [line, field] = typeof error.path[0] === 'number' ? error.path : [null, ...error.path]
        return `  ${line === null ? '' : `line ${line}, `}${field}: ${faultText(en, error)}`
      })
      .join('\n')}`,
  )

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandFailure(`cannot read ${path}: ${(error as Error).message}`)
  }
}
